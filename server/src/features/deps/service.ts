// The dep book. Every member may read it, without the numbers; admins and owners may read the numbers and change the book.

import { randomUUIDv7 } from 'node:crypto'
import { canManageDeps, type Dep, type DepChanges, type ParsedDep } from '@gaffer/domain/deps/dep'
import { findDueDepTextKind } from '@gaffer/domain/deps/dep-ask'
import { formatDepText, type DepTextKind } from '@gaffer/domain/deps/dep-text'
import { depMessages } from '@gaffer/domain/deps/dep-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { Services } from '#services.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { hmac, type Keys } from '#platform/keys.ts'
import { invalidFieldError, notFoundError, orNotFound, refuseDuplicate } from '#platform/refusals.ts'
import type { DepLinkHolder, MemberContext } from '#platform/verified-identities.ts'
import type { EventKey } from '#features/events/event-columns.ts'
import { parseUkMobile } from '#features/messages/uk-mobile.ts'
import { lockBandAsInviter } from '#features/bands/member-service.ts'
import { advanceDepRequests } from './advance-dep-requests.ts'
import { queueDepFollowUp, type TextQueueServices } from './queue-text.ts'
import { renewAsksOfDep } from './renew-asks.ts'
import {
  listStoredDepRequests,
  lockDepEvent,
  updateEventHasDep,
  type DepEvent,
  type StoredDepRequest,
} from './request-store.ts'
import {
  deleteDepRow,
  findDep,
  listDepsWithNumbers,
  insertDep,
  insertDeps,
  isNumberRefused,
  listComingEventsWithDepRequests,
  listEventsWithAsksOfDep,
  lockDep,
  uniqueDepNumberConstraint,
  updateDep,
} from './store.ts'
import { detachTextsFromAsks, type TextPayer } from './text-store.ts'

export async function listDeps(db: Db, member: MemberContext): Promise<Dep[]> {
  const deps = await listDepsWithNumbers(db, member)
  return canManageDeps(member) ? deps : deps.map((dep) => ({ ...dep, phone: null }))
}

export async function addDep(services: Services, db: Db, member: MemberContext, draft: ParsedDep): Promise<Dep> {
  const { name, instrument, note } = draft
  const phone = parseUkMobile(services, draft.phone)
  const id = randomUUIDv7()
  return refuseDuplicateNumber(() =>
    inTransaction(db, async (tx) => {
      await lockBandAsInviter(tx, member)
      const row = { id, name, instrument, note, phone, phoneMac: computePhoneMac(services.keys, member, phone) }
      await refuseNumberNotToAsk(tx, member, row)
      if (!(await insertDep(tx, member, row))) throw new AppError('conflict', depMessages.bookFull)
      return orNotFound(await findDep(tx, { ...member, id }))
    }),
  )
}

/** An entry of the dep book in a band file. */
export type ImportedDep = ParsedDep & { id: string | null; doNotAsk: boolean }

/** Returns the entries with their numbers in E.164. Refuses a number that is not a UK mobile number, or that occurs twice. */
export function parseImportedDepNumbers(services: Services, entries: readonly ImportedDep[]): ImportedDep[] {
  const numbers = new Set<string>()
  return entries.map((entry, at) => {
    const phone = parseUkMobile(services, entry.phone, `deps.${at}.phone`)
    if (numbers.has(phone)) throw invalidFieldError(`deps.${at}.phone`, depMessages.exists)
    numbers.add(phone)
    return { ...entry, phone }
  })
}

/** Fills the dep book of a new band. "Don't ask me again" stays in force for the deps who chose it. */
export async function addImportedDeps(
  { keys }: Pick<Services, 'keys'>,
  tx: Db,
  bandId: string,
  entries: readonly (ImportedDep & { id: string })[],
): Promise<void> {
  const rows = entries.map((entry) => ({
    ...entry,
    phoneMac: computePhoneMac(keys, { bandId }, entry.phone).toString('hex'),
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
  return refuseDuplicateNumber(() =>
    inTransaction(db, async (tx) => {
      await lockBandAsInviter(tx, member)
      // Lock order: events, dep.
      const events = phone === undefined ? [] : await lockEventsWithAsksOfDep(tx, { ...member, id })
      const stored = orNotFound(await lockDep(tx, { ...member, id }))
      const { name = stored.name, instrument = stored.instrument, note = stored.note } = changes
      const changedPhone = phone !== undefined &&
        phone !== stored.phone && { phone, phoneMac: computePhoneMac(services.keys, member, phone) }
      if (changedPhone) await refuseNumberNotToAsk(tx, member, changedPhone)
      await updateDep(tx, { ...member, ...stored, name, instrument, note, ...changedPhone })
      if (changedPhone) await renewAsksOfDep(services, tx, events, { depId: id, payer: toTextPayer(member) })
      return orNotFound(await findDep(tx, { ...member, id }))
    }),
  )
}

/** Refuses the number of a person who has chosen "Don't ask me again" for this band, also in a new entry of the dep book. */
async function refuseNumberNotToAsk(tx: Db, member: MemberContext, number: { phoneMac: Buffer }): Promise<void> {
  if (await isNumberRefused(tx, { ...member, ...number })) throw new AppError('conflict', depMessages.numberRefused)
}

const toTextPayer = ({ userId, address }: MemberContext): TextPayer => ({ requestedBy: userId, address })

const refuseDuplicateNumber = (write: () => Promise<Dep>) =>
  refuseDuplicate(uniqueDepNumberConstraint, depMessages.exists, write)

/** Deletes a dep. A dep who plays, or was asked, gets a text that they are no longer needed. */
export async function deleteDep(services: Services, db: Db, member: MemberContext, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockBandAsInviter(tx, member)
    await removeDep(services, tx, member, { id, payer: toTextPayer(member) })
  })
}

/** Deletes a dep on their own request, from the page of their link. */
export async function deleteDepByLink(services: Services, db: Db, { bandId, depId }: DepLinkHolder): Promise<void> {
  await inTransaction(db, (tx) => removeDep(services, tx, { bandId }, { id: depId, payer: null }))
}

/** `payer` is the member who deletes the dep. If it is null, no text is sent. */
async function removeDep(
  services: TextQueueServices,
  tx: Db,
  { bandId }: { bandId: string },
  { id, payer }: { id: string; payer: TextPayer | null },
): Promise<void> {
  const events = await lockEventsWithAsksOfDep(tx, { bandId, id })
  if (payer)
    for (const { key, event } of events) await queueTextsBeforeDeletion(services, tx, key, { event, depId: id, payer })
  if (!(await deleteDepRow(tx, { bandId, id }))) throw notFoundError()
  for (const { key, event } of events) {
    await updateEventHasDep(tx, key)
    await advanceDepRequests(services, tx, key, { event })
  }
}

async function lockEventsWithAsksOfDep(
  tx: Db,
  dep: { bandId: string; id: string },
): Promise<{ key: EventKey; event: DepEvent }[]> {
  const events = []
  for (const key of await listEventsWithAsksOfDep(tx, dep)) {
    const event = await lockDepEvent(tx, key)
    if (event) events.push({ key, event })
  }
  return events
}

/** Queues the texts that a withdrawal of the requests would send. Each text stores its body and the number, because the dep is deleted next. */
async function queueTextsBeforeDeletion(
  services: TextQueueServices,
  tx: Db,
  key: EventKey,
  { event, depId, payer }: { event: DepEvent; depId: string; payer: TextPayer },
): Promise<void> {
  const now = tx.clock.now().getTime()
  for (const request of await listStoredDepRequests(tx, key, event)) {
    const ask = request.asks.find((one) => one.depId === depId)
    const kind = ask && findDueDepTextKind({ ...request, withdrawnAt: now }, ask, now)
    if (kind) await queueLastText(services, tx, key, { event, kind, recipient: ask.phone, payer, now, request })
  }
}

/** Queues the texts that a cancellation of all gigs would send. They count towards no member's budget: the last account is erased. */
export async function queueTextsBeforeBandDeletion(
  services: TextQueueServices,
  tx: Db,
  { bandId }: { bandId: string },
): Promise<void> {
  const now = tx.clock.now().getTime()
  const payer = { requestedBy: null, address: null }
  for (const key of await listComingEventsWithDepRequests(tx, { bandId })) {
    const event = orNotFound(await lockDepEvent(tx, key))
    for (const request of await listStoredDepRequests(tx, key, event)) {
      for (const ask of request.asks) {
        const kind = findDueDepTextKind({ ...request, isGigCancelled: true }, ask, now)
        if (kind) await queueLastText(services, tx, key, { event, kind, recipient: ask.phone, payer, now, request })
      }
    }
  }
  await detachTextsFromAsks(tx, { bandId })
}

type LastText = {
  event: DepEvent
  kind: DepTextKind
  recipient: string
  payer: TextPayer
  request: StoredDepRequest
  now: number
}

async function queueLastText(
  services: TextQueueServices,
  tx: Db,
  key: EventKey,
  { event, kind, recipient, payer, request, now }: LastText,
): Promise<void> {
  const { bandName } = event
  const body = formatDepText({ kind, event, bandName, askedBy: null, instrument: null, feePence: null, link: null })
  const text = { ...key, askId: null, kind, body, recipient, ...payer }
  await queueDepFollowUp(services, tx, text, { now, gigStartsAt: request.gigStartsAt })
}

/** The HMAC of a number. Stored refusals contain it instead of the number, so that they apply after the dep was deleted. */
function computePhoneMac(keys: Keys, { bandId }: { bandId: string }, phone: string): Buffer {
  return hmac(keys.depNumber, bandId, phone)
}
