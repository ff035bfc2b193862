import { limits } from '@gaffer/domain/shared/limits'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { aRecording } from '#testing/recording-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { aSong } from '#testing/song-fixture.ts'
import { MarksOfSong } from './marks-of-song.tsx'

const song = aSong()
const { bandId } = song
const params = { bandId }

const recordingNamed = (name: string) =>
  aRecording({ id: name, name, marks: [{ id: `mark of ${name}`, songId: song.id, atSeconds: 5 }] })

it('the recordings of a song that do not fit on the first page are listed after "Show earlier recordings"', async () => {
  const newest = Array.from({ length: limits.recordingsPerPage }, (_, at) => recordingNamed(`Take ${at}`))
  const key = (query: { songId: string; before?: string }) =>
    queryKeyOf('GET /api/bands/:bandId/recordings', { params, query })
  await renderPage(<MarksOfSong bandId={bandId} song={song} />, {
    cached: [
      [queryKeyOf('GET /api/bands/:bandId/songs', { params }), [song]],
      [key({ songId: song.id }), newest],
      [key({ songId: song.id, before: `Take ${limits.recordingsPerPage - 1}` }), [recordingNamed('First practice')]],
    ],
  })
  expect(screen.queryByRole('button', { name: /First practice/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show earlier recordings' }))
  expect(await screen.findByRole('button', { name: /First practice/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /Take 0/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show earlier recordings' })).toBeNull()
})
