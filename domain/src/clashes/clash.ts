// Clashes of stored events. `Conflicts` (conflict-check.ts) are the clashes of the event that a member is typing. The rule for both is
// `findConflicts` (conflicts.ts).

import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'

/**
 * A member who is away during the event, plays with another band that day, or is busy in their own calendar. The dates and times are
 * those of the days away, event or busy time that clashes, whose title, place and band are not revealed.
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
 * Whether days away clash with an event: always if the member has not said Yes to it, otherwise only if the days away were entered or
 * changed after the Yes. Older days away are shown as a note on the answer. Both arguments are ISO times.
 */
export function isDaysAwayClash(daysAwayUpdatedAt: string, answeredYesAt: string | null): boolean {
  return answeredYesAt === null || daysAwayUpdatedAt > answeredYesAt
}
