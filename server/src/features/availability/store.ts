import type { MemberMonthAvailability } from '@gaffer/domain/availability'
import { nameInBandSql } from '#features/events/columns.ts'
import { preparedCommand, preparedQuery } from '#platform/db/prepared-query.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'

/** Returns a row per member, in the order of members. `month` is the first day of the month; `longest` the maximum days of an entry. */
export const listMonthAvailability = preparedQuery<
  MemberMonthAvailability,
  MemberContext & { month: string; longest: number }
>(`
  select m.id as "membershipId", ${nameInBandSql} as "displayName",
    exists (select from free_months f where f.user_id = p.id and f.month = $month::date)
    or exists (
      select from unavailabilities u
      where u.user_id = p.id and u.deleted_at is null and u.last_day >= $month::date
        and u.date between $month::date - $longest::int and ($month::date + interval '1 month - 1 day')::date
    ) as "hasSaid"
  from memberships m join users p on p.id = m.user_id
  where m.band_id = $bandId and m.status = 'active'
  order by m.joined_at, m.id`)

export const insertFreeMonth = preparedCommand<AuthenticatedUser & { month: string }>(`
  insert into free_months (user_id, month) values ($userId, $month)
  on conflict (user_id, month) do nothing`)

export const deleteFreeMonth = preparedCommand<AuthenticatedUser & { month: string }>(
  `delete from free_months where user_id = $userId and month = $month`,
)
