import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { stopPlayer, usePlayer } from '#features/recordings/player-store.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { aNote } from '#testing/note-fixture.ts'
import { aRecording } from '#testing/recording-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { RecordingNotes } from './recording-notes.tsx'

const membership = anOwnMembership()
const { bandId } = membership
const recording = aRecording({ noteCount: 1 })

function LoadedRecording() {
  return <p>{usePlayer().recording?.name ?? 'Nothing'} is loaded</p>
}

afterEach(() => act(() => stopPlayer()))

it('a press on the second of a note plays the recording from there, also if it is not loaded yet', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  const note = aNote({ about: { kind: 'recording', id: recording.id }, atSeconds: 15, text: 'Too fast here' })
  await renderPage(
    <>
      <RecordingNotes recording={recording} membership={membership} />
      <LoadedRecording />
    </>,
    {
      cached: [
        [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }],
        [queryKeyOf('GET /api/bands/:bandId/members', { params: { bandId } }), [membership]],
        [queryKeyOf('GET /api/settings', {}), { takesReports: false }],
        [
          queryKeyOf('GET /api/bands/:bandId/notes', {
            params: { bandId },
            query: { about: `recording:${recording.id}` },
          }),
          { notes: [note], isMuted: false },
        ],
      ],
    },
  )
  fireEvent.click(screen.getByRole('button', { name: '1 note' }))
  expect(screen.getByText('Nothing is loaded')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'at 0:15' }))
  expect(screen.getByText(`${recording.name} is loaded`)).toBeTruthy()
  expect(play.mock.contexts.map((audio) => (audio as HTMLAudioElement).currentTime)).toEqual([15])
})
