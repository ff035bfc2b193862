// Inserts and reads ledger entries. A trigger refuses to update or delete them.

import * as z from 'zod/mini'
import { limits } from '@gaffer/domain/shared/limits'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { Balance, LedgerEntry, UnpaidFee } from '@gaffer/domain/money/ledger'
import type { Db } from '#platform/db/connection.ts'
import { command, hasRow, literal, manyRows, oneRow, optionalRow, sql } from '#platform/db/statement.ts'
import type { EventKey } from '#features/events/event-columns.ts'
import { entryColumns, entriesWithNames, nameOfPerson, peopleWithCards } from './columns.ts'

type BandKey = { bandId: string }
type EntryKey = BandKey & { entryId: string }

const entriesOfBand = sql`
  select ${entryColumns}
  from ledger_entries e
  left join (${peopleWithCards}) on p.band_id = e.band_id and p.id = e.person_id
  where e.band_id = $bandId`

type EntryFilter = { personId: string | null; from: string | null; to: string | null; before: string | null }

/** A page of ledger entries, newest first: of one person, or of all if `personId` is null. The page is selected before names are joined. */
export const listEntries = manyRows(
  LedgerEntry,
  sql<BandKey & EntryFilter>`
    select ${entryColumns}
    from (
      select * from ledger_entries l
      where l.band_id = $bandId and ($personId::uuid is null or l.person_id = $personId)
        and ($from::date is null or l.on_day >= $from) and ($to::date is null or l.on_day <= $to)
        and ($before::uuid is null or (l.at, l.id) < (
          select b.at, b.id from ledger_entries b where b.band_id = $bandId and b.id = $before))
      order by l.at desc, l.id desc limit ${literal(limits.ledgerEntriesShown)}) e
    left join (${peopleWithCards}) on p.band_id = e.band_id and p.id = e.person_id
    order by e.at desc, e.id desc`,
)

/** The entries of a person that count for a day of the range, the oldest first. */
export const listEntriesOfPerson = manyRows(
  LedgerEntry,
  sql<BandKey & { personId: string; from: string; to: string }>`
    ${entriesWithNames} and e.person_id = $personId and e.on_day between $from and $to order by e.on_day, e.at, e.id`,
)

export const findEntry = optionalRow(LedgerEntry, sql<EntryKey>`${entriesOfBand} and e.id = $entryId`)

/** The entries that the settlement of an event wrote and that are not reversed. */
export const listOpenEntriesOfSettlement = manyRows(
  LedgerEntry,
  sql<EventKey>`
    ${entriesOfBand} and e.event_id = $eventId and e.is_of_settlement and e.reverses is null and not exists (
      select from ledger_entries r where r.band_id = e.band_id and r.reverses = e.id)
    order by e.at, e.id`,
)

export const isReversed = hasRow(
  sql<EntryKey>`select from ledger_entries where band_id = $bandId and reverses = $entryId`,
)

/** Balances in the order of names: of one person, or of all if `personId` is null. */
export const listBalances = manyRows(
  Balance,
  sql<BandKey & { personId: string | null }>`
    select p.id as "personId", m.id as "membershipId", ${nameOfPerson} as "displayName", s.pence as "owedPence"
    from (
      select person_id, sum(pence)::float8 as pence from ledger_entries
      where band_id = $bandId and person_id is not null and ($personId::uuid is null or person_id = $personId)
      group by person_id) s
    join (${peopleWithCards}) on p.band_id = $bandId and p.id = s.person_id
    order by "displayName", p.id`,
)

export const readPot = oneRow(
  z.strictObject({ potPence: z.int() }),
  sql<BandKey>`
    select coalesce(sum(pot_pence), 0)::float8 as "potPence" from ledger_entries where band_id = $bandId`,
)

export const countEntries = oneRow(
  z.strictObject({ entries: z.int() }),
  sql<BandKey>`select count(*)::int as entries from ledger_entries where band_id = $bandId`,
)

export const findLedgerVisibility = oneRow(
  z.strictObject({ visibleTo: z.enum(['own', 'everyone']) }),
  sql<BandKey>`select ledger_visible_to as "visibleTo" from bands where id = $bandId`,
)

export type NewEntry = Omit<LedgerEntry, 'at' | 'displayName' | 'receiptUrl'> & {
  fileId: string | null
  isOfSettlement: boolean
}

const insertEntryRows = command(
  sql<BandKey & { rows: string }>`
    insert into ledger_entries (band_id, id, at, on_day, kind, event_id, person_id, pence, pot_pence, method, note, file_id,
      reverses, is_of_settlement, made_by)
    select $bandId::uuid, r.id, $now, r."on", r.kind, r."eventId", r."personId", r.pence, r."potPence", r.method, r.note,
      r."fileId", r.reverses, r."isOfSettlement", r."madeBy"
    from jsonb_to_recordset($rows::jsonb) r (id uuid, "on" date, kind text, "eventId" uuid, "personId" uuid, pence int,
      "potPence" int, method text, note text, "fileId" uuid, reverses uuid, "isOfSettlement" boolean, "madeBy" uuid)`,
)

export function insertEntries(tx: Db, { bandId }: BandKey, rows: readonly NewEntry[]): Promise<void> {
  return insertEntryRows(tx, { bandId, rows: JSON.stringify(rows) })
}

/** The receipt of an entry. With a `personId`, undefined for an entry of another person. */
export const findReceipt = optionalRow(
  z.strictObject({ id: Id, bytes: z.number(), mediaType: z.string(), name: z.string() }),
  sql<EntryKey & { personId: string | null }>`
    select f.id, f.bytes::float8 as bytes, f.media_type as "mediaType", f.name
    from ledger_entries e join files f on f.band_id = e.band_id and f.id = e.file_id
    where e.band_id = $bandId and e.id = $entryId and ($personId::uuid is null or e.person_id = $personId)`,
)

export const isEventOfBand = hasRow(sql<EventKey>`select from events where band_id = $bandId and id = $eventId`)

/** Past gigs that were not cancelled, with a fee that is not paid, the oldest first. */
export const listUnpaidFeesOfBand = manyRows(
  UnpaidFee,
  sql<BandKey>`
    select e.id as "eventId", e.title, coalesce(e.venue, e.location) as place, e.date, g.fee_pence as "feePence"
    from gig_sheets g join events e on e.band_id = g.band_id and e.id = g.event_id
    where g.band_id = $bandId and g.fee_pence > 0 and not g.fee_paid and e.deleted_at is null and e.status <> 'cancelled'
      and e.type in ('gig', 'public_gig', 'festival') and coalesce(e.end_date, e.date) < $today
    order by e.date, e.id limit ${literal(limits.ledgerEntriesShown)}`,
)
