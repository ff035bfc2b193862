import type { CalendarEntry } from '@gaffer/domain/events/event'
import { outboxMessages } from '@gaffer/domain/operations/outbox-messages'
import { fetchLastEditorName } from '#features/activity/queries.ts'
import { fetchStoredEvent } from '#features/events/queries.ts'
import { describeEventEditConflict } from './event-differences.ts'
import { formValuesFromEvent } from './event-form-values.ts'
import { eventName } from '#features/events/format-event.ts'
import { WaitingEditConflictDialog, type WaitingEditConflict } from '#offline/waiting-edit-conflict-dialog.tsx'

export function EventEditConflictDialog({ conflict, edits }: WaitingEditConflict) {
  const { bandId = '', eventId = '' } = conflict.params
  const before = conflict.before as CalendarEntry
  const mine: CalendarEntry = Object.assign({}, before, ...edits.map(({ body }) => body))
  return (
    <WaitingEditConflictDialog
      conflict={conflict}
      edits={edits}
      title={outboxMessages.overtaken(eventName(before))}
      read={async () => {
        const event = await fetchStoredEvent(bandId, eventId)
        return { event, changedBy: await fetchLastEditorName(bandId, event).catch(() => null) }
      }}
      describe={(theirs) =>
        describeEventEditConflict(
          formValuesFromEvent(before),
          formValuesFromEvent(mine),
          theirs,
          outboxMessages.whileOffline,
        )
      }
      // The edit keeps its body, which has only the fields that this member changed, so the other fields keep the stored values.
      rebase={({ event }) => ({ version: event.version, before: event })}
    />
  )
}
