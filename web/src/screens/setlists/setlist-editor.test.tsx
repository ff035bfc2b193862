import { messages } from '@gaffer/domain/shared/messages'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import type { Setlist } from '@gaffer/domain/set-lists/set-list'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { errorResponse } from '#testing/error-response.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { aSong } from '#testing/song-fixture.ts'
import { readCurrentToast } from '#ui/toast-store.ts'
import { SetlistEditor } from './setlist-editor.tsx'

const membership = anOwnMembership()
const { bandId } = membership
const id = (end: string) => `0190a000-0000-7000-8000-0000000000${end}`
const songs = [
  aSong({ id: id('c1'), bandId, title: 'Dakota', key: 'E' }),
  aSong({ id: id('c2'), bandId, title: 'Ruby' }),
]
const item = { label: null, note: null, durationSeconds: null, chartCount: 0 }
const setlist: Setlist = {
  id: id('d1'),
  bandId,
  name: 'Friday',
  items: [
    { ...item, id: id('e1'), songId: id('c1') },
    { ...item, id: id('e2'), songId: null, label: 'Break', durationSeconds: 900 },
    { ...item, id: id('e3'), songId: id('c2'), note: 'Fast' },
  ],
  version: 3,
  updatedAt: '2027-01-01T00:00:00.000Z',
  noteCount: 0,
  hasUnreadNotes: false,
}
type Sent = { call: string; version: string | null; body: Record<string, unknown> | null }
let sent: Sent[]
/** The set list that the fake server has stored. */
let stored: Setlist

beforeAll(() => import('#lib/check-response.ts'))

beforeEach(() => {
  sent = []
  stored = setlist
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    if (method === 'GET') return path.endsWith(setlist.id) ? Response.json(stored) : new Promise(() => undefined)
    const version = new Headers(headers).get('if-match')
    const call = `${method} ${path.replace(`/api/bands/${bandId}/setlists`, '')}`
    sent.push({ call, version, body: body === undefined ? null : (JSON.parse(String(body)) as Sent['body']) })
    if (method === 'DELETE') return new Response(null, { status: 204 })
    if (version !== null && version !== `"${stored.version}"`) return errorResponse(412, 'stale')
    return Response.json(stored, { status: method === 'POST' && !path.endsWith('restore') ? 201 : 200 })
  })
})

const open = () =>
  renderPage(<SetlistEditor setlist={setlist} songs={songs} memberIds={['m1']} />, {
    cached: [
      [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }],
      [queryKeyOf('GET /api/bands/:bandId/setlists', { params: { bandId } }), [setlist]],
    ],
  })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
async function choose(name: string) {
  press('More')
  fireEvent.click(await screen.findByRole('menuitem', { name }))
}
const moveRubyUp = () => fireEvent.keyDown(screen.getByRole('button', { name: 'Move Ruby' }), { key: 'ArrowUp' })

test('a conflict (412) shows both orders of the set list, and "Keep mine" saves over the newer version', async () => {
  await open()
  moveRubyUp()
  stored = { ...setlist, items: setlist.items.slice(0, 2), version: 4 }
  press('Save')
  const dialog = await screen.findByRole('dialog', { name: messages.stale })
  expect(dialog.textContent).toContain('Theirs: Dakota, Break (15 min)')
  expect(dialog.textContent).toContain('Yours: Dakota, Ruby (Fast), Break (15 min)')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(sent.map(({ version }) => version)).toEqual(['"3"', '"4"']))
  expect(sent.at(-1)?.body).toMatchObject({ items: [{ id: id('e1') }, { id: id('e3') }, { id: id('e2') }] })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
})

test('"Discard" puts the stored order back and sends nothing', async () => {
  await open()
  moveRubyUp()
  press('Discard')
  const rows = within(screen.getByRole('list', { name: 'Set list' })).getAllByRole('listitem')
  expect(rows.map((row) => /Dakota|Break|Ruby/.exec(row.textContent ?? '')?.[0])).toEqual(['Dakota', 'Break', 'Ruby'])
  expect(sent).toEqual([])
})

test('a deleted set list is restored by the Undo of its toast', async () => {
  await open()
  await choose('Delete')
  await waitFor(() => expect(readCurrentToast()?.title).toBe(setlistMessages.setlistDeleted))
  act(() => readCurrentToast()?.action?.onPress())
  await waitFor(() => expect(readCurrentToast()?.title).toBe(setlistMessages.setlistRestored))
  expect(sent.map(({ call }) => call)).toEqual([`DELETE /${setlist.id}`, `POST /${setlist.id}/restore`])
})

test('a copy of a set list is sent with its new name and the id of the original', async () => {
  await open()
  await choose('Copy')
  const dialog = await screen.findByRole('dialog', { name: 'Copy set list' })
  expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('Friday (copy)')
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Saturday' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Copy' }))
  await waitFor(() => expect(sent).toMatchObject([{ call: 'POST ', body: { name: 'Saturday', copyOf: setlist.id } }]))
})

test('the print sheet has every entry with its key and note, in the unsaved order', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  await open()
  moveRubyUp()
  await choose('Print')
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  const lines = [...document.querySelectorAll('[data-print-sheet] li')].map((line) => line.textContent)
  expect(lines).toEqual(['Dakota E', 'Ruby Fast', 'Break'])
})

test('a change that is made while a save runs stays, and the next save sends it over the version that was stored', async () => {
  await open()
  const reply = Promise.withResolvers<Response>()
  const server = fetch
  vi.stubGlobal('fetch', (path: string, options: RequestInit = {}) =>
    options.method === 'PATCH' && sent.length === 0
      ? (void server(path, options), reply.promise)
      : server(path, options),
  )
  const name = screen.getByLabelText<HTMLInputElement>('Name')
  fireEvent.change(name, { target: { value: 'Saturday' } })
  press('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  fireEvent.change(name, { target: { value: 'Saturday late' } })
  stored = { ...setlist, name: 'Saturday', version: 4 }
  reply.resolve(Response.json(stored))
  await waitFor(() => expect(readCurrentToast()?.title).toBe(setlistMessages.setlistSaved))
  expect(name.value).toBe('Saturday late')
  press('Save')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ version: '"4"', body: { name: 'Saturday late' } })
})

test('if an entry is added while a save runs, the next save does not add the entries of the first save again', async () => {
  await open()
  press('Add songs and breaks')
  press('Add a break of 15 minutes')
  const reply = Promise.withResolvers<Response>()
  const server = fetch
  vi.stubGlobal('fetch', (path: string, options: RequestInit = {}) =>
    options.method === 'PATCH' && sent.length === 0
      ? (void server(path, options), reply.promise)
      : server(path, options),
  )
  press('Done')
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  press('Add songs and breaks')
  press('Add a break of 15 minutes')
  press('Done')
  const added = { ...item, id: id('e4'), songId: null, label: 'Break', durationSeconds: 900 }
  stored = { ...setlist, items: [...setlist.items, added], version: 4 }
  reply.resolve(Response.json(stored))
  await waitFor(() => expect(readCurrentToast()?.title).toBe(setlistMessages.setlistSaved))
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.body?.['items']).toMatchObject([
    { id: id('e1') },
    { id: id('e2') },
    { id: id('e3') },
    { id: id('e4') },
    { label: 'Break' },
  ])
})

test('if the members cannot be read, the set list is shown without the readiness of the members', async () => {
  await renderPage(<SetlistEditor setlist={setlist} songs={songs} memberIds={null} />, {
    cached: [[queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }]],
  })
  expect(screen.getByRole('region', { name: 'Total' }).textContent).toBe('15 min2 without a length')
})
