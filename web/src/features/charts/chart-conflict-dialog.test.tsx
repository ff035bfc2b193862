import 'fake-indexeddb/auto'
import type { Chart } from '@gaffer/domain/charts/chart'
import type { Markup, Stroke } from '@gaffer/domain/charts/markup'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { markConnected } from '#lib/connection.ts'
import { meQueryOptions } from '#lib/me.ts'
import { queryClient } from '#lib/query-client.ts'
import { addChange, listChanges, removeChangesOfUser, updateChange, type OutboxChange } from '#offline/outbox-store.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { ChartConflictDialog, MarkupConflictDialog } from './chart-conflict-dialog.tsx'

const user = aUser()
const own = anOwnMembership()
const chartId = '0190a000-0000-7000-8000-0000000000c1'
const params = { bandId: own.bandId, chartId }
const before: Chart = {
  id: chartId,
  songId: '0190a000-0000-7000-8000-0000000000d1',
  name: 'Words',
  part: null,
  kind: 'text',
  bytes: 20,
  pages: null,
  text: 'Verse\nHello\nBye',
  format: 'plain',
  version: 1,
  uploadedBy: own.id,
  updatedAt: '2027-01-01T00:00:00.000Z',
  url: null,
}
const stroke = (x: number): Stroke => ({ tool: 'pen', color: '#d00000', width: 4, points: [[x, 0.5]] })
const layer = (strokes: Stroke[], version: number): Markup => ({
  membershipId: own.id,
  displayName: 'Ros',
  isShared: false,
  chartVersion: 1,
  pages: [{ page: 2, strokes }],
  version,
})

type Sent = { method: string; path: string; version: string | null; body: unknown }
let sent: Sent[], stored: unknown

beforeEach(async () => {
  await import('#lib/check-response.ts')
  sent = []
  markConnected()
  queryClient.setQueryData(meQueryOptions.queryKey, { user, bands: [own] })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit) => {
    const version = new Headers(headers).get('if-match')
    if (method === 'GET') return Response.json(path.includes(chartId) ? stored : [])
    sent.push({ method, path, version, body: JSON.parse(String(body)) })
    return new Response(null, { status: 204 })
  })
})
afterEach(async () => {
  await removeChangesOfUser(user.id)
  vi.unstubAllGlobals()
})

async function addConflictingEdit(change: Pick<OutboxChange, 'endpoint' | 'body' | 'before'>): Promise<OutboxChange> {
  const made = { userId: user.id, params, version: 1, idempotencyKey: 'k1', subjectId: chartId, words: 'Yours' }
  await addChange({ ...made, ...change })
  const [added] = await listChanges(user.id)
  await updateChange(added?.id ?? 0, { problem: { kind: 'conflict' } })
  return (await listChanges(user.id))[0] as OutboxChange
}

const cached = [[meQueryOptions.queryKey, { user, bands: [own] }]] as const
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

const addChartEdit = () =>
  addConflictingEdit({
    endpoint: 'PATCH /api/bands/:bandId/charts/:chartId',
    body: { name: 'Words', part: '', text: 'Verse\nHi\nBye' },
    before,
  })

test('a text chart with an edit conflict is shown from the first line that differs, and "Keep mine" sends the waiting text with the version of the stored chart', async () => {
  stored = { ...before, name: 'Words in G', text: 'Verse\nHey\nBye', version: 2 }
  const conflict = await addChartEdit()
  await renderPage(<ChartConflictDialog conflict={conflict} edits={[conflict]} />, { cached })
  const dialog = await screen.findByRole('dialog', { name: 'Words was changed in the meantime' })
  expect(dialog.textContent).toContain('Theirs: Words in GBefore: Words')
  expect(dialog.textContent).toContain('Chart, from line 2Theirs: Hey / ByeYours: Hi / Bye')
  await press('Keep mine')
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ method: 'PATCH', version: '"2"', body: { text: 'Verse\nHi\nBye' } })
})

test('"Keep theirs" deletes the waiting edit of a text chart and sends nothing', async () => {
  stored = { ...before, text: 'Verse\nHey\nBye', version: 2 }
  const conflict = await addChartEdit()
  await renderPage(<ChartConflictDialog conflict={conflict} edits={[conflict]} />, { cached })
  await screen.findByRole('dialog')
  await press('Keep theirs')
  await expect.poll(() => listChanges(user.id)).toEqual([])
  expect(sent).toEqual([])
})

test('markings from two devices are compared page by page, and "Keep mine" sends the markings of this device with the version of the stored markings', async () => {
  stored = [layer([stroke(0.1), stroke(0.2)], 4)]
  const { isShared, chartVersion, pages } = layer([stroke(0.3)], 1)
  const body = { isShared, chartVersion, pages }
  const conflict = await addConflictingEdit({
    endpoint: 'PUT /api/bands/:bandId/charts/:chartId/markup',
    body,
    before: layer([], 1),
  })
  await renderPage(<MarkupConflictDialog conflict={conflict} edits={[conflict]} />, { cached })
  const dialog = await screen.findByRole('dialog', { name: 'Your markings were changed in the meantime' })
  expect(dialog.textContent).toContain('Page 2Theirs: 2 linesYours: 1 line')
  await press('Keep mine')
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ method: 'PUT', version: '"4"', body })
})
