// The lifts of an event and its running times, as they are when a notice about them is composed.

import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { hourAndMinute } from '#features/events/conditions.ts'
import { manyRows, optionalRow, sql } from '#platform/db/statement.ts'

type EventOfLifts = { bandId: string; eventId: string }

const LiftOfNotice = z.strictObject({
  membershipId: Id,
  mode: z.string(),
  seats: z.nullable(z.int()),
  from: z.nullable(z.string()),
  leavesAt: z.nullable(z.string()),
  driverId: z.nullable(Id),
  hasSaidNo: z.boolean(),
})
export type LiftOfNotice = z.infer<typeof LiftOfNotice>

export const listLiftsOfNotice = manyRows(
  LiftOfNotice,
  sql<EventOfLifts>`
    select l.membership_id as "membershipId", l.mode, l.seats, l.from_place as "from",
      ${hourAndMinute(sql`l.leaves_at`)} as "leavesAt", l.driver_id as "driverId", coalesce(a.answer = 'no', false) as "hasSaidNo"
    from lifts l
    left join answers a on a.band_id = l.band_id and a.event_id = l.event_id and a.membership_id = l.membership_id
    where l.band_id = $bandId and l.event_id = $eventId`,
)

export const findRunningTimes = optionalRow(
  z.strictObject({ times: z.array(z.strictObject({ time: z.string(), label: z.string() })) }),
  sql<EventOfLifts>`select times from gig_sheets where band_id = $bandId and event_id = $eventId`,
)
