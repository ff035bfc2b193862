import type { Event } from '@gaffer/domain/event'
import { outboxMessages } from '@gaffer/domain/outbox-messages'
import { readLastEditor } from '#api/events.ts'
import { request } from '#lib/request.ts'
import { describeConflict } from '#components/conflicts/event-differences.ts'
import { draftOf } from '#components/event-form/event-form-values.ts'
import { eventName } from '#components/format-event.ts'
import { OvertakenEdit, type ConflictingEdits } from './overtaken-edit.tsx'

export function OvertakenEvent({ conflict, edits }: ConflictingEdits) {
  const { bandId = '', eventId = '' } = conflict.params
  const before = conflict.before as Event
  const mine: Event = Object.assign({}, before, ...edits.map(({ body }) => body))
  return (
    <OvertakenEdit
      conflict={conflict}
      edits={edits}
      title={outboxMessages.overtaken(eventName(before))}
      read={async () => {
        const event = await request('GET /api/bands/:bandId/events/:eventId', { params: { bandId, eventId } })
        return { event, changedBy: await readLastEditor(bandId, event).catch(() => null) }
      }}
      describe={(theirs) => describeConflict(draftOf(before), draftOf(mine), theirs, outboxMessages.whileOffline)}
      // The body has only the fields that this member changed: the other fields keep the stored values.
      rebase={({ event }) => ({ version: event.version, before: event })}
    />
  )
}
