import 'fake-indexeddb/auto'

import type { EventStatus } from '@gaffer/domain/events/event'
import type { Recording } from '@gaffer/domain/recordings/recording'
import { recordingMessages } from '@gaffer/domain/recordings/recording-messages'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { listKeptFiles, storeKeptFile } from '#offline/kept-file-database.ts'
import { keptRecordingVersion } from '#offline/keep-recordings.ts'
import { deleteAllStoredQueries, switchAccount } from '#offline/stored-query-database.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { captureSavedFiles } from '#testing/capture-saved-files.ts'
import { errorResponse } from '#testing/error-response.ts'
import { renderPage } from '#testing/render-page.tsx'
import { dismissToast, readCurrentToast } from '#ui/toast-store.ts'
import { RecordingsOfEvent } from './recordings-of-event.tsx'

const membership = anOwnMembership()
const { bandId } = membership

const hidden: Recording = {
  id: '0190a000-0000-7000-8000-0000000000d1',
  eventId: null,
  name: recordingMessages.hidden,
  bytes: 1000,
  seconds: 60,
  mime: 'audio/flac',
  url: null,
  marks: [],
  isKept: true,
  expiresAt: null,
  recordedAt: '2027-03-12T12:00:00.000Z',
  uploadedBy: null,
  noteCount: 0,
  hasUnreadNotes: false,
  version: 1,
}

async function show(status: EventStatus, recordings: readonly Recording[] = []) {
  const event = anEvent({ bandId, status })
  const query = { eventId: event.id }
  await renderPage(
    <RecordingsOfEvent event={event} membership={membership} renderNotes={() => null} onReport={() => undefined} />,
    {
      cached: [
        [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }],
        [queryKeyOf('GET /api/bands/:bandId/songs', { params: { bandId } }), []],
        [queryKeyOf('GET /api/bands/:bandId/recordings', { params: { bandId }, query }), recordings],
      ],
    },
  )
  await screen.findByRole('heading', { name: 'Recordings' })
}

it('a confirmed event has the button "Record"', async () => {
  await show('confirmed')
  expect(screen.queryByRole('button', { name: 'Record' })).not.toBeNull()
})

it('a cancelled event has no button "Record"', async () => {
  await show('cancelled')
  expect(screen.queryByRole('button', { name: 'Record' })).toBeNull()
})

it('a hidden recording is listed as hidden, with only "Delete" in the menu for its uploader and no menu for another member', async () => {
  await show('confirmed', [
    hidden,
    { ...hidden, id: '0190a000-0000-7000-8000-0000000000d2', uploadedBy: membership.id },
  ])
  const [others, own] = within(screen.getByRole('list', { name: 'Recordings' })).getAllByRole('listitem')
  expect([others, own].map((row) => row?.querySelector('p')?.textContent)).toEqual(
    Array(2).fill(recordingMessages.hidden),
  )
  expect(
    [within(others!).queryAllByRole('button'), within(own!).getAllByRole('button')].map((all) => all.length),
  ).toEqual([0, 1])
  fireEvent.click(within(own!).getByRole('button'))
  await screen.findByRole('menuitem', { name: 'Delete' })
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Delete'])
})

it('a member can report recordings of other members, and not the member’s own recordings', async () => {
  const shown = { ...hidden, url: '/api/files/1' }
  await show('confirmed', [
    { ...shown, name: 'First half' },
    { ...shown, id: '0190a000-0000-7000-8000-0000000000d2', name: 'Encore', uploadedBy: membership.id },
  ])
  for (const [name, canReport] of [
    ['First half', true],
    ['Encore', false],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name: `More about ${name}` }))
    await screen.findByRole('menuitem', { name: 'Rename' })
    expect([name, screen.queryByRole('menuitem', { name: /^Report/ }) !== null]).toEqual([name, canReport])
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  }
})

it('the field for the name of a recording has the focus once "Rename" was chosen in the menu', async () => {
  await show('confirmed', [{ ...hidden, name: 'Second half', url: '/api/files/1' }])
  fireEvent.click(screen.getByRole('button', { name: 'More about Second half' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  const field = await screen.findByRole('textbox', { name: 'Name' })
  // The menu moves the focus in a timer after it has closed.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(document.activeElement).toBe(field)
})

it('the typed name of a recording stays in its field until the server has stored it', async () => {
  const recording = { ...hidden, name: 'Second half', url: '/api/files/1' }
  let isRefused = true
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit = {}) => {
    if (method === 'GET') return Response.json([{ ...recording, name: 'Encore' }])
    return isRefused ? errorResponse(429, 'too_many_requests') : Response.json({ ...recording, name: 'Encore' })
  })
  await show('confirmed', [recording])
  fireEvent.click(screen.getByRole('button', { name: 'More about Second half' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  fireEvent.change(field, { target: { value: 'Encore' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'The recording was not changed' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Encore')
  isRefused = false
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull())
  dismissToast()
})

it('Undo after the deletion of a recording restores the recording, and a toast says that it is restored', async () => {
  const recording = { ...hidden, name: 'Second half', url: '/api/files/1', uploadedBy: membership.id }
  const sent: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return Response.json([recording])
    sent.push(`${method} ${path}`)
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(recording)
  })
  await show('confirmed', [recording])
  fireEvent.click(screen.getByRole('button', { name: 'More about Second half' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'Second half deleted' }))
  readCurrentToast()?.action?.onPress()
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'Second half restored' }))
  const path = `/api/bands/${bandId}/recordings/${recording.id}`
  expect(sent).toEqual([`DELETE ${path}`, `POST ${path}/restore`])
  dismissToast()
})

it.each([
  ['the deletion of a recording removes its copy from this phone', 204, 'Encore deleted', 0],
  ['a refused deletion of a recording keeps its copy on this phone', 429, 'The recording was not deleted', 1],
])('%s', async (_, status, title, copies) => {
  const recording = { ...hidden, name: 'Encore', url: '/api/files/1', uploadedBy: membership.id }
  await switchAccount('dee')
  await storeKeptFile(
    'dee',
    { kind: 'recording', id: recording.id, bandId, version: keptRecordingVersion, bytes: 1 },
    new ArrayBuffer(1),
  )
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return Response.json([recording])
    return status === 204 ? new Response(null, { status }) : errorResponse(status, 'too_many_requests')
  })
  await show('confirmed', [recording])
  fireEvent.click(screen.getByRole('button', { name: 'More about Encore' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title }))
  expect(await listKeptFiles()).toHaveLength(copies)
  dismissToast()
  await deleteAllStoredQueries()
})

it('without a connection, a recording that is kept on the phone is downloaded from the phone', async () => {
  const recording = { ...hidden, name: 'Encore', url: '/api/files/1', mime: 'audio/mpeg' as const }
  await switchAccount('dee')
  await storeKeptFile(
    'dee',
    { kind: 'recording', id: recording.id, bandId, version: keptRecordingVersion, bytes: 2 },
    new ArrayBuffer(2),
  )
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const saved = captureSavedFiles()
  await show('confirmed', [recording])
  fireEvent.click(screen.getByRole('button', { name: 'More about Encore' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Download' }))
  await waitFor(() => expect(saved).toMatchObject([{ name: 'Encore.mp3', content: { size: 2, type: 'audio/mpeg' } }]))
  await deleteAllStoredQueries()
})
