import * as z from 'zod/mini'
import { MemberMonthAvailability } from '@gaffer/domain/events/availability'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { command, literal, manyRows, sql } from '#platform/db/statement.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { nameInBand } from './conditions.ts'

/** The members of the band about whom the month is known: by days away in it, or because they said that they are free all month. */
const statedMonths = sql`
  select m.id as "membershipId", f.month
  from memberships m join free_months f on f.user_id = m.user_id and f.month = any($months::date[])
  where m.band_id = $bandId and m.status = 'active'
  union
  select m.id, asked.month
  from memberships m
  join unavailabilities u on u.user_id = m.user_id and u.deleted_at is null and u.last_day >= ($months::date[])[1]
    and u.date between ($months::date[])[1] - ${literal(limits.eventDays)}
      and ($months::date[])[cardinality($months::date[])] + interval '1 month - 1 day'
  join unnest($months::date[]) asked(month) on u.last_day >= asked.month and u.date < asked.month + interval '1 month'
  where m.band_id = $bandId and m.status = 'active'`

/** `months` are the first days of months, ascending. */
type AskedMonths = { months: readonly string[] }

/** `month` is a first day. */
export const listStatedMonths = manyRows(
  z.strictObject({ membershipId: Id, month: z.string() }),
  sql<MemberContext & AskedMonths>`${statedMonths}`,
)

/** Returns a row per member, in the order of members. `months` is one month. */
export const listMonthAvailability = manyRows(
  MemberMonthAvailability,
  sql<MemberContext & AskedMonths>`
    select m.id as "membershipId", ${nameInBand} as "displayName",
      m.id in (select "membershipId" from (${statedMonths}) stated) as "hasSaid"
    from memberships m join users p on p.id = m.user_id
    where m.band_id = $bandId and m.status = 'active'
    order by m.joined_at, m.id`,
)

export const insertFreeMonth = command(
  sql<AuthenticatedUser & { month: string }>`
    insert into free_months (user_id, month, said_at) values ($userId, $month, $now)
    on conflict (user_id, month) do nothing`,
)

export const deleteFreeMonth = command(
  sql<AuthenticatedUser & { month: string }>`
    delete from free_months where user_id = $userId and month = $month`,
)
