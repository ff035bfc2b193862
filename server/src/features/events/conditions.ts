// SQL that several features share about an event `e` and the people of its band.

import { formerMemberName } from '@gaffer/domain/bands/member'
import { eventTypes, isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { literal, sql, type Sql } from '#platform/db/statement.ts'

/** The ids of the events `$eventIds` of the band, and of the other options in their option groups. */
export const idsWithOptions = sql`
  (select id from events where band_id = $bandId and id = any($eventIds::uuid[])
   union
   select o.id from events g join events o on o.band_id = g.band_id and o.option_group_id = g.option_group_id
   where g.band_id = $bandId and g.id = any($eventIds::uuid[]))`

/** SQL: a time of day as HH:mm. `left` takes half the time of `to_char`. */
export const hourAndMinute = (time: Sql) => sql`left(${time}::text, 5)`

/** SQL list: the event types with a gig sheet. */
export const gigTypes = literal(eventTypes.filter(isGigOrFestival))

/**
 * SQL condition: days away of the user overlap the event `e`. The lower bound of `u.date` limits the index scan: days away last at most
 * `limits.eventDays`.
 */
export const isAwayDuringEvent = (userId: Sql) => sql`
  exists (
    select from unavailabilities u
    where u.user_id = ${userId} and u.deleted_at is null and u.last_day >= e.date
      and u.date between e.date - ${literal(limits.eventDays)} and e.last_day)`

/** The name of a user `p` with the membership `m`. */
export const nameInBand = sql`coalesce(m.display_name, p.display_name, 'New member')`

/** Users `p` of the band with their active memberships `m`. */
export const peopleOfBand = sql`
  (users p join memberships m on m.user_id = p.id and m.band_id = $bandId and m.status = 'active')`

/** The id of the user's membership in the band; null once they left. The default band is the band of the event `e`. */
export const membershipOfUser = (userId: Sql, bandId: Sql = sql`e.band_id`) => sql`
  (select m.id from memberships m where m.band_id = ${bandId} and m.user_id = ${userId} and m.status = 'active')`

/**
 * The display name of a user in the band, now or when they left; "Former member" once the account is erased. The default band is the band
 * of the event `e`.
 */
export const nameOfUser = (userId: Sql, bandId: Sql = sql`e.band_id`) => sql`
  coalesce(
    (select coalesce(m.display_name, case when m.id is null then n.name else u.display_name end)
     from users u
     left join memberships m on m.band_id = ${bandId} and m.user_id = u.id
     left join activity_names n on n.band_id = ${bandId} and n.user_id = u.id
     where u.id = ${userId}), ${literal(formerMemberName)})`

/** The name of the author of the change `c` of the event `e`: the user's name, or the name that a band file gave. */
export const nameOfChangeAuthor = sql`
  case when c.user_id is null and c.member_name is not null then c.member_name else ${nameOfUser(sql`c.user_id`)} end`
