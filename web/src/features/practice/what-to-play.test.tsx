import type { CalendarEntry } from '@gaffer/domain/events/event'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import type { PracticePlan } from './queries.ts'
import { errorResponse } from '#testing/error-response.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { aSong } from '#testing/song-fixture.ts'
import { setRunningRecording, useSongMarking } from './song-marking.ts'
import { WhatToPlay } from './what-to-play.tsx'

const params = { bandId: 'b1', eventId: 'e1' }
const songs = ['Dakota', 'Valerie', 'Ruby'].map((title, index) => aSong({ id: `s${index + 1}`, title }))
const brief: PracticePlan = {
  eventId: 'e1',
  attending: ['m1', 'm2'],
  nextGig: null,
  minutes: 90,
  songs: [
    { songId: 's2', reasons: ['In the set for the gig in 5 days', 'Kit is not ready'], needs: ['m2'], minutes: 4 },
    { songId: 's1', reasons: ['No practice recorded yet'], needs: [], minutes: null },
  ],
}

let sent: string[]
let reply: () => Response | Promise<Response>
beforeEach(() => {
  sent = []
  reply = () => new Response(null, { status: 204 })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return new Promise(() => undefined)
    sent.push(`${method} ${path.split('/practised/')[1]}`)
    return reply()
  })
})

async function open(date: string) {
  await renderPage(<WhatToPlay event={anEvent({ id: 'e1', type: 'practice', date })} bandId="b1" />, {
    cached: [
      [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [anOwnMembership({ bandId: 'b1' })] }],
      [queryKeyOf('GET /api/bands/:bandId/events/:eventId/brief', { params }), brief],
      [queryKeyOf('GET /api/bands/:bandId/events/:eventId/practised', { params }), { songIds: [] }],
      [queryKeyOf('GET /api/bands/:bandId/songs', { params: { bandId: 'b1' } }), songs],
    ],
  })
}
const rows = () => within(screen.getByRole('list', { name: 'What to play' })).getAllByRole('listitem')
const titles = () => rows().map((row) => /Dakota|Valerie|Ruby/.exec(row.textContent ?? '')?.[0])
const box = (title: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `${title} practised` })

test('What to play lists the songs in the order of the plan, each with its reasons and, if planned, its minutes', async () => {
  await open('2026-01-05')
  expect(rows().map((row) => row.textContent)).toEqual([
    'ValerieIn the set for the gig in 5 days · Kit is not ready · 4 min',
    'DakotaNo practice recorded yet',
  ])
  expect(screen.getByText(/2 members expected. 90 minutes to fill./)).toBeTruthy()
})

test('a song is checked as practised before the server has responded, each check is a request of its own, and the order of the plan stays', async () => {
  let respond = () => undefined as void
  const noContent = () => new Response(null, { status: 204 })
  reply = () => new Promise((resolve) => (respond = () => resolve(noContent())))
  await open('2026-01-05')
  fireEvent.click(box('Dakota'))
  await waitFor(() => expect([box('Dakota').checked, sent]).toEqual([true, ['PUT s1']]))
  reply = noContent
  respond()
  fireEvent.click(box('Ruby'))
  await waitFor(() => expect(sent).toEqual(['PUT s1', 'PUT s3']))
  expect(titles()).toEqual(['Valerie', 'Dakota'])
  fireEvent.click(box('Dakota'))
  await waitFor(() => expect(sent.at(-1)).toBe('DELETE s1'))
  expect([box('Dakota').checked, box('Ruby').checked]).toEqual([false, true])
})

test('while the practice is being recorded, a tap on a song marks the song in the recording and checks it as practised; while another event is recorded, the song has no button', async () => {
  const mark = vi.fn()
  setRunningRecording({ eventId: 'e1', marked: ['s1'], mark })
  await open('2026-01-05')
  expect(screen.getByRole('button', { name: /^Dakota.*marked$/ })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Valerie/ }))
  await waitFor(() => expect([mark.mock.calls, sent]).toEqual([[['s2']], ['PUT s2']]))
  act(() => setRunningRecording({ eventId: 'e2', marked: [], mark }))
  expect(screen.queryByRole('button', { name: /^Valerie/ })).toBeNull()
  act(() => setRunningRecording(null))
})

test('an arrow key on the handle of a song in What to play moves the song', async () => {
  await open('2026-01-05')
  fireEvent.keyDown(screen.getByRole('button', { name: 'Move Valerie' }), { key: 'ArrowDown' })
  expect(titles()).toEqual(['Dakota', 'Valerie'])
})

test('before the day of a practice, the checkbox "practised" of a song is disabled, and the page states the reason', async () => {
  await open('2099-01-05')
  expect(box('Valerie').disabled).toBe(true)
  expect(screen.getByText(/Tick songs on the day of the practice or later/)).toBeTruthy()
})

test('if the practised songs cannot be read, the plan stays on the page with disabled checkboxes, an error and the button "Try again"', async () => {
  vi.stubGlobal('fetch', async () => errorResponse(500, 'failed'))
  await renderPage(<WhatToPlay event={anEvent({ id: 'e1', type: 'practice', date: '2026-01-05' })} bandId="b1" />, {
    cached: [
      [queryKeyOf('GET /api/bands/:bandId/events/:eventId/brief', { params }), brief],
      [queryKeyOf('GET /api/bands/:bandId/songs', { params: { bandId: 'b1' } }), songs],
    ],
  })
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(titles()).toEqual(['Valerie', 'Dakota'])
  expect(box('Valerie').disabled).toBe(true)
})

function MarkButton({ event, songId }: { event: CalendarEntry; songId: string }) {
  const marking = useSongMarking(event, 'b1')
  return <button onClick={() => marking?.mark(songId)}>{songId}</button>
}

test('a song that is marked in the recording of a practice is stored as practised, and a song that is marked in the recording of a gig is not', async () => {
  const mark = vi.fn<(songId: string) => void>()
  const [gig, practice] = (['gig', 'practice'] as const).map((type) => anEvent({ id: type, type, date: '2026-01-05' }))
  await renderPage(
    <>
      <MarkButton event={gig!} songId="s1" />
      <MarkButton event={practice!} songId="s2" />
    </>,
    { cached: [[queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [anOwnMembership({ bandId: 'b1' })] }]] },
  )
  for (const [eventId, songId] of [
    ['gig', 's1'],
    ['practice', 's2'],
  ] as const) {
    act(() => setRunningRecording({ eventId, marked: [], mark }))
    fireEvent.click(screen.getByRole('button', { name: songId }))
  }
  await waitFor(() => expect([mark.mock.calls, sent]).toEqual([[['s1'], ['s2']], ['PUT s2']]))
  act(() => setRunningRecording(null))
})
