import { act, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { endpointQueryOptions } from './endpoint-query.ts'
import { registerChangeAppliers, setShownChanges } from './shown-changes.ts'
import { useEndpoint } from './use-endpoint.ts'

const params = { bandId: 'b1', eventId: 'e1' }
const practised = 'GET /api/bands/:bandId/events/:eventId/practised'
const { queryKey } = endpointQueryOptions(practised, { params })
const tick = { endpoint: 'PUT a tick', params: {}, body: null, madeAt: 0 }

registerChangeAppliers({
  'PUT a tick': {
    reads: [practised],
    apply: ({ reply }) => ({ songIds: [...(reply as { songIds: string[] }).songIds, 'ticked'] }),
  },
})
afterEach(() => setShownChanges([]))

function Songs() {
  const { data } = useEndpoint(practised, { params }, { select: ({ songIds }) => songIds.join() })
  return <p>{data}</p>
}

it('a reply that arrives after a waiting change is shown with the change, and the cache has the reply without the change', async () => {
  const { client } = await renderPage(<Songs />, { cached: [[queryKey, { songIds: ['old'] }]] })
  act(() => setShownChanges([tick]))
  expect(screen.getByText('old,ticked')).toBeTruthy()
  act(() => void client.setQueryData(queryKey, { songIds: ['late'] }))
  expect(await screen.findByText('late,ticked')).toBeTruthy()
  expect(client.getQueryData(queryKey)).toEqual({ songIds: ['late'] })
  act(() => setShownChanges([]))
  expect(await screen.findByText('late')).toBeTruthy()
})

it('a change that does not apply to the reply of a component does not render the component again', async () => {
  const onRender = vi.fn<() => void>()
  const page = (
    <Profiler id="songs" onRender={onRender}>
      <Songs />
    </Profiler>
  )
  await renderPage(page, { cached: [[queryKey, { songIds: ['old'] }]] })
  onRender.mockClear()
  act(() => setShownChanges([{ ...tick, endpoint: 'PUT an answer' }]))
  expect(onRender).not.toHaveBeenCalled()
  act(() => setShownChanges([tick]))
  expect(onRender).toHaveBeenCalled()
})
