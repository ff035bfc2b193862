import type { Miles } from '@gaffer/domain/money/ledger'
import { readEntry } from '#features/events/service.ts'
import { inTransaction, onOneConnection, type Db } from '#platform/db/connection.ts'
import { orNotFound } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { deleteMiles, findMiles, upsertMiles } from './miles-store.ts'
import { lockLedger } from './people.ts'
import { addPeopleOfMembers, findPersonOfMember } from './people-store.ts'

export function readMiles(pool: Db, member: MemberContext, eventId: string): Promise<Miles> {
  return onOneConnection(pool, async (db) => {
    const [, own] = await Promise.all([readEntry(db, member, eventId), findPersonOfMember(db, member)])
    const found = own && (await findMiles(db, { ...member, eventId, personId: own.id }))
    return { miles: found?.miles ?? null }
  })
}

export function saveMiles(db: Db, member: MemberContext, eventId: string, { miles }: Miles): Promise<Miles> {
  return inTransaction(db, async (tx) => {
    await lockLedger(tx, member)
    const people = await addPeopleOfMembers(tx, member, [member.membershipId])
    const { id: personId } = orNotFound(people.get(member.membershipId))
    await readEntry(tx, member, eventId)
    const key = { bandId: member.bandId, eventId, personId }
    if (miles === null) await deleteMiles(tx, key)
    else await upsertMiles(tx, { ...key, miles })
    return { miles }
  })
}
