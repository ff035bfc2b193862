// The people of a ledger. A person outlives the membership: a former member can still be paid, and a member who rejoins is the same person.

import { randomUUIDv7 } from 'node:crypto'
import * as z from 'zod/mini'
import { answerValues } from '@gaffer/domain/events/event'
import { Id } from '@gaffer/domain/shared/common-schemas'
import type { Db } from '#platform/db/connection.ts'
import { command, manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { nameOfPerson, peopleWithCards } from './columns.ts'

type BandKey = { bandId: string }

const LedgerPerson = z.strictObject({
  id: Id,
  /** The present membership; null for a former member. */
  membershipId: z.nullable(Id),
  userId: z.nullable(Id),
  displayName: z.string(),
})
export type LedgerPerson = z.infer<typeof LedgerPerson>

const selectPeople = sql`
  select p.id, m.id as "membershipId", m.user_id as "userId", ${nameOfPerson} as "displayName" from ${peopleWithCards}`

export const listPeople = manyRows(
  LedgerPerson,
  sql<BandKey & { ids: readonly string[] }>`${selectPeople} where p.band_id = $bandId and p.id = any($ids::uuid[])`,
)

export const findPerson = optionalRow(
  LedgerPerson,
  sql<BandKey & { personId: string }>`${selectPeople} where p.band_id = $bandId and p.id = $personId`,
)

/** The people with these membership cards. A member has no person before the first entry, share or miles. */
const listPeopleOfMembers = manyRows(
  LedgerPerson,
  sql<BandKey & { membershipIds: readonly string[] }>`
    ${selectPeople} where p.band_id = $bandId and m.id = any($membershipIds::uuid[]) order by p.id`,
)

const insertPeople = command(
  sql<BandKey & { newIds: readonly string[]; membershipIds: readonly string[] }>`
    insert into ledger_people (band_id, id, membership_id, user_id, name)
    select m.band_id, n.id, m.id, m.user_id, coalesce(m.display_name, u.display_name, 'New member')
    from unnest($newIds::uuid[], $membershipIds::uuid[]) n (id, membership_id)
    join memberships m on m.band_id = $bandId and m.id = n.membership_id and m.status = 'active'
    left join users u on u.id = m.user_id
    where not exists (
      select from ledger_people p
      where p.band_id = m.band_id and (p.membership_id = m.id or p.user_id = m.user_id))
    for key share of m`,
)

/** Returns the people of active members by membership id, and adds missing people. Lock the ledger first. */
export async function addPeopleOfMembers(
  tx: Db,
  { bandId }: BandKey,
  ids: Iterable<string>,
): Promise<Map<string, LedgerPerson>> {
  const membershipIds = [...new Set(ids)]
  await insertPeople(tx, { bandId, newIds: membershipIds.map(() => randomUUIDv7()), membershipIds })
  const found = await listPeopleOfMembers(tx, { bandId, membershipIds })
  return new Map(found.map((person) => [person.membershipId as string, person]))
}

/** The person of a member; undefined before the member's first entry, share or miles. */
export async function findPersonOfMember(
  db: Db,
  { bandId, membershipId }: Pick<MemberContext, 'bandId' | 'membershipId'>,
): Promise<LedgerPerson | undefined> {
  return (await listPeopleOfMembers(db, { bandId, membershipIds: [membershipId] }))[0]
}

/** Keeps the name that a member has when they leave. `userId` is null if the account was erased. */
export const keepNameOfFormerMember = command(
  sql<BandKey & { membershipId: string; name: string; userId: string | null }>`
    update ledger_people p set name = $name, user_id = coalesce(p.user_id, $userId::uuid)
    where p.band_id = $bandId and (p.membership_id = $membershipId or p.user_id = (
      select m.user_id from memberships m where m.band_id = $bandId and m.id = $membershipId))`,
)

/** The name of an active member, who may have no person in the ledger yet. */
export const findMemberName = optionalRow(
  z.strictObject({ displayName: z.string() }),
  sql<BandKey & { membershipId: string }>`
    select coalesce(m.display_name, u.display_name, 'New member') as "displayName"
    from memberships m join users u on u.id = m.user_id
    where m.band_id = $bandId and m.id = $membershipId and m.status = 'active'`,
)

const MemberWithAnswer = z.strictObject({
  membershipId: Id,
  displayName: z.string(),
  answer: z.nullable(z.enum(answerValues)),
})

/** Active members in the order in which they joined, and their answers to the event. */
export const listMembersWithAnswers = manyRows(
  MemberWithAnswer,
  sql<BandKey & { eventId: string }>`
    select m.id as "membershipId", coalesce(m.display_name, u.display_name, 'New member') as "displayName",
      a.answer
    from memberships m
    join users u on u.id = m.user_id
    left join answers a on a.band_id = m.band_id and a.event_id = $eventId and a.membership_id = m.id
    where m.band_id = $bandId and m.status = 'active'
    order by m.joined_at, m.id`,
)
