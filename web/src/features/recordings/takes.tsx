// Lists the takes of an event that are on this device and not sent yet, and plays them.

import type { BandEvent } from '@gaffer/domain/events/event'
import type { Song } from '@gaffer/domain/songs/song'
import { Pause, Play, Send, Trash2 } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useUploads } from '#features/files/upload-store.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { playTake } from './play-take.ts'
import { Player } from './player.tsx'
import { stopPlaying, togglePlay, usePlayer } from './player-store.ts'
import { useIsRecording } from './recorder-store.ts'
import { recordingTarget, fileNameOf } from './send-recording.ts'
import { useSendTake } from './queries.ts'
import { showActionFailure } from './show-action-failure.ts'
import { deleteTake, hasEnded, listTakes, msUntilEnded, onTakesChange, type Take } from './take-database.ts'
import { formatTimeAt } from './time-words.ts'

const noTakes: readonly Take[] = []

type Props = { event: BandEvent; songs: readonly Song[] }

export function Takes({ event, songs }: Props) {
  const sendTake = useSendTake()
  const uploads = useUploads(recordingTarget({ bandId: event.bandId, eventId: event.id }))
  const [takeToDelete, setTakeToDelete] = useState<Take | null>(null)
  const [preparingId, setPreparingId] = useState<string | null>(null)
  const isUploading = (take: Take) => uploads.some(({ name }) => name === fileNameOf(take))

  async function sendStoredTake(take: Take) {
    setPreparingId(take.id)
    await sendTake(take).catch((error: unknown) => showActionFailure(error, 'The recording could not be sent'))
    setPreparingId((id) => (id === take.id ? null : id))
  }
  const takes = useEndedTakes(event.id)
  if (takes.length === 0) return null
  return (
    <ul aria-label="Not sent yet" className="grid grid-cols-1 gap-2">
      {takes.map((take) => (
        <TakeRow key={take.id} take={take} songs={songs}>
          {!isUploading(take) && (
            <>
              <Button
                size="sm"
                aria-label={`Send ${take.name}`}
                isBusy={preparingId === take.id}
                onClick={() => void sendStoredTake(take)}
              >
                <Send aria-hidden="true" className="size-5" />
                Send
              </Button>
              <IconButton
                label={`Delete ${take.name}`}
                icon={<Trash2 aria-hidden="true" className="size-5" />}
                onClick={() => setTakeToDelete(take)}
              />
            </>
          )}
        </TakeRow>
      ))}
      <ConfirmDialog
        isOpen={takeToDelete !== null}
        title={`Delete ${takeToDelete?.name ?? ''}?`}
        text="It was not sent, and cannot be restored."
        confirmLabel="Delete"
        confirmVariant="dangerOutline"
        saves={false}
        onConfirm={() => {
          if (takeToDelete) {
            stopPlaying(takeToDelete.id)
            void deleteTake(takeToDelete.id)
          }
          setTakeToDelete(null)
        }}
        onCancel={() => setTakeToDelete(null)}
      />
    </ul>
  )
}

type RowProps = {
  take: Take
  songs: readonly Song[]
  /** The buttons that send and delete the take. */ children: ReactNode
}

function TakeRow({ take, songs, children }: RowProps) {
  const player = usePlayer()
  const isChosen = player.recording?.id === take.id
  const isPlaying = isChosen && player.isPlaying
  const playTakeOrShowFailure = () =>
    void playTake(take).catch((error: unknown) => showActionFailure(error, 'The recording could not be played'))
  return (
    <li className="grid grid-cols-1 gap-2 rounded-control border border-warn p-2">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton
          label={`${isPlaying ? 'Pause' : 'Play'} ${take.name}`}
          icon={
            isPlaying ? (
              <Pause aria-hidden="true" className="size-5 fill-current" />
            ) : (
              <Play aria-hidden="true" className="size-5 fill-current" />
            )
          }
          onClick={isChosen ? togglePlay : playTakeOrShowFailure}
        />
        <div className="min-w-0 flex-1 basis-32">
          <p className="font-semibold break-words">{take.name}</p>
          <p className="text-sm text-muted tabular-nums">{formatTimeAt(take.seconds)} · only on this device</p>
        </div>
        <div className="ml-auto flex items-center gap-2">{children}</div>
      </div>
      {isChosen && <Player songs={songs} canChangeMarks={false} />}
    </li>
  )
}

/** The stored takes, without one that is being recorded. */
function useEndedTakes(eventId: string): readonly Take[] {
  const { user } = useMeOrThrow()
  const isRecording = useIsRecording()
  const [takes, setTakes] = useState<readonly Take[]>(noTakes)
  useEffect(() => {
    let isMounted = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (found: readonly Take[]) => {
      if (!isMounted) return
      setTakes(isRecording ? noTakes : found.filter(hasEnded))
      // The page may have been closed while it recorded: the take is listed once it is certain that no tab records it.
      const runningTakes = isRecording ? noTakes : found.filter((take) => !hasEnded(take))
      clearTimeout(timer)
      if (runningTakes.length > 0) timer = setTimeout(read, Math.min(...runningTakes.map(msUntilEnded)))
    }
    // If IndexedDB fails, no takes are listed.
    const read = () => void listTakes(user.id, eventId).then(show, () => show(noTakes))
    read()
    const stopListening = onTakesChange(read)
    return () => {
      isMounted = false
      clearTimeout(timer)
      stopListening()
    }
  }, [user.id, eventId, isRecording])
  return takes
}
