// Request and response of the conflict check that the event form makes at every change.

import * as z from 'zod/mini'
import { PlainDate, PlainTime } from './date-schemas.ts'
import { Event, daysIssues } from './event.ts'
import { EventType } from './event-type-schema.ts'
import { Id } from './common-schemas.ts'

const orNull = <T extends z.ZodMiniType>(schema: T) => z.prefault(z.nullable(schema), null)

/** Incomplete times are accepted, because the form sends the request while the user is typing. */
export const ConflictCheckRequest = z
  .strictObject({
    date: PlainDate,
    endDate: orNull(PlainDate),
    startTime: orNull(PlainTime),
    endTime: orNull(PlainTime),
    type: EventType,
    membershipId: orNull(Id),
    excludeEventId: orNull(Id),
  })
  .check((ctx) => {
    if (ctx.issues.length > 0) return
    for (const { path, message } of daysIssues(ctx.value)) {
      ctx.issues.push({ code: 'custom', path: [path], message, input: ctx.value })
    }
  })
export type ConflictCheckRequest = z.output<typeof ConflictCheckRequest>

/** A time from a member's event with another band, or from their connected calendar: nothing else is revealed. */
export const BusyMember = z.strictObject({
  membershipId: Id,
  displayName: z.string(),
  date: z.string(),
  endDate: z.nullable(z.string()),
  startTime: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
})
export type BusyMember = z.infer<typeof BusyMember>

const NamedMember = z.strictObject({ membershipId: Id, displayName: z.string() })

export const Conflicts = z.strictObject({
  /** Other events of this band at the same time. */
  bandEventConflicts: z.array(Event),
  /** Members who are away. */
  unavailabilityConflicts: z.array(Event),
  /** For days away: the band's events during them. */
  affectedBandEvents: z.array(Event),
  busyElsewhere: z.array(BusyMember),
  /** Members whom nothing keeps away, and who have said something about the month of the date; for band events only. */
  free: z.array(NamedMember),
  /** Members whom nothing keeps away, but who have said nothing about that month. */
  unsaid: z.array(NamedMember),
})
export type Conflicts = z.infer<typeof Conflicts>
