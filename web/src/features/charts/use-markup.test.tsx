import 'fake-indexeddb/auto'

import type { Stroke } from '@gaffer/domain/charts/markup'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { waitUntilChangesSent } from '#testing/all-changes-sent.ts'
import { aChart } from '#testing/chart-fixture.ts'
import { errorResponse } from '#testing/error-response.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { dismissToast, readCurrentToast } from '#ui/toast-store.ts'
import { useMarkup } from './use-markup.ts'

const { bandId, id: membershipId } = anOwnMembership()
const chart = aChart()
const stroke: Stroke = { tool: 'pen', color: '#d00000', width: 4, points: [[0.5, 0.5]] }

function OwnLayer() {
  const markup = useMarkup({ bandId, membershipId }, chart)
  return (
    <>
      <button onClick={() => markup.setStrokes(1, [stroke])}>Draw</button>
      <button onClick={markup.save}>Save</button>
      <output>{markup.ownStrokes(1).length} strokes</output>
      <p>{markup.othersStrokes(1).map(({ color }) => color)}</p>
    </>
  )
}

afterEach(dismissToast)

it('strokes that the server refuses stay on the chart, and the next save sends them again', async () => {
  const sent: unknown[] = []
  let write = () => errorResponse(429, 'too_many_requests')
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method !== 'PUT') return errorResponse(404, 'not_found')
    sent.push(JSON.parse(String(body)))
    return write()
  })
  await renderPage(<OwnLayer />, {
    cached: [
      [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [anOwnMembership()] }],
      [queryKeyOf('GET /api/bands/:bandId/charts/:chartId/markup', { params: { bandId, chartId: chart.id } }), []],
    ],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Draw' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: chartMessages.markupNotSaved }))
  expect(screen.getByRole('status').textContent).toBe('1 strokes')
  const layer = { isShared: false, chartVersion: chart.version, pages: [{ page: 1, strokes: [stroke] }] }
  write = () => Response.json({ ...layer, membershipId, displayName: 'Ros', version: 1 })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([layer, layer]))
})

it('strokes that are drawn while earlier strokes are being sent are sent by the next save', async () => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  let count = 0
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method !== 'PUT') return errorResponse(404, 'not_found')
    count += 1
    await isReleased
    return Response.json({ ...JSON.parse(String(body)), membershipId, displayName: 'Ros', version: count })
  })
  await renderPage(<OwnLayer />, {
    cached: [
      [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [anOwnMembership()] }],
      [queryKeyOf('GET /api/bands/:bandId/charts/:chartId/markup', { params: { bandId, chartId: chart.id } }), []],
    ],
  })
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  press('Draw')
  press('Save')
  await waitFor(() => expect(count).toBe(1))
  press('Draw')
  release()
  await waitUntilChangesSent()
  press('Save')
  await waitFor(() => expect(count).toBeGreaterThan(1))
})

it('markings that another member drew on an earlier version of the chart are not shown', async () => {
  const layerOf = (color: string, chartVersion: number) => ({
    membershipId: `who draws in ${color}`,
    displayName: 'Kit',
    isShared: true,
    chartVersion,
    pages: [{ page: 1, strokes: [{ ...stroke, color }] }],
    version: 1,
  })
  const layers = [layerOf('#0000d0', chart.version), layerOf('#00d000', chart.version - 1)]
  await renderPage(<OwnLayer />, {
    cached: [
      [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [anOwnMembership()] }],
      [queryKeyOf('GET /api/bands/:bandId/charts/:chartId/markup', { params: { bandId, chartId: chart.id } }), layers],
    ],
  })
  expect(screen.getByRole('paragraph').textContent).toBe('#0000d0')
})
