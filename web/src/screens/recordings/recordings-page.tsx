// All recordings of a band, including those without an event.

import type { ShownRecording } from '@gaffer/domain/recordings/recording'
import { recordingMessages } from '@gaffer/domain/recordings/recording-messages'
import { limits } from '@gaffer/domain/shared/limits'
import type { Song } from '@gaffer/domain/songs/song'
import { Link, useParams } from '@tanstack/react-router'
import { AudioLines } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useSelectLinkedBand } from '#features/bands/use-selected-band.ts'
import { EventOfOtherBand } from '#features/events/absent-event.tsx'
import { RecordingNotes } from '#features/notes/recording-notes.tsx'
import { useReports } from '#features/notes/use-reports.tsx'
import type { RecordingParts } from '#features/recordings/recording-row.tsx'
import { RecordingList, UploadRecordings } from '#features/recordings/recordings-of-event.tsx'
import { useMeOrThrow, type OwnMembership } from '#lib/me.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'

export function RecordingsPage() {
  const { bandId } = useParams({ from: '/cached/signed-in/layout/bands/$bandId/recordings' })
  const { bands } = useMeOrThrow()
  const membership = bands.find((one) => one.bandId === bandId)
  if (!membership) return <EventOfOtherBand heading="Recordings" />
  return <RecordingsOfBand key={bandId} membership={membership} />
}

function RecordingsOfBand({ membership }: { membership: OwnMembership }) {
  const { bandId, band } = membership
  useSelectLinkedBand(bandId)
  const songs = useEndpoint('GET /api/bands/:bandId/songs', { params: { bandId } })
  const { report, reportDialog } = useReports(bandId, 'recording')
  return (
    <>
      <PageHeading title="Recordings" text={band.name} />
      <Card className="grid grid-cols-1 gap-3 p-4 sm:p-5">
        <UploadRecordings bandId={bandId} eventId={null} />
        <RecordingPage
          before={null}
          membership={membership}
          songs={songs.data ?? []}
          onReport={report}
          renderNotes={(recording) => <BelowRecording recording={recording} membership={membership} />}
          empty={
            <EmptyState
              icon={<AudioLines aria-hidden="true" className="size-10" />}
              title={recordingMessages.noneYet}
              text={recordingMessages.howToRecord}
            />
          }
        />
      </Card>
      {reportDialog}
    </>
  )
}

type RecordingPageProps = RecordingParts & {
  /** The id of the last recording of the page above; null for the newest page. */
  before: string | null
  membership: OwnMembership
  songs: readonly Song[]
  empty: ReactNode
}

/** A page of recordings, and below it the next page once its button is pressed. */
function RecordingPage({ before, empty, ...props }: RecordingPageProps) {
  const { bandId } = props.membership
  const [isNextShown, setNextShown] = useState(false)
  const read = useEndpoint('GET /api/bands/:bandId/recordings', {
    params: { bandId },
    query: before === null ? {} : { before },
  })
  const lastOfFullPage = read.data?.length === limits.recordingsPerPage ? read.data.at(-1) : undefined
  return (
    <>
      <QueryState
        query={read}
        fallback={recordingMessages.notRead}
        loading={
          <SkeletonGroup label="Loading the recordings">
            <Skeleton className="h-60" />
          </SkeletonGroup>
        }
        empty={before === null ? empty : null}
      >
        {(recordings) => <RecordingList recordings={recordings} {...props} />}
      </QueryState>
      {lastOfFullPage && isNextShown && <RecordingPage before={lastOfFullPage.id} empty={null} {...props} />}
      {lastOfFullPage && !isNextShown && (
        <Button variant="secondary" size="sm" className="justify-self-center" onClick={() => setNextShown(true)}>
          Show earlier recordings
        </Button>
      )}
    </>
  )
}

function BelowRecording({ recording, membership }: { recording: ShownRecording; membership: OwnMembership }) {
  const { bandId } = membership
  return (
    <>
      {recording.eventId !== null && (
        <Link
          to="/bands/$bandId/events/$eventId"
          params={{ bandId, eventId: recording.eventId }}
          className="flex min-h-11 items-center justify-self-start text-sm font-semibold underline"
        >
          Go to its event
        </Link>
      )}
      <RecordingNotes recording={recording} membership={membership} />
    </>
  )
}
