// The dep book: names and instruments for every member, numbers for admins and owners, whom the guard requires for changes.

import { randomUUIDv7 } from 'node:crypto'
import { canManageDeps, type Dep, type DepChanges, type ParsedDep } from '@gaffer/domain/dep'
import { dueDepTextKind } from '@gaffer/domain/dep-ask'
import { depMessages } from '@gaffer/domain/dep-messages'
import { AppError } from '@gaffer/domain/app-error'
import type { Services } from '#services.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { hmac, type Keys } from '#platform/keys.ts'
import { invalidFieldError, notFoundError, orNotFound, refuseDuplicate } from '#platform/refusals.ts'
import type { DepLinkHolder, MemberContext } from '#platform/verified-identities.ts'
import type { EventKey } from '#features/events/columns.ts'
import { parseUkMobile } from '#features/auth/send-code.ts'
import { lockBandAsInviter } from '#features/members/service.ts'
import { advanceDepRequests } from './advance-dep-requests.ts'
import { queueDepText, type TextQueueServices } from './queue-text.ts'
import { listStoredDepRequests, lockDepEvent, updateEventHasDep, type DepEvent } from './request-store.ts'
import {
  deleteDepRow,
  findDep,
  listDepsWithNumbers,
  insertDep,
  insertDeps,
  listEventsDepWasAskedFor,
  lockDep,
  touchEventsDepPlaysAt,
  uniqueDepNumberConstraint,
  updateDep,
} from './store.ts'

export async function listDeps(db: Db, member: MemberContext): Promise<Dep[]> {
  const deps = await listDepsWithNumbers(db, member)
  return canManageDeps(member) ? deps : deps.map((dep) => ({ ...dep, phone: null }))
}

export async function addDep(services: Services, db: Db, member: MemberContext, draft: ParsedDep): Promise<Dep> {
  const { name, instrument, note } = draft
  const phone = parseUkMobile(services, draft.phone)
  const id = randomUUIDv7()
  return refuseNumberTwice(() =>
    inTransaction(db, async (tx) => {
      await lockBandAsInviter(tx, member)
      const row = { id, name, instrument, note, phone, phoneMac: phoneMac(services.keys, member, phone) }
      if (!(await insertDep(tx, member, row))) throw new AppError('conflict', depMessages.bookFull)
      return orNotFound(await findDep(tx, { ...member, id }))
    }),
  )
}

/** An entry of a band file. */
export type ImportedDep = ParsedDep & { doNotAsk: boolean }

/** The entries with their numbers in E.164. Refuses a number that is no UK mobile, or there twice. */
export function parseImportedDepNumbers(services: Services, entries: readonly ImportedDep[]): ImportedDep[] {
  const numbers = new Set<string>()
  return entries.map((entry, at) => {
    const phone = parseUkMobile(services, entry.phone, `deps.${at}.phone`)
    if (numbers.has(phone)) throw invalidFieldError(`deps.${at}.phone`, depMessages.exists)
    numbers.add(phone)
    return { ...entry, phone }
  })
}

/** Fills the dep book of a new band. Those who do not want to be asked by the band stay so. */
export async function addImportedDeps(
  { keys }: Pick<Services, 'keys'>,
  tx: Db,
  bandId: string,
  entries: readonly ImportedDep[],
): Promise<void> {
  const rows = entries.map((entry) => ({
    ...entry,
    id: randomUUIDv7(),
    phoneMac: phoneMac(keys, { bandId }, entry.phone).toString('hex'),
  }))
  await insertDeps(tx, bandId, rows)
}

export async function changeDep(
  services: Services,
  db: Db,
  member: MemberContext,
  id: string,
  changes: DepChanges,
): Promise<Dep> {
  const phone = changes.phone === undefined ? undefined : parseUkMobile(services, changes.phone)
  return refuseNumberTwice(() =>
    inTransaction(db, async (tx) => {
      await lockBandAsInviter(tx, member)
      const stored = orNotFound(await lockDep(tx, { ...member, id }))
      const { name = stored.name, instrument = stored.instrument, note = stored.note } = changes
      const number = phone && { phone, phoneMac: phoneMac(services.keys, member, phone) }
      await updateDep(tx, { ...member, ...stored, name, instrument, note, ...number })
      if (name !== stored.name) await touchEventsDepPlaysAt(tx, { ...member, id })
      return orNotFound(await findDep(tx, { ...member, id }))
    }),
  )
}

const refuseNumberTwice = (write: () => Promise<Dep>) =>
  refuseDuplicate(uniqueDepNumberConstraint, depMessages.exists, write)

/** Deletes a dep wholly. One who plays, or was asked, gets the text that they are not needed. */
export async function deleteDep(services: Services, db: Db, member: MemberContext, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockBandAsInviter(tx, member)
    await removeDep(services, tx, member, { id, isTexted: true })
  })
}

/** Deletes a dep on their own request, from the page of their link. */
export async function deleteDepByLink(services: Services, db: Db, { bandId, depId }: DepLinkHolder): Promise<void> {
  await inTransaction(db, (tx) => removeDep(services, tx, { bandId }, { id: depId, isTexted: false }))
}

async function removeDep(
  services: TextQueueServices,
  tx: Db,
  { bandId }: { bandId: string },
  { id, isTexted }: { id: string; isTexted: boolean },
): Promise<void> {
  const events: { key: EventKey; event: DepEvent }[] = []
  for (const key of await listEventsDepWasAskedFor(tx, { bandId, id })) {
    const event = await lockDepEvent(tx, key)
    if (event) events.push({ key, event })
  }
  if (isTexted) for (const { key, event } of events) await queueFarewell(services, tx, key, { event, depId: id })
  if (!(await deleteDepRow(tx, { bandId, id }))) throw notFoundError()
  for (const { key, event } of events) {
    await updateEventHasDep(tx, key)
    await advanceDepRequests(services, tx, key, event)
  }
}

/** The text that the dep would get if the request were withdrawn. It holds the number until it is sent, because the dep is deleted. */
async function queueFarewell(
  services: TextQueueServices,
  tx: Db,
  key: EventKey,
  { event, depId }: { event: DepEvent; depId: string },
): Promise<void> {
  const now = Date.now()
  for (const request of await listStoredDepRequests(tx, key, event)) {
    const ask = request.asks.find((one) => one.depId === depId)
    const kind = ask && dueDepTextKind({ ...request, withdrawnAt: now }, ask, now)
    if (!kind) continue
    const text = { ...key, id: null, askId: null, kind, recipient: ask.phone }
    await queueDepText(services, tx, text, { now, gigStartsAt: request.gigStartsAt })
  }
}

/** The HMAC of the number that a stored refusal contains, so that it still applies after the dep was deleted. */
function phoneMac(keys: Keys, { bandId }: { bandId: string }, phone: string): Buffer {
  return hmac(keys.depNumber, bandId, phone)
}
