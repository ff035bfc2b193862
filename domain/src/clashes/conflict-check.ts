// Request and response of the conflict check that the event form makes at every change. The candidate is the event or days away in the form.

import { MemberBusyTime } from '@gaffer/domain/busy-calendars/busy-calendar'
import * as z from 'zod/mini'
import { PlainDate, PlainTime } from '@gaffer/domain/shared/date-schemas'
import { BandEvent, DaysAway, findDayRangeIssues } from '@gaffer/domain/events/event'
import { EventTypeSchema } from '@gaffer/domain/shared/event-type-schema'
import { Id } from '@gaffer/domain/shared/common-schemas'

const orNull = <T extends z.ZodMiniType>(schema: T) => z.prefault(z.nullable(schema), null)

/** An end time without a start time is accepted, because the form sends the request while the user is typing. */
export const ConflictCheckInput = z
  .strictObject({
    date: PlainDate,
    endDate: orNull(PlainDate),
    startTime: orNull(PlainTime),
    endTime: orNull(PlainTime),
    type: EventTypeSchema,
    membershipId: orNull(Id),
    excludeEventId: orNull(Id),
  })
  .check((ctx) => {
    if (ctx.issues.length > 0) return
    for (const { path, message } of findDayRangeIssues(ctx.value)) {
      ctx.issues.push({ code: 'custom', path: [path], message, input: ctx.value })
    }
  })
export type ConflictCheckInput = z.output<typeof ConflictCheckInput>

const NamedMember = z.strictObject({ membershipId: Id, displayName: z.string() })

export const Conflicts = z.strictObject({
  /** Events of this band that overlap the candidate; empty if it is days away (then see `affectedBandEvents`). */
  bandEventConflicts: z.array(BandEvent),
  /** Days away of members that overlap the candidate. */
  unavailabilityConflicts: z.array(DaysAway),
  /** Events of the band that overlap the candidate, if it is days away. */
  affectedBandEvents: z.array(BandEvent),
  busyElsewhere: z.array(MemberBusyTime),
  /** Members without a conflict who have stated their availability for the month of the date. Empty for days away. */
  free: z.array(NamedMember),
  /** Members without a conflict who have not stated their availability for the month of the date. */
  unsaid: z.array(NamedMember),
})
export type Conflicts = z.infer<typeof Conflicts>
