import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { errorResponse } from '#testing/error-response.ts'
import { anOwnMembership } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { aSong } from '#testing/song-fixture.ts'
import { SetlistPanel } from './setlist-panel.tsx'

beforeAll(() => import('#lib/check-response.ts'))

const { bandId } = anOwnMembership()
const song = aSong({ bandId, title: 'Dakota' })
const entry = {
  id: '0190a000-0000-7000-8000-0000000000e1',
  songId: song.id,
  label: null,
  note: null,
  durationSeconds: null,
}
const setlist = {
  id: '0190a000-0000-7000-8000-0000000000d1',
  bandId,
  name: 'Friday',
  items: [entry, { ...entry, id: '0190a000-0000-7000-8000-0000000000e2', songId: null, label: 'Break' }],
  version: 1,
  updatedAt: '2027-01-01T00:00:00.000Z',
}
const params = { bandId }
const cached = [
  [queryKeyOf('GET /api/bands/:bandId/setlists', { params }), [setlist]],
  [queryKeyOf('GET /api/bands/:bandId/songs', { params }), [song]],
] as const

it('if the members cannot be read, the set list stays on the page, with an error and a button to read the members again', async () => {
  let reads = 0
  vi.stubGlobal('fetch', async () => ((reads += 1), errorResponse(500, 'failed')))
  await renderPage(<SetlistPanel bandId={bandId} setlistId={setlist.id} />, {
    cached,
  })
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByText('Dakota')).toBeTruthy()
  expect(screen.queryByText(/ready/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await expect.poll(() => reads).toBe(2)
})

it('while the event is being recorded, a tap on a song of the set list marks the song in the recording, and a break has no button', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const mark = vi.fn()
  const members = queryKeyOf('GET /api/bands/:bandId/members', { params })
  await renderPage(<SetlistPanel bandId={bandId} setlistId={setlist.id} marking={{ marked: [], mark }} />, {
    cached: [...cached, [members, []]],
  })
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Dakota'])
  fireEvent.click(screen.getByRole('button', { name: 'Dakota' }))
  expect(mark.mock.calls).toEqual([[song.id]])
})
