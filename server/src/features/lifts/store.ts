import * as z from 'zod/mini'
import { Lift, type ParsedLift } from '@gaffer/domain/lifts/lift'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { hourAndMinute, nameInBand } from '#features/events/conditions.ts'
import { command, manyRows, sql } from '#platform/db/statement.ts'

type EventOfLifts = { bandId: string; eventId: string }
type LiftKey = EventOfLifts & { membershipId: string }

/** The lifts of the event, ordered by the last change of mode or driver: riders are in the order in which they got in. */
export const listLiftsOfEvent = manyRows(
  Lift,
  sql<EventOfLifts>`
    select l.membership_id as "membershipId", ${nameInBand} as "displayName", l.mode, l.seats, l.from_place as "from",
      ${hourAndMinute(sql`l.leaves_at`)} as "leavesAt", l.driver_id as "driverId"
    from lifts l
    join memberships m on m.band_id = l.band_id and m.id = l.membership_id
    left join users p on p.id = m.user_id
    where l.band_id = $bandId and l.event_id = $eventId
    order by l.since, l.membership_id`,
)

/** Returns the memberships with these ids in the band, locked against deletion until the transaction ends. */
export const lockMemberships = manyRows(
  z.strictObject({ id: Id }),
  sql<{ bandId: string; membershipIds: readonly string[] }>`
    select id from memberships where band_id = $bandId and id = any($membershipIds::uuid[]) order by id for key share`,
)

/** If a driver stops driving, a trigger gives the driver's riders the mode `needs`. */
export const upsertLift = command(
  sql<LiftKey & ParsedLift>`
    insert into lifts as l (band_id, event_id, membership_id, mode, seats, from_place, leaves_at, driver_id, since)
    values ($bandId, $eventId, $membershipId, $mode, $seats, $from, $leavesAt, $driverId, $now)
    on conflict (band_id, event_id, membership_id) do update set
      mode = excluded.mode, seats = excluded.seats, from_place = excluded.from_place, leaves_at = excluded.leaves_at,
      driver_id = excluded.driver_id,
      since = case when (l.mode, l.driver_id) is distinct from (excluded.mode, excluded.driver_id) then excluded.since
        else l.since end`,
)

/** When a driver's lift is deleted, a trigger gives the driver's riders the mode `needs`. */
export const deleteLiftRow = command(
  sql<LiftKey>`
    delete from lifts where band_id = $bandId and event_id = $eventId and membership_id = $membershipId`,
)

/** The riders whom the member drives to upcoming gigs. */
export const listRidersOfDriver = manyRows(
  z.strictObject({ eventId: Id, membershipId: Id }),
  sql<{ bandId: string; membershipId: string }>`
    select r.event_id as "eventId", r.membership_id as "membershipId"
    from lifts d
    join lifts r on r.band_id = d.band_id and r.event_id = d.event_id and r.driver_id = d.membership_id
    join events e on e.band_id = d.band_id and e.id = d.event_id and e.deleted_at is null and e.last_day >= $today
    where d.band_id = $bandId and d.membership_id = $membershipId
    order by r.event_id, r.membership_id`,
)
