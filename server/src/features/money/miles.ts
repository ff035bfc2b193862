import type { Miles } from '@gaffer/domain/money/ledger'
import { readEvent } from '#features/events/service.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { orNotFound } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { deleteMiles, findMiles, upsertMiles } from './miles-store.ts'
import { lockLedger } from './people.ts'
import { addPeopleOfMembers, findPersonOfMember } from './people-store.ts'

export async function readMiles(db: Db, member: MemberContext, eventId: string): Promise<Miles> {
  await readEvent(db, member, eventId)
  const own = await findPersonOfMember(db, member)
  const found = own && (await findMiles(db, { ...member, eventId, personId: own.id }))
  return { miles: found?.miles ?? null }
}

export function saveMiles(db: Db, member: MemberContext, eventId: string, { miles }: Miles): Promise<Miles> {
  return inTransaction(db, async (tx) => {
    await lockLedger(tx, member)
    const people = await addPeopleOfMembers(tx, member, [member.membershipId])
    const { id: personId } = orNotFound(people.get(member.membershipId))
    await readEvent(tx, member, eventId)
    const key = { bandId: member.bandId, eventId, personId }
    if (miles === null) await deleteMiles(tx, key)
    else await upsertMiles(tx, { ...key, miles })
    return { miles }
  })
}
