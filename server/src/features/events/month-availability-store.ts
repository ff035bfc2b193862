import { MemberMonthAvailability } from '@gaffer/domain/events/availability'
import { command, manyRows, sql } from '#platform/db/statement.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { statedMonths } from './month-availability-columns.ts'
import { nameInBand } from './conditions.ts'

/** Returns a row per member, in the order in which they joined. `months` has one element, the first day of the month. */
export const listMonthAvailability = manyRows(
  MemberMonthAvailability,
  sql<MemberContext & { months: readonly [string] }>`
    select m.id as "membershipId", ${nameInBand} as "displayName",
      m.id in (select "membershipId" from (${statedMonths}) stated) as "hasSaid"
    from memberships m join users p on p.id = m.user_id
    where m.band_id = $bandId and m.status = 'active'
    order by m.joined_at, m.id`,
)

export const insertFreeMonth = command(
  sql<AuthenticatedUser & { month: string }>`
    insert into free_months (user_id, month) values ($userId, $month)
    on conflict (user_id, month) do nothing`,
)

export const deleteFreeMonth = command(
  sql<AuthenticatedUser & { month: string }>`
    delete from free_months where user_id = $userId and month = $month`,
)
