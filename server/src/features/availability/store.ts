import type { MemberMonthAvailability } from '@gaffer/domain/availability'
import { nameInBandSql } from '#features/events/columns.ts'
import { hasSaidInMonthSql } from './columns.ts'
import { preparedCommand, preparedQuery } from '#platform/db/prepared-query.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'

/** Returns a row per member, in the order of members. `month` is the first day of the month; `longest` the maximum days of an entry. */
export const listMonthAvailability = preparedQuery<
  MemberMonthAvailability,
  MemberContext & { month: string; longest: number }
>(`
  select m.id as "membershipId", ${nameInBandSql} as "displayName",
    ${hasSaidInMonthSql('p.id', '$month::date')} as "hasSaid"
  from memberships m join users p on p.id = m.user_id
  where m.band_id = $bandId and m.status = 'active'
  order by m.joined_at, m.id`)

export const insertFreeMonth = preparedCommand<AuthenticatedUser & { month: string }>(`
  insert into free_months (user_id, month) values ($userId, $month)
  on conflict (user_id, month) do nothing`)

export const deleteFreeMonth = preparedCommand<AuthenticatedUser & { month: string }>(
  `delete from free_months where user_id = $userId and month = $month`,
)
