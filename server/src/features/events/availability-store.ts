import type { MemberMonthAvailability } from '@gaffer/domain/events/availability'
import { nameInBandSql } from './columns.ts'
import { preparedCommand, preparedQuery } from '#platform/db/prepared-query.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { statedMonthsSql } from './availability-columns.ts'

/** Returns a row per member, in the order of members. `months` is the first day of the month; `longest` the maximum days of an entry. */
export const listMonthAvailability = preparedQuery<
  MemberMonthAvailability,
  MemberContext & { months: readonly [string]; longest: number }
>(`
  with members as (
    select m.id, m.user_id, m.joined_at, ${nameInBandSql} as name
    from memberships m join users p on p.id = m.user_id
    where m.band_id = $bandId and m.status = 'active')
  select id as "membershipId", name as "displayName",
    user_id in (select user_id from (${statedMonthsSql('members')}) stated) as "hasSaid"
  from members
  order by joined_at, id`)

export const insertFreeMonth = preparedCommand<AuthenticatedUser & { month: string }>(`
  insert into free_months (user_id, month) values ($userId, $month)
  on conflict (user_id, month) do nothing`)

export const deleteFreeMonth = preparedCommand<AuthenticatedUser & { month: string }>(
  `delete from free_months where user_id = $userId and month = $month`,
)
