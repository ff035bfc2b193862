// Clashes of stored events. `Conflicts` (conflict-check.ts) are the clashes of the event that a member is typing. The rule for both,
// `spansOverlap`, is in span.ts.

import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'

/**
 * A member who is away during the event, plays with another band that day, or is busy in their own calendar. The times are those of
 * the other entry: no title, place or band.
 */
export const Clash = z.strictObject({
  eventId: Id,
  membershipId: Id,
  displayName: z.string(),
  reason: z.enum(['away', 'plays_elsewhere', 'busy']),
  date: z.string(),
  endDate: z.nullable(z.string()),
  startTime: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
  /** The dep who plays in the member's place. */
  coveredBy: z.nullable(z.string()),
})
export type Clash = z.infer<typeof Clash>

/**
 * Whether days away clash with an event that their member said Yes to: the later of the two counts. Days away from before the
 * Yes are a note on the answer; those entered or changed after it clash. Both arguments are ISO times.
 */
export function areDaysAwayNewerThanYes(daysAwayUpdatedAt: string, answeredYesAt: string | null): boolean {
  return answeredYesAt === null || daysAwayUpdatedAt > answeredYesAt
}
