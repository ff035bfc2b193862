// Lists the takes of an event that are on this device and not sent yet.

import type { BandEvent } from '@gaffer/domain/events/event'
import { Send, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useUploads } from '#features/files/upload-store.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useIsRecording } from './recorder-store.ts'
import { recordingTarget, fileNameOf } from './send-recording.ts'
import { useSendTake } from './queries.ts'
import { showActionFailure } from './show-action-failure.ts'
import { deleteTake, hasEnded, listTakes, type Take } from './take-database.ts'
import { formatTimeAt } from './time-words.ts'

const noTakes: readonly Take[] = []

export function Takes({ event }: { event: BandEvent }) {
  const sendTake = useSendTake()
  const uploads = useUploads(recordingTarget({ bandId: event.bandId, eventId: event.id }))
  const [readCount, setReadCount] = useState(0)
  const [takeToDelete, setTakeToDelete] = useState<Take | null>(null)
  const [preparingId, setPreparingId] = useState<string | null>(null)
  const readAgain = () => setReadCount((count) => count + 1)
  const isUploading = (take: Take) => uploads.some(({ name }) => name === fileNameOf(take))

  async function send(take: Take) {
    setPreparingId(take.id)
    await sendTake(take, readAgain).catch((error: unknown) =>
      showActionFailure(error, 'The recording could not be sent'),
    )
    setPreparingId(null)
  }
  // Resumes the takes whose upload was interrupted by closing the page.
  const takes = useTakesOf(event.id, readCount, (read) => {
    for (const take of read) if (take.isSending && !isUploading(take)) void send(take)
  })
  const shown = takes.filter((take) => !isUploading(take))
  if (shown.length === 0) return null
  return (
    <ul aria-label="Not sent yet" className="grid grid-cols-1 gap-2">
      {shown.map((take) => (
        <li key={take.id} className="flex items-center gap-2 rounded-control border border-warn py-2 pr-1 pl-3">
          <div className="min-w-0 flex-1">
            <p className="font-semibold break-words">{take.name}</p>
            <p className="text-sm text-muted tabular-nums">{formatTimeAt(take.seconds)} · only on this device</p>
          </div>
          <Button size="sm" isBusy={preparingId === take.id} onClick={() => void send(take)}>
            <Send aria-hidden="true" className="size-5" />
            Send
          </Button>
          <IconButton
            label={`Delete ${take.name}`}
            icon={<Trash2 aria-hidden="true" className="size-5" />}
            onClick={() => setTakeToDelete(take)}
          />
        </li>
      ))}
      <ConfirmDialog
        isOpen={takeToDelete !== null}
        title={`Delete ${takeToDelete?.name ?? ''}?`}
        text="It was not sent, and cannot be restored."
        confirmLabel="Delete"
        confirmVariant="dangerOutline"
        saves={false}
        onConfirm={() => {
          if (takeToDelete) void deleteTake(takeToDelete.id).then(readAgain)
          setTakeToDelete(null)
        }}
        onCancel={() => setTakeToDelete(null)}
      />
    </ul>
  )
}

/** The stored takes. Read again when `readCount` changes, and after a recording. `onRead` is called once, with the takes of the first read. */
function useTakesOf(eventId: string, readCount: number, onRead: (takes: readonly Take[]) => void): readonly Take[] {
  const { user } = useMeOrThrow()
  const isRecording = useIsRecording()
  const [takes, setTakes] = useState<readonly Take[]>([])
  const showEndedTakes = useEffectEvent((read: readonly Take[], isFirst: boolean) => {
    const ended = read.filter(hasEnded)
    setTakes(ended)
    if (isFirst) onRead(ended)
  })
  useEffect(() => {
    let isWanted = true
    const show = (read: readonly Take[]) => isWanted && showEndedTakes(isRecording ? noTakes : read, readCount === 0)
    // If IndexedDB fails, there are no takes.
    void listTakes(user.id, eventId).then(show, () => show([]))
    return () => void (isWanted = false)
  }, [user.id, eventId, isRecording, readCount])
  return takes
}
