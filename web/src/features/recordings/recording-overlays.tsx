// What recordings show above any page: the mini player, the recorder that runs, and the question before the first recording of a band.

import { useLocation } from '@tanstack/react-router'
import { AgreementQuestion } from './agreement-question.tsx'
import { MiniPlayer } from './mini-player.tsx'
import { usePlayer } from './player-store.ts'
import { useIsRecording } from './recorder-store.ts'
import { RecordingBar } from './recording-bar.tsx'

export function RecordingOverlays() {
  const { recording, bandId } = usePlayer()
  const { pathname } = useLocation()
  const isRecording = useIsRecording()
  // These pages have the player themselves.
  const isOnItsPage =
    pathname === `/bands/${bandId}/recordings` ||
    (recording?.eventId != null && pathname.endsWith(`/events/${recording.eventId}`))
  return (
    <>
      {!isOnItsPage && !isRecording && <MiniPlayer />}
      <RecordingBar pathname={pathname} />
      <AgreementQuestion />
    </>
  )
}
