// Inserts the ledger, settlements and miles of a band file into the new band.

import { randomUUIDv7 } from 'node:crypto'
import type { BandFile } from '@gaffer/domain/band-file/band-file'
import type { Db } from '#platform/db/connection.ts'
import type { ImportedFiles } from './imported-files.ts'
import { insertLedger, insertMiles, insertPeople, insertSettlements } from './money-import-store.ts'
import { newIdsOf, type NewIds } from './new-ids.ts'

type Ids = Record<'members' | 'events' | 'deps', NewIds>
type OwnMember = { membershipId: string | null; userId: string }

export async function writeMoney(
  tx: Db,
  bandId: string,
  file: BandFile,
  ids: Ids,
  own: OwnMember,
  files: ImportedFiles,
): Promise<void> {
  const newPersonId = newIdsOf(file.ledgerPeople)
  const newEntryId = newIdsOf(file.ledger)
  const newIdOrNull = (newId: NewIds, id: string | null) => id && newId(id)
  // An entry or share may name an event, member or dep that is not in the file: such an id stays as it is.
  const newIdOrSame = (newId: NewIds, id: string) => newId(id) ?? id
  await insertPeople(
    tx,
    bandId,
    file.ledgerPeople.map(({ id, displayName, membershipId }) => ({
      id: newPersonId(id),
      displayName,
      membershipId: newIdOrNull(ids.members, membershipId),
      userId: membershipId !== null && membershipId === own.membershipId ? own.userId : null,
    })),
  )
  await insertLedger(
    tx,
    bandId,
    file.ledger.map((entry) => ({
      ...entry,
      id: newEntryId(entry.id),
      fileId: files.receipts.get(entry.id)?.id ?? null,
      eventId: entry.eventId && newIdOrSame(ids.events, entry.eventId),
      personId: newIdOrNull(newPersonId, entry.personId),
      madeBy: newIdOrNull(newPersonId, entry.madeBy),
      reverses: newIdOrNull(newEntryId, entry.reverses),
    })),
  )
  const toNewPerson = ({ personId, membershipId }: { personId: string; membershipId: string }) => ({
    personId: newPersonId(personId),
    membershipId: newIdOrSame(ids.members, membershipId),
  })
  await insertSettlements(
    tx,
    bandId,
    file.settlements.map(({ eventId, costs, deps, shares, ...settlement }) => ({
      ...settlement,
      eventId: ids.events(eventId),
      costs: costs.map(({ paidBy, ...cost }) => ({
        ...cost,
        id: randomUUIDv7(),
        paidBy: paidBy && toNewPerson(paidBy),
      })),
      deps: deps.map(({ depId, pence }) => ({ depId: newIdOrSame(ids.deps, depId), pence })),
      shares: shares.map(({ weight, pence, ...person }) => ({ ...toNewPerson(person), weight, pence })),
    })),
  )
  await insertMiles(
    tx,
    bandId,
    file.miles.map(({ eventId, personId, miles }) => ({
      eventId: ids.events(eventId),
      personId: newPersonId(personId),
      miles,
    })),
  )
}
