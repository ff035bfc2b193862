// SQL of the history of events, which the events' own store and the band file select.

import { limits } from '@gaffer/domain/limits'
import { formerMemberName } from '@gaffer/domain/member'
import { instantSql } from '#platform/db/sql.ts'

/** SQL: the display name of a user in the band of the event `e`, now or when they left; "Former member" once the account is erased. */
export const nameOfUserSql = (userId: string) => `coalesce(
  (select coalesce(m.display_name, case when m.id is null then n.name else u.display_name end)
   from users u
   left join memberships m on m.band_id = e.band_id and m.user_id = u.id
   left join activity_names n on n.band_id = e.band_id and n.user_id = u.id
   where u.id = ${userId}), '${formerMemberName}')`
/** SQL: the id of the user's membership in the band of the event `e`; null once they left. */
export const membershipOfUserSql = (userId: string) =>
  `(select m.id from memberships m where m.band_id = e.band_id and m.user_id = ${userId} and m.status = 'active')`

/** SQL: who made the change `c` of the event `e`: the user's name, or the name that a band file gave. */
export const changedBySql = `case when c.user_id is null and c.member_name is not null then c.member_name
  else ${nameOfUserSql('c.user_id')} end`

/** SQL: the changes of the event `e` for a band file, the newest ones, in the order of their versions. */
export const fileChangesJsonSql = `(
  select coalesce(json_agg(json_build_object(
    'at', ${instantSql('c.at')}, 'membershipId', coalesce(c.membership_id, ${membershipOfUserSql('c.user_id')}),
    'displayName', ${changedBySql}, 'fields', c.fields) order by c.version), '[]')
  from (
    select * from event_changes where band_id = e.band_id and event_id = e.id
    order by version desc limit ${limits.changesInBandFile}) c)`
