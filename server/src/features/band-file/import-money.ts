// Inserts the ledger, settlements and miles of a band file into the new band.

import { randomUUIDv7 } from 'node:crypto'
import type { BandFile } from '@gaffer/domain/band-file/band-file'
import type { Db } from '#platform/db/connection.ts'
import type { ImportedFiles } from './imported-files.ts'
import { insertLedger, insertMiles, insertPeople, insertSettlements } from './money-import-store.ts'
import { createIdMapper, type IdMapper } from './new-ids.ts'

type IdMappers = Record<'members' | 'events' | 'deps', IdMapper>
type Caller = { membershipId: string | null; userId: string }

export async function writeMoney(
  tx: Db,
  bandId: string,
  file: BandFile,
  newIdOf: IdMappers,
  caller: Caller,
  files: ImportedFiles,
): Promise<void> {
  const mapPersonId = createIdMapper(file.ledgerPeople)
  const mapEntryId = createIdMapper(file.ledger)
  const mapIdOrNull = (mapId: IdMapper, id: string | null) => id && mapId(id)
  // An entry or share may name an event, member or dep that is not in the file: such an id stays as it is.
  const mapIdOrSame = (mapId: IdMapper, id: string) => mapId(id) ?? id
  await insertPeople(
    tx,
    bandId,
    file.ledgerPeople.map(({ id, displayName, membershipId }) => ({
      id: mapPersonId(id),
      displayName,
      membershipId: mapIdOrNull(newIdOf.members, membershipId),
      userId: membershipId !== null && membershipId === caller.membershipId ? caller.userId : null,
    })),
  )
  await insertLedger(
    tx,
    bandId,
    file.ledger.map((entry) => ({
      ...entry,
      id: mapEntryId(entry.id),
      fileId: files.receipts.get(entry.id)?.id ?? null,
      eventId: entry.eventId && mapIdOrSame(newIdOf.events, entry.eventId),
      personId: mapIdOrNull(mapPersonId, entry.personId),
      madeBy: mapIdOrNull(mapPersonId, entry.madeBy),
      reverses: mapIdOrNull(mapEntryId, entry.reverses),
    })),
  )
  const toNewPerson = ({ personId, membershipId }: { personId: string; membershipId: string }) => ({
    personId: mapPersonId(personId),
    membershipId: mapIdOrSame(newIdOf.members, membershipId),
  })
  await insertSettlements(
    tx,
    bandId,
    file.settlements.map(({ eventId, costs, deps, shares, ...settlement }) => ({
      ...settlement,
      eventId: newIdOf.events(eventId),
      costs: costs.map(({ paidBy, ...cost }) => ({
        ...cost,
        id: randomUUIDv7(),
        paidBy: paidBy && toNewPerson(paidBy),
      })),
      deps: deps.map(({ depId, pence }) => ({ depId: mapIdOrSame(newIdOf.deps, depId), pence })),
      shares: shares.map(({ weight, pence, ...person }) => ({ ...toNewPerson(person), weight, pence })),
    })),
  )
  await insertMiles(
    tx,
    bandId,
    file.miles.map(({ eventId, personId, miles }) => ({
      eventId: newIdOf.events(eventId),
      personId: mapPersonId(personId),
      miles,
    })),
  )
}
