import { isoText, sql, type Sql } from '#platform/db/statement.ts'

/** People `p` of a ledger, with card `m` and user `u` of members. A card also matches by user: a member who came back has a new card. */
export const peopleWithCards = sql`
  ledger_people p
  left join lateral (
    select c.id, c.user_id, c.display_name from memberships c
    where c.band_id = p.band_id and (c.id = p.membership_id or c.user_id = p.user_id)
    order by c.id is not distinct from p.membership_id desc limit 1) m on true
  left join users u on u.id = m.user_id`

/** The person's present name; for a former member, the name when they left. */
export const nameOfPerson = sql`
  case when m.id is null then p.name else coalesce(m.display_name, u.display_name, p.name) end`

const entryColumnsWithName = (displayName: Sql) => sql`
  e.id, ${isoText(sql`e.at`)} as at, e.on_day as on, e.kind, e.event_id as "eventId", e.person_id as "personId",
  ${displayName} as "displayName", e.pence, e.pot_pence as "potPence", e.method, e.note,
  case when e.file_id is not null then '/api/bands/' || e.band_id || '/ledger/' || e.id || '/receipt' end as "receiptUrl",
  e.reverses, e.made_by as "madeBy"`

/** Columns of a ledger entry `e`, with its person `p`. */
export const entryColumns = entryColumnsWithName(sql`case when p.id is not null then ${nameOfPerson} end`)

/**
 * Ledger entries `e` of a band with the names of their people. Each name is read once: a ledger has thousands of entries of a few people.
 */
export const entriesWithNames = sql`
  with named as materialized (
    select p.id, ${nameOfPerson} as name from ${peopleWithCards} where p.band_id = $bandId)
  select ${entryColumnsWithName(sql`n.name`)}
  from ledger_entries e left join named n on n.id = e.person_id
  where e.band_id = $bandId`
