import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '@gaffer/domain/shared/app-error'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { canManageMoney, canReadWholeLedger } from '@gaffer/domain/money/access'
import { computeLedgerEffect } from '@gaffer/domain/money/ledger'
import type { Ledger, LedgerEntry, LedgerQuery, ParsedLedgerEntry, UnpaidFee } from '@gaffer/domain/money/ledger'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { readReceiptUpload, type UploadedDocument } from '#features/charts/read-upload.ts'
import { replyWithContent } from '#features/files/content.ts'
import { dropUpload, keepUpload } from '#features/files/service.ts'
import { queuePaymentReceived } from '#features/notices/queue-notices.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import { inTransaction, onOneConnection, type Db } from '#platform/db/connection.ts'
import { invalidFieldError, orNotFound } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import type { Services } from '#services.ts'
import {
  findEntry,
  findReceipt,
  findLedgerVisibility,
  isEventOfBand,
  isReversed,
  listBalances,
  listEntries,
  listUnpaidFeesOfBand,
  readPot,
} from './ledger-store.ts'
import { lockLedger } from './people.ts'
import { addPeopleOfMembers, findPerson, findPersonOfMember, type LedgerPerson } from './people-store.ts'
import { makeReversal, writeEntries } from './write-entries.ts'

/** An id that no person has: a filter by this id finds no entries. */
const noPersonId = '00000000-0000-0000-0000-000000000000'

/** Returns the id of the only person whose entries the member may read; null if the member may read all entries. */
async function findReadablePersonId(db: Db, member: MemberContext): Promise<string | null> {
  const [{ visibleTo }, caller] = await Promise.all([findLedgerVisibility(db, member), findPersonOfMember(db, member)])
  return canReadWholeLedger(member, visibleTo) ? null : (caller?.id ?? noPersonId)
}

export function readLedger(db: Db, member: MemberContext, query: LedgerQuery): Promise<Ledger> {
  return onOneConnection(db, async (connection) => {
    const { from = null, to = null, before = null } = query
    const readableId = await findReadablePersonId(connection, member)
    const requestedId = query.personId ?? readableId
    const personId = readableId === null || readableId === requestedId ? requestedId : noPersonId
    const { bandId } = member
    const [entries, balances, { potPence }] = await Promise.all([
      listEntries(connection, { bandId, personId, from, to, before }),
      listBalances(connection, { bandId, personId: readableId }),
      readPot(connection, { bandId }),
    ])
    return { entries, balances, potPence }
  })
}

export type PreparedReceipt = { receipt: UploadedDocument | null }
type PrepareCall = { services: Services; db: Db; body: unknown; member?: MemberContext }

/**
 * Reads the uploaded receipt; null without an upload, and for an entry that is stored already: a repeated request needs no upload.
 */
async function readReceipt({ services, db, body, member }: PrepareCall): Promise<PreparedReceipt> {
  const { id, uploadId } = body as ParsedLedgerEntry
  if (uploadId === null) return { receipt: null }
  if (!member) throw new Error('Routes of receipts need the guard requireMember')
  if (id !== undefined && (await findEntry(db, { ...member, entryId: id }))) return { receipt: null }
  return { receipt: await readReceiptUpload(services, { member, uploadId }) }
}
/** The receipt is read before the transaction begins. */
export const entryWriteOptions = { deadlineMs: 20_000, prepare: readReceipt } as const

export function addLedgerEntry(
  db: Db,
  member: MemberContext,
  input: ParsedLedgerEntry,
  receipt: UploadedDocument | null,
): Promise<LedgerEntry> {
  return inTransaction(db, async (tx) => {
    await lockLedger(tx, member)
    const maker = await requireMemberPerson(tx, member, member.membershipId, 'membershipId')
    const id = input.id ?? randomUUIDv7()
    const stored = await findEntry(tx, { ...member, entryId: id })
    if (stored) {
      if (stored.madeBy !== maker.id) throw new AppError('conflict', moneyMessages.entryIdTaken)
      return stored
    }
    const person = await findPersonOfEntry(tx, member, input, maker)
    if (!canManageMoney(member) && (input.kind !== 'expense' || person?.id !== maker.id))
      throw new AppError('not_allowed', moneyMessages.expensesOnly)
    const on = await validateDayAndEvent(tx, member, input)
    const { kind, method, note, eventId } = input
    const fileId = receipt && (await keepReceipt(tx, member, input, receipt))
    const facts = { id, on, kind, eventId, personId: person?.id ?? null, method, note, fileId }
    const row = { ...facts, ...computeLedgerEffect(input), reverses: null, isOfSettlement: false, madeBy: maker.id }
    await writeEntries(tx, member, [row])
    if (kind === 'payment') await notifyPaidPerson(tx, member, id, person)
    return orNotFound(await findEntry(tx, { ...member, entryId: id }))
  })
}

/** Refuses a day in the future and an unknown event. Returns the day that the entry counts for: today if none is given. */
async function validateDayAndEvent(tx: Db, member: MemberContext, { on, eventId }: ParsedLedgerEntry): Promise<string> {
  const today = todayInLondon(tx.clock.now())
  if (on !== null && on > today) throw invalidFieldError('on', moneyMessages.dateInFuture)
  if (eventId !== null && !(await isEventOfBand(tx, { ...member, eventId })))
    throw invalidFieldError('eventId', moneyMessages.eventNotInBand)
  return on ?? today
}

async function notifyPaidPerson(
  tx: Db,
  member: MemberContext,
  entryId: string,
  person: LedgerPerson | null,
): Promise<void> {
  const userId = person?.userId ?? null
  if (userId !== null && userId !== member.userId) await queuePaymentReceived(tx, member, { entryId, userId })
}

/** An expense without a person is the caller's own; other entries without a person change no balance. */
async function findPersonOfEntry(
  tx: Db,
  member: MemberContext,
  { kind, personId, membershipId }: ParsedLedgerEntry,
  maker: LedgerPerson,
): Promise<LedgerPerson | null> {
  if (membershipId !== null) return requireMemberPerson(tx, member, membershipId, 'membershipId')
  if (personId === null) return kind === 'expense' ? maker : null
  const person = await findPerson(tx, { ...member, personId })
  if (!person) throw invalidFieldError('personId', moneyMessages.notInBand)
  return person
}

async function requireMemberPerson(
  tx: Db,
  member: MemberContext,
  membershipId: string,
  path: string,
): Promise<LedgerPerson> {
  const person = (await addPeopleOfMembers(tx, member, [membershipId])).get(membershipId)
  if (!person) throw invalidFieldError(path, moneyMessages.notInBand)
  return person
}

async function keepReceipt(
  tx: Db,
  member: MemberContext,
  { uploadId }: Pick<ParsedLedgerEntry, 'uploadId'>,
  { fileId, mediaType }: UploadedDocument,
): Promise<string> {
  await keepUpload(tx, { member, uploadId: fileId }, mediaType)
  if (uploadId !== null && fileId !== uploadId) await dropUpload(tx, { member, uploadId })
  return fileId
}

export function reverseLedgerEntry(db: Db, member: MemberContext, entryId: string): Promise<LedgerEntry> {
  return inTransaction(db, async (tx) => {
    await lockLedger(tx, member)
    const entry = orNotFound(await findEntry(tx, { ...member, entryId }))
    if (entry.kind === 'reversal') throw new AppError('conflict', moneyMessages.reversalStays)
    if (await isReversed(tx, { ...member, entryId })) throw new AppError('conflict', moneyMessages.reversedAlready)
    const maker = await requireMemberPerson(tx, member, member.membershipId, 'membershipId')
    const reversal = makeReversal(entry, maker.id)
    await writeEntries(tx, member, [reversal])
    return orNotFound(await findEntry(tx, { ...member, entryId: reversal.id }))
  })
}

type ContentCall = { headers: IncomingHttpHeaders; ifNoneMatch: (etag: string) => boolean }

export async function readReceiptContent(
  { files }: Pick<Services, 'files'>,
  db: Db,
  member: MemberContext,
  entryId: string,
  { headers, ifNoneMatch }: ContentCall,
): Promise<RawReply> {
  const personId = await findReadablePersonId(db, member)
  const file = orNotFound(await findReceipt(db, { ...member, entryId, personId }))
  return replyWithContent(files, { ...file, isInline: file.mediaType.startsWith('image/') }, headers, ifNoneMatch)
}

export function listUnpaidFees(db: Db, member: MemberContext): Promise<UnpaidFee[]> {
  return listUnpaidFeesOfBand(db, member)
}
