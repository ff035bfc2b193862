// Reads and writes the dep book of a band.

import * as z from 'zod/mini'
import { Dep } from '@gaffer/domain/deps/dep'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import type { Db } from '#platform/db/connection.ts'
import { countUpTo, insertWithinLimit } from '#platform/db/row-limit.ts'
import { command, hasRow, manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { hasRefusedAsks } from './columns.ts'

type DepKey = { bandId: string; id: string }

const depsOfBand = sql`
  select d.id, d.name, d.instrument, d.note, d.phone, ${hasRefusedAsks} as "doNotAsk" from deps d where d.band_id = $bandId`

export const listDepsWithNumbers = manyRows(Dep, sql<MemberContext>`${depsOfBand} order by lower(d.name), d.id`)
export const findDep = optionalRow(Dep, sql<DepKey>`${depsOfBand} and d.id = $id`)

const DepRow = z.extend(z.pick(Dep, { id: true, name: true, instrument: true, note: true }), {
  phone: z.string(),
  phoneMac: z.instanceof(Buffer),
})
type DepRow = z.infer<typeof DepRow>

const insertDepBelowLimit = optionalRow(
  z.strictObject({ id: Id }),
  sql<DepRow & { bandId: string; maxRows: number }>`
    insert into deps (band_id, id, name, phone, phone_mac, instrument, note, created_at)
    select id, $id, $name, $phone, $phoneMac, $instrument, $note, $now from bands
    where id = $bandId and ${countUpTo(sql`deps where band_id = $bandId`)} < $maxRows
    returning id`,
)

/** Returns false when the dep book is full; throws for a number that is in it already (`uniqueDepNumberConstraint`). */
export async function insertDep(tx: Db, { bandId }: { bandId: string }, dep: DepRow): Promise<boolean> {
  return !!(await insertWithinLimit(tx, limits.depsPerBand, bandId, insertDepBelowLimit, { bandId, ...dep }))
}

const insertDepBook = command(
  sql<{ bandId: string; rows: string }>`
    with given as (
      select * from jsonb_to_recordset($rows::jsonb) as r (
        id uuid, name text, phone text, "phoneMac" text, instrument text, note text, "doNotAsk" boolean)),
    added as (
      insert into deps (band_id, id, name, phone, phone_mac, instrument, note, created_at)
      select $bandId, id, name, phone, decode("phoneMac", 'hex'), instrument, note, $now from given)
    insert into dep_refusals (band_id, phone_mac, refused_at)
    select $bandId, decode("phoneMac", 'hex'), $now from given where "doNotAsk"`,
)

/** Inserts the rows into an empty dep book; `phoneMac` is in hexadecimal digits. */
export async function insertDeps(tx: Db, bandId: string, rows: readonly object[]): Promise<void> {
  await insertDepBook(tx, { bandId, rows: JSON.stringify(rows) })
}

/** The constraint that a band has each number once. */
export const uniqueDepNumberConstraint = 'deps_band_id_phone_key'

/** Whether the person with the number does not want to be asked by the band. */
export const isNumberRefused = hasRow(
  sql<{ bandId: string; phoneMac: Buffer }>`
    select from dep_refusals where band_id = $bandId and phone_mac = $phoneMac`,
)

export const lockDep = optionalRow(
  DepRow,
  sql<DepKey>`
    select id, name, phone, phone_mac as "phoneMac", instrument, note from deps
    where band_id = $bandId and id = $id for no key update`,
)

export const updateDep = command(
  sql<DepRow & { bandId: string }>`
    update deps set name = $name, phone = $phone, phone_mac = $phoneMac, instrument = $instrument, note = $note
    where band_id = $bandId and id = $id`,
)

export const listEventsWithAsksOfDep = manyRows(
  z.strictObject({ bandId: Id, eventId: Id }),
  sql<DepKey>`
    select distinct r.band_id as "bandId", r.event_id as "eventId"
    from dep_asks a join dep_requests r on r.band_id = a.band_id and r.id = a.request_id
    where a.band_id = $bandId and a.dep_id = $id order by 2`,
)

/** The events with dep requests from yesterday on. `findDueDepTextKind` leaves out those that have started. */
export const listComingEventsWithDepRequests = manyRows(
  z.strictObject({ bandId: Id, eventId: Id }),
  sql<{ bandId: string }>`
    select e.band_id as "bandId", e.id as "eventId" from events e
    where e.band_id = $bandId and e.date >= $today - 1 and exists (
      select from dep_requests r where r.band_id = e.band_id and r.event_id = e.id)
    order by e.id`,
)

/** Deletes a dep, their asks and their unsent texts. Returns false if the band has no dep with this id. */
export const deleteDepRow = hasRow(
  sql<DepKey>`
    with unsent as (
      delete from outgoing_messages where claimed_at is null and outcome is null and ask_id in (
        select id from dep_asks where band_id = $bandId and dep_id = $id))
    delete from deps where band_id = $bandId and id = $id returning 1`,
)

const DepCandidate = z.strictObject({ id: Id, name: z.string(), phone: z.string(), doNotAsk: z.boolean() })
export type DepCandidate = z.infer<typeof DepCandidate>

const lockDeps = manyRows(
  DepCandidate,
  sql<{ bandId: string; ids: readonly string[] }>`
    select d.id, d.name, d.phone, ${hasRefusedAsks} as "doNotAsk" from deps d
    where d.band_id = $bandId and d.id = any($ids::uuid[])
    order by d.id for key share of d`,
)

/** Returns the deps with these ids in the band's book, locked against deletion until the transaction ends. */
export async function lockDepCandidates(
  tx: Db,
  { bandId }: { bandId: string },
  ids: readonly string[],
): Promise<Map<string, DepCandidate>> {
  return new Map((await lockDeps(tx, { bandId, ids })).map((dep) => [dep.id, dep]))
}

/** Whether the membership is active. Locks it against deletion until the transaction ends. */
export const lockActiveMember = hasRow(
  sql<{ bandId: string; id: string }>`
    select from memberships where band_id = $bandId and id = $id and status = 'active' for key share`,
)
