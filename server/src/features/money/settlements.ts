// Settlements of gigs: saves drafts, writes them to the ledger, and reverses them.

import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '@gaffer/domain/shared/app-error'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import { describeSplitProblem, formerDepName, splitSettlement } from '@gaffer/domain/money/settlement'
import type { ParsedSettlement, Settlement } from '@gaffer/domain/money/settlement'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { logActivity } from '#features/activity/service.ts'
import { lockAndReadEntry, readEntry } from '#features/events/service.ts'
import type { EventKey } from '#features/events/event-columns.ts'
import { inTransaction, onOneConnection, type Db } from '#platform/db/connection.ts'
import { invalidFieldError } from '#platform/refusals.ts'
import { refuseStaleEdit, type SeenVersions } from '#platform/version-check.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { listOpenEntriesOfSettlement } from './ledger-store.ts'
import { lockLedger } from './people.ts'
import { addPeopleOfMembers, listPeople, listMembersWithAnswers } from './people-store.ts'
import { getGigTitle, createSettlementEntries } from './settlement-entries.ts'
import {
  findGigFee,
  findSettlement,
  listAcceptedDeps,
  listDepNames,
  markDraft,
  markSettled,
  upsertSettlement,
  type StoredSettlement,
} from './settlement-store.ts'
import { makeReversal, writeEntries } from './write-entries.ts'

export function readSettlement(pool: Db, member: MemberContext, eventId: string): Promise<Settlement> {
  return onOneConnection(pool, async (db) => {
    const key = { bandId: member.bandId, eventId }
    const [event, stored] = await Promise.all([readEntry(db, member, eventId), findSettlement(db, key)])
    requireGig(event)
    return stored ? toSettlement(db, key, stored) : makeDraft(db, key)
  })
}

/** Stores the draft. Its deps are the deps who have said Yes by now. */
export function saveSettlement(
  db: Db,
  member: MemberContext,
  eventId: string,
  draft: ParsedSettlement,
  seenVersions: SeenVersions,
): Promise<Settlement> {
  return inTransaction(db, async (tx) => {
    await lockLedger(tx, member)
    const key = { bandId: member.bandId, eventId }
    await storeDraft(tx, member, key, draft, seenVersions)
    return readStoredSettlement(tx, key)
  })
}

/** Writes the settlement to the ledger. A gig without a saved draft is settled as `readSettlement` shows it. */
export function settleGig(
  db: Db,
  member: MemberContext,
  eventId: string,
  seenVersions: SeenVersions,
): Promise<Settlement> {
  return inTransaction(db, async (tx) => {
    await lockLedger(tx, member)
    const key = { bandId: member.bandId, eventId }
    if (!(await findSettlement(tx, key))) {
      requireGig(await readEntry(tx, member, eventId))
      await storeDraft(tx, member, key, toParsedSettlement(await makeDraft(tx, key)), seenVersions)
      seenVersions = null
    }
    const [madeBy, event] = [await addOwnPersonId(tx, member), requireGig(await lockAndReadEntry(tx, member, eventId))]
    const stored = await requireStoredSettlement(tx, key, seenVersions)
    if (stored.status === 'settled') throw new AppError('conflict', moneyMessages.settledAlready)
    await writeEntries(tx, member, createSettlementEntries(stored, event, madeBy))
    await markSettled(tx, key)
    await logActivity(tx, member, { verb: 'settled_gig', subject: getGigTitle(event), date: event.date })
    return readStoredSettlement(tx, key)
  })
}

/** Makes the settlement a draft again, and reverses the entries that settling wrote, except entries that were reversed before. */
export function reopenSettlement(
  db: Db,
  member: MemberContext,
  eventId: string,
  seenVersions: SeenVersions,
): Promise<Settlement> {
  return inTransaction(db, async (tx) => {
    await lockLedger(tx, member)
    const key = { bandId: member.bandId, eventId }
    const madeBy = await addOwnPersonId(tx, member)
    const event = requireGig(await lockAndReadEntry(tx, member, eventId))
    const stored = await findSettlement(tx, key)
    if (stored) refuseStaleEdit(stored, seenVersions)
    if (stored?.status !== 'settled') throw new AppError('conflict', moneyMessages.notSettled)
    const openEntries = await listOpenEntriesOfSettlement(tx, key)
    await writeEntries(
      tx,
      member,
      openEntries.map((entry) => makeReversal(entry, madeBy)),
    )
    await markDraft(tx, key)
    await logActivity(tx, member, { verb: 'reopened_settlement', subject: getGigTitle(event), date: event.date })
    return readStoredSettlement(tx, key)
  })
}

function requireGig(event: CalendarEntry): CalendarEntry {
  if (!isGigOrFestival(event.type)) throw new AppError('invalid_input', gigSheetMessages.noGigSheet)
  return event
}

/** Adds the caller to the people of the ledger unless they are there already. */
async function addOwnPersonId(tx: Db, member: MemberContext): Promise<string | null> {
  return (await addPeopleOfMembers(tx, member, [member.membershipId])).get(member.membershipId)?.id ?? null
}

async function requireStoredSettlement(tx: Db, key: EventKey, seenVersions: SeenVersions): Promise<StoredSettlement> {
  const stored = await findSettlement(tx, key)
  if (!stored) throw new Error('The settlement is not stored')
  refuseStaleEdit(stored, seenVersions)
  return stored
}

async function readStoredSettlement(tx: Db, key: EventKey): Promise<Settlement> {
  return toSettlement(tx, key, await requireStoredSettlement(tx, key, null))
}

/** Lock the ledger first. Locks memberships, then the event. */
async function storeDraft(
  tx: Db,
  member: MemberContext,
  key: EventKey,
  draft: ParsedSettlement,
  seenVersions: SeenVersions,
): Promise<void> {
  const stored = await findSettlement(tx, key)
  const personFor = await createPersonLookup(tx, member, draft, stored)
  requireGig(await lockAndReadEntry(tx, member, key.eventId))
  refuseStaleEdit(stored ?? { version: 0 }, seenVersions)
  if (stored?.status === 'settled') throw new AppError('conflict', moneyMessages.settledAlready)
  const knownCostIds = new Set(stored?.costs.map(({ id }) => id))
  const costs = draft.costs.map(({ id, label, pence, paidBy }, at) => ({
    id: id !== undefined && knownCostIds.has(id) ? id : randomUUIDv7(),
    label,
    pence,
    paidBy: paidBy === null ? null : personFor(paidBy, `costs.${at}.paidBy`),
  }))
  const memberOrder = (await listMembersWithAnswers(tx, key)).map(({ membershipId }) => membershipId)
  const findPlace = ({ membershipId }: { membershipId: string }) =>
    memberOrder.includes(membershipId) ? memberOrder.indexOf(membershipId) : memberOrder.length
  const sharers = draft.shares
    .map(({ membershipId, weight }, at) => ({ ...personFor(membershipId, `shares.${at}.membershipId`), weight }))
    .toSorted((a, b) => findPlace(a) - findPlace(b))
  const deps = await listAcceptedDeps(tx, key)
  const split = splitSettlement({ ...draft, deps, shares: sharers })
  const problem = describeSplitProblem(split)
  if (problem) throw invalidFieldError('shares', problem)
  const { feePence, agentPercent, potPercent } = draft
  const shares = sharers.map((share, at) => ({ ...share, pence: split.shares[at] }))
  await upsertSettlement(tx, {
    ...key,
    feePence,
    agentPence: split.agentPence,
    agentPercent,
    potPence: split.potPence,
    potPercent,
    costs: JSON.stringify(costs),
    deps: JSON.stringify(deps.map(({ depId, pence }) => ({ depId, pence }))),
    shares: JSON.stringify(shares),
  })
}

type SharePerson = { personId: string; membershipId: string }

/** Adds missing people, and returns a function that finds the person of an active member, or of a former member in the stored draft. */
async function createPersonLookup(
  tx: Db,
  member: MemberContext,
  { shares, costs }: ParsedSettlement,
  stored: StoredSettlement | undefined,
): Promise<(membershipId: string, path: string) => SharePerson> {
  const payers = costs.flatMap(({ paidBy }) => paidBy ?? [])
  const people = await addPeopleOfMembers(tx, member, [...shares.map(({ membershipId }) => membershipId), ...payers])
  const namedPeople = [...(stored?.shares ?? []), ...(stored?.costs.flatMap(({ paidBy }) => paidBy ?? []) ?? [])]
  return (membershipId, path) => {
    const personId =
      people.get(membershipId)?.id ?? namedPeople.find((named) => named.membershipId === membershipId)?.personId
    if (personId === undefined) throw invalidFieldError(path, moneyMessages.notInBand)
    return { personId, membershipId }
  }
}

/**
 * Makes a draft from the gig sheet's fee, the deps who play, and the members who said Yes. If no member said Yes, the members who did not
 * say No share; if all said No, all members share.
 */
async function makeDraft(db: Db, key: EventKey): Promise<Settlement> {
  const [fee, deps, members] = await Promise.all([
    findGigFee(db, key),
    listAcceptedDeps(db, key),
    listMembersWithAnswers(db, key),
  ])
  const yesMembers = members.filter(({ answer }) => answer === 'yes')
  const otherMembers = members.filter(({ answer }) => answer !== 'no')
  const played = [yesMembers, otherMembers, members].find((group) => group.length > 0) ?? []
  const sharers = played.map(({ membershipId, displayName }) => ({
    membershipId,
    displayName,
    weight: 1,
  }))
  const parts = { feePence: fee?.feePence ?? 0, agentPercent: null, potPercent: null, costs: [], deps }
  const split = splitSettlement({ ...parts, agentPence: 0, potPence: 0, shares: sharers })
  return {
    eventId: key.eventId,
    status: 'draft',
    ...parts,
    agentPence: 0,
    potPence: 0,
    shares: sharers.map((share, at) => ({ ...share, pence: split.shares[at] as number })),
    version: 0,
    settledAt: null,
  }
}

function toParsedSettlement({ feePence, shares }: Settlement): ParsedSettlement {
  const emptyParts = { agentPence: null, agentPercent: null, potPence: null, potPercent: null, costs: [] }
  return { feePence, ...emptyParts, shares: shares.map(({ membershipId, weight }) => ({ membershipId, weight })) }
}

async function toSettlement(db: Db, { bandId, eventId }: EventKey, stored: StoredSettlement): Promise<Settlement> {
  const { shares, costs, deps, ...rest } = stored
  const ids = [...shares, ...costs.flatMap(({ paidBy }) => paidBy ?? [])].map(({ personId }) => personId)
  const [rows, depRows] = await Promise.all([
    listPeople(db, { bandId, ids }),
    listDepNames(db, { bandId, ids: deps.map(({ depId }) => depId) }),
  ])
  const people = new Map(rows.map((person) => [person.id, person]))
  const depNames = new Map(depRows.map(({ depId, name }) => [depId, name]))
  const membershipIdOf = ({ personId, membershipId }: SharePerson) => people.get(personId)?.membershipId ?? membershipId
  return {
    eventId,
    ...rest,
    costs: costs.map(({ paidBy, ...cost }) => ({ ...cost, paidBy: paidBy && membershipIdOf(paidBy) })),
    deps: deps.map(({ depId, pence }) => ({ depId, name: depNames.get(depId) ?? formerDepName, pence })),
    shares: shares.map(({ weight, pence, ...person }) => ({
      membershipId: membershipIdOf(person),
      displayName: people.get(person.personId)?.displayName ?? '',
      weight,
      pence,
    })),
  }
}
