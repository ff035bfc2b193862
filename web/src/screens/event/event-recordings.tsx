// The recordings of an event, each with its notes.

import type { BandEvent } from '@gaffer/domain/events/event'
import { RecordingNotes } from '#features/notes/recording-notes.tsx'
import { useReports } from '#features/notes/use-reports.tsx'
import { RecordingsOfEvent } from '#features/recordings/recordings-of-event.tsx'
import type { OwnMembership } from '#lib/me.ts'

type Props = { event: BandEvent; membership: OwnMembership }

export function EventRecordings({ event, membership }: Props) {
  const { report, reportDialog } = useReports(membership.bandId, 'recording')
  return (
    <>
      <RecordingsOfEvent
        event={event}
        membership={membership}
        renderNotes={(recording) => <RecordingNotes recording={recording} membership={membership} />}
        onReport={report}
      />
      {reportDialog}
    </>
  )
}
