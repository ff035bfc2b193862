// The dep book of a band.

import type { Dep } from '@gaffer/domain/deps/dep'
import { limits } from '@gaffer/domain/shared/limits'
import type { EventKey } from '#features/events/columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { preparedHasRow, preparedCommand, preparedQuery, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import { countUpToSql, insertWithinLimit } from '#platform/db/row-limit.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { doNotAskSql } from './columns.ts'

/** SQL that selects deps with their numbers. */
const deps = (condition: string) => `
  select d.id, d.name, d.instrument, d.note, d.phone, ${doNotAskSql} as "doNotAsk"
  from deps d where d.band_id = $bandId ${condition}
  order by lower(d.name), d.id`
export const listDepsWithNumbers = preparedQuery<Dep, MemberContext>(deps(''))
export const findDep = preparedOptionalRow<Dep, MemberContext & { id: string }>(deps('and d.id = $id'))

type DepRow = Pick<Dep, 'id' | 'name' | 'instrument' | 'note'> & { phone: string; phoneMac: Buffer }

const depCount = countUpToSql('deps where band_id = $bandId')
const depInsertion = preparedOptionalRow<object>(`
  insert into deps (band_id, id, name, phone, phone_mac, instrument, note)
  select id, $id, $name, $phone, $phoneMac, $instrument, $note from bands
  where id = $bandId and ${depCount} < $most
  returning 1`)

/** False when the band has as many deps as the limit allows; throws for a number that it has already (`uniqueDepNumberConstraint`). */
export async function insertDep(tx: Db, { bandId }: { bandId: string }, dep: DepRow): Promise<boolean> {
  return (await insertWithinLimit(tx, limits.depsPerBand, bandId, depInsertion, { bandId, ...dep })) !== undefined
}

const depsInsertion = preparedQuery<object>(`
  with given as (
    select * from jsonb_to_recordset($rows::jsonb) as r (
      id uuid, name text, phone text, "phoneMac" text, instrument text, note text, "doNotAsk" boolean)),
  added as (
    insert into deps (band_id, id, name, phone, phone_mac, instrument, note)
    select $bandId, id, name, phone, decode("phoneMac", 'hex'), instrument, note from given)
  insert into dep_refusals (band_id, phone_mac)
  select $bandId, decode("phoneMac", 'hex') from given where "doNotAsk"`)

/** Rows of a dep book that is empty; `phoneMac` is in hexadecimal digits. */
export async function insertDeps(tx: Db, bandId: string, rows: readonly object[]): Promise<void> {
  await depsInsertion(tx, { bandId, rows: JSON.stringify(rows) })
}

/** The constraint that a band has each number once. */
export const uniqueDepNumberConstraint = 'deps_band_id_phone_key'

/** Whether the person with the number does not want to be asked by the band. */
export const isNumberRefused = preparedHasRow<{ bandId: string; phoneMac: Buffer }>(
  `select from dep_refusals where band_id = $bandId and phone_mac = $phoneMac`,
)

/** Locks the dep until the transaction ends. */
export const lockDep = preparedOptionalRow<DepRow, { bandId: string; id: string }>(`
  select id, name, phone, phone_mac as "phoneMac", instrument, note from deps
  where band_id = $bandId and id = $id for no key update`)

export const updateDep = preparedCommand<DepRow & { bandId: string }>(`
  update deps set name = $name, phone = $phone, phone_mac = $phoneMac, instrument = $instrument, note = $note
  where band_id = $bandId and id = $id`)

// answers_changed_at is part of the calendar's ETag.
/** Makes readers refetch the events at which the dep plays. */
export const touchEventsDepPlaysAt = preparedCommand<{ bandId: string; id: string }>(`
  update events set answers_changed_at = clock_timestamp()
  where band_id = $bandId and id in (select event_id from dep_requests where band_id = $bandId and filled_by = $id)`)

export const listEventsDepWasAskedFor = preparedQuery<EventKey, { bandId: string; id: string }>(`
  select distinct r.band_id as "bandId", r.event_id as "eventId"
  from dep_asks a join dep_requests r on r.band_id = a.band_id and r.id = a.request_id
  where a.band_id = $bandId and a.dep_id = $id order by 2`)

/** Deletes a dep, their asks and their unsent texts. False if the band has no dep with this id. */
export const deleteDepRow = preparedHasRow<{ bandId: string; id: string }>(`
  with unsent as (
    delete from outgoing_messages where claimed_at is null and outcome is null and ask_id in (
      select id from dep_asks where band_id = $bandId and dep_id = $id))
  delete from deps where band_id = $bandId and id = $id returning 1`)

export type DepCandidate = { id: string; name: string; phone: string; doNotAsk: boolean }

const askable = preparedQuery<DepCandidate>(`
  select d.id, d.name, d.phone, ${doNotAskSql} as "doNotAsk" from deps d where d.band_id = $bandId and d.id = any($ids::uuid[])
  order by d.id for key share of d`)

/** Returns those deps that are in the band's book, and keeps them until the transaction ends. */
export async function lockDepCandidates(
  tx: Db,
  { bandId }: { bandId: string },
  ids: readonly string[],
): Promise<Map<string, DepCandidate>> {
  return new Map((await askable(tx, { bandId, ids })).map((dep) => [dep.id, dep]))
}

/** Whether the membership is active; keeps it until the transaction ends. */
export const lockActiveMember = preparedHasRow<{ bandId: string; id: string }>(`
  select from memberships where band_id = $bandId and id = $id and status = 'active' for key share`)
