// The recordings of an event: the list with the player, the recorder, and the upload.

import type { BandEvent } from '@gaffer/domain/events/event'
import { isRecordingShown, type Recording } from '@gaffer/domain/recordings/recording'
import { recordingMessages } from '@gaffer/domain/recordings/recording-messages'
import { Link } from '@tanstack/react-router'
import type { OwnMembership } from '#lib/me.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { FileChooser } from '#features/files/file-chooser.tsx'
import { UploadRows } from '#features/files/upload-rows.tsx'
import { Recorder } from './recorder.tsx'
import { HiddenRecordingRow, RecordingRow, type RecordingParts } from './recording-row.tsx'
import { Takes } from './takes.tsx'
import { useSendRecording } from './queries.ts'
import { recordingTarget } from './send-recording.ts'

const noRecordings: readonly Recording[] = []

type Props = RecordingParts & { event: BandEvent; membership: OwnMembership }

export function RecordingsOfEvent({ event, membership, ...parts }: Props) {
  const { bandId } = membership
  const recordings = useEndpoint('GET /api/bands/:bandId/recordings', {
    params: { bandId },
    query: { eventId: event.id },
  })
  const songs = useEndpoint('GET /api/bands/:bandId/songs', { params: { bandId } })
  return (
    <section aria-labelledby="recordings" className="grid grid-cols-1 gap-3">
      <h2 id="recordings" className="text-lg font-bold">
        Recordings
      </h2>
      <QueryState query={recordings} fallback={recordingMessages.notRead} loading={<Skeleton className="h-16" />}>
        {(shown) => <RecordingList recordings={shown} songs={songs.data ?? []} membership={membership} {...parts} />}
      </QueryState>
      <Takes event={event} songs={songs.data ?? []} />
      {event.status !== 'cancelled' && <Recorder event={event} songs={songs.data ?? []} />}
      <UploadRecordings bandId={bandId} eventId={event.id} />
      {(recordings.data ?? noRecordings).length === 0 && (
        <p className="text-sm text-muted">
          Record on a phone, or upload an m4a, mp3, ogg, webm, wav or flac file. {recordingMessages.keptUnless}
        </p>
      )}
      <Link
        to="/bands/$bandId/recordings"
        params={{ bandId }}
        className="flex min-h-11 items-center justify-self-start text-sm font-semibold underline"
      >
        All recordings of the band
      </Link>
    </section>
  )
}

type ListProps = RecordingParts & {
  recordings: readonly Recording[]
  songs: Parameters<typeof RecordingRow>[0]['songs']
  membership: OwnMembership
}

export function RecordingList({ recordings, ...props }: ListProps) {
  if (recordings.length === 0) return null
  return (
    <ul aria-label="Recordings" className="grid grid-cols-1 divide-y divide-hairline">
      {recordings.map((recording) =>
        isRecordingShown(recording) ? (
          <RecordingRow key={recording.id} recording={recording} {...props} />
        ) : (
          <HiddenRecordingRow key={recording.id} recording={recording} membership={props.membership} />
        ),
      )}
    </ul>
  )
}

const acceptedTypes = 'audio/*,.m4a,.mp3,.ogg,.oga,.opus,.webm,.wav,.flac'

/** Uploads recordings. `eventId` is null for recordings that belong to no event. */
export function UploadRecordings({ bandId, eventId }: { bandId: string; eventId: string | null }) {
  const send = useSendRecording()
  const sendAll = (files: readonly File[]) => {
    for (const file of files) send({ bandId, eventId, file, fileName: file.name })
  }
  return (
    <>
      <UploadRows target={recordingTarget({ bandId, eventId })} />
      <FileChooser label="Upload a recording" accept={acceptedTypes} isMultiple onChoose={sendAll} />
    </>
  )
}
