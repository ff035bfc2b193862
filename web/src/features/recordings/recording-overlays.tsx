// The overlays above every page: the mini player, the bar of a running recording, and the question before the first recording of a band.

import { recordingMessages } from '@gaffer/domain/recordings/recording-messages'
import { useLocation, Link } from '@tanstack/react-router'
import { Square, Pause, Play, X } from 'lucide-react'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { usePlayer, stopPlayer, togglePlay } from './player-store.ts'
import { useIsRecording, stopRecording, useRecorder } from './recorder-store.ts'
import { settleAgreement, useIsAgreementAsked } from './agreement.ts'
import { formatTimeAt } from './time-words.ts'

export function RecordingOverlays() {
  const { recording, bandId } = usePlayer()
  const { pathname } = useLocation()
  const isRecording = useIsRecording()
  // The mini player is hidden on pages that contain the full player.
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

function AgreementQuestion() {
  return (
    <ConfirmDialog
      isOpen={useIsAgreementAsked()}
      title={recordingMessages.agreementTitle}
      text={recordingMessages.agreementText}
      confirmLabel="Everybody agreed"
      confirmVariant="secondary"
      cancelLabel="Not yet"
      onConfirm={() => settleAgreement(true)}
      onCancel={() => settleAgreement(false)}
    />
  )
}

/** The bar that names the event being recorded, on every page except that event's page. */
function RecordingBar({ pathname }: { pathname: string }) {
  const { take, seconds } = useRecorder()
  if (!take || pathname.endsWith(`/events/${take.eventId}`)) return null
  const { bandId, eventId, name } = take
  return (
    <section
      aria-label="Recording"
      data-docked=""
      className="fixed inset-x-2 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 mx-auto flex max-w-xl items-center gap-2 rounded-card border border-danger bg-raised py-1 pr-3 pl-1 shadow-lg xl:right-6 xl:bottom-6 xl:left-auto xl:w-96"
    >
      <IconButton
        label="Stop recording"
        icon={<Square aria-hidden="true" className="size-5 fill-current text-danger" />}
        onClick={stopRecording}
      />
      <Link
        to="/bands/$bandId/events/$eventId"
        params={{ bandId, eventId }}
        className="flex min-h-11 min-w-0 flex-1 items-center truncate text-sm font-semibold underline"
      >
        {name}
      </Link>
      <p className="text-sm tabular-nums">{formatTimeAt(seconds)}</p>
    </section>
  )
}

/** The mini player of the loaded recording, above the tab bar, while the member is on another page. */
function MiniPlayer() {
  const { recording, isPlaying, atSeconds, seconds } = usePlayer()
  if (!recording) return null
  return (
    <section
      aria-label="Playing"
      data-docked=""
      className="fixed inset-x-2 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 mx-auto flex max-w-xl items-center gap-2 overflow-hidden rounded-card border border-hairline bg-raised py-1 pr-1 pl-2 shadow-lg xl:right-6 xl:bottom-6 xl:left-auto xl:w-96"
    >
      <IconButton
        label={isPlaying ? 'Pause the recording' : 'Play the recording'}
        icon={
          isPlaying ? (
            <Pause aria-hidden="true" className="size-5 fill-current" />
          ) : (
            <Play aria-hidden="true" className="size-5 fill-current" />
          )
        }
        onClick={togglePlay}
      />
      <p className="min-w-0 flex-1 truncate text-sm font-semibold">{recording.name}</p>
      <p className="text-sm text-muted tabular-nums">{formatTimeAt(atSeconds)}</p>
      <IconButton label="Close the player" icon={<X aria-hidden="true" className="size-5" />} onClick={stopPlayer} />
      <span
        aria-hidden="true"
        style={{ width: `${(100 * atSeconds) / (seconds ?? Math.max(atSeconds, 1))}%` }}
        className="absolute bottom-0 left-0 border-b-2 border-accent"
      />
    </section>
  )
}
