// The ledger of a band: the amounts that it owes to each person. Entries are never changed or deleted; a second entry reverses a mistake.

import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { createOptionalLineSchema } from '@gaffer/domain/shared/plain-text'
import { PositivePence } from './amounts.ts'
import { moneyMessages } from './money-messages.ts'

export const ledgerKinds = [
  'fee',
  'agent',
  'cost',
  'dep',
  'share',
  'expense',
  'income',
  'payment',
  'pot',
  'reversal',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]
export const paymentMethods = ['cash', 'bank'] as const

export const LedgerEntry = z.strictObject({
  id: Id,
  at: Timestamp,
  /** The day that the entry counts for: for a settlement the day of the gig, for a reversal the day of the reversed entry. */
  on: PlainDate,
  kind: z.enum(ledgerKinds),
  eventId: z.nullable(Id),
  /** A person of the ledger, who may be a former member. */
  personId: z.nullable(Id),
  displayName: z.nullable(z.string()),
  /** The amount that the entry adds to the band's debt to the person. Without a person, the amount is shown but is nobody's debt. */
  pence: z.int(),
  /** The amount that the entry adds to the pot. */
  potPence: z.int(),
  method: z.nullable(z.enum(paymentMethods)),
  note: z.nullable(z.string()),
  receiptUrl: z.nullable(z.string()),
  reverses: z.nullable(Id),
  /** The person of the ledger who wrote the entry. */
  madeBy: z.nullable(Id),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** The amount that the band owes to a person. `membershipId` is null for a person who left the band. */
export const Balance = z.strictObject({
  personId: Id,
  membershipId: z.nullable(Id),
  displayName: z.string(),
  owedPence: z.int(),
})
export type Balance = z.infer<typeof Balance>

export const Ledger = z.strictObject({
  entries: z.array(LedgerEntry),
  balances: z.array(Balance),
  potPence: z.int(),
})
export type Ledger = z.infer<typeof Ledger>

/** `from` and `to` limit the days that entries count for; `before` is the id of the last entry of the previous page. */
export const LedgerQuery = z.strictObject({
  from: z.optional(PlainDate),
  to: z.optional(PlainDate),
  personId: z.optional(Id),
  before: z.optional(Id),
})
export type LedgerQuery = z.output<typeof LedgerQuery>

const kindsOfNewEntries = ['expense', 'income', 'payment', 'pot'] as const

/** POST of an entry. An expense is the caller's own by default. */
export const LedgerEntryInput = z
  .strictObject({
    /** The client may choose the id: a second request with the same id returns the stored entry. */
    id: z.optional(Id),
    kind: z.enum(kindsOfNewEntries),
    personId: z.prefault(z.nullable(Id), null),
    membershipId: z.prefault(z.nullable(Id), null),
    pence: PositivePence,
    direction: z.prefault(z.nullable(z.enum(['in', 'out'])), null),
    /** Today by default. */
    on: z.prefault(z.nullable(PlainDate), null),
    method: z.prefault(z.nullable(z.enum(paymentMethods)), null),
    note: createOptionalLineSchema(limits.ledgerNoteLength),
    eventId: z.prefault(z.nullable(Id), null),
    uploadId: z.prefault(z.nullable(Id), null),
  })
  .check((ctx) => {
    for (const [path, message] of findEntryIssues(ctx.value))
      ctx.issues.push({ code: 'custom', message, path: [path], input: ctx.value })
  })
export type LedgerEntryInput = z.input<typeof LedgerEntryInput>
export type ParsedLedgerEntry = z.output<typeof LedgerEntryInput>

type EntryFields = Pick<ParsedLedgerEntry, 'kind' | 'personId' | 'membershipId' | 'direction' | 'method' | 'uploadId'>

/** The field and message of each invalid combination. */
function* findEntryIssues({ kind, personId, membershipId, ...fieldsOfKind }: EntryFields): Generator<[string, string]> {
  const isNamed = personId !== null || membershipId !== null
  if (personId !== null && membershipId !== null) yield ['membershipId', moneyMessages.personTwice]
  if (kind === 'payment' && !isNamed) yield ['personId', moneyMessages.personRequired]
  if ((kind === 'income' || kind === 'pot') && isNamed)
    yield [personId === null ? 'membershipId' : 'personId', moneyMessages.personNotTaken]
  yield* findIssuesOfKind(kind, fieldsOfKind)
}

/** Only pot entries have a direction, only payments a method, and only expenses a receipt. */
function* findIssuesOfKind(
  kind: EntryFields['kind'],
  { direction, method, uploadId }: Pick<EntryFields, 'direction' | 'method' | 'uploadId'>,
): Generator<[string, string]> {
  if (kind === 'pot' && direction === null) yield ['direction', moneyMessages.directionRequired]
  if (kind !== 'pot' && direction !== null) yield ['direction', moneyMessages.directionOnlyPot]
  if (kind !== 'payment' && method !== null) yield ['method', moneyMessages.methodOnlyPayment]
  if (kind !== 'expense' && uploadId !== null) yield ['uploadId', moneyMessages.receiptOnlyExpense]
}

export type LedgerEffect = { pence: number; potPence: number }

/**
 * The effect of a new entry on the debt and on the pot. An expense adds to the debt and reduces the pot. A payment reduces the debt, income
 * adds to the pot. An entry of the pot adds to it or reduces it, by its direction.
 */
export function computeLedgerEffect({
  kind,
  pence,
  direction,
}: Pick<ParsedLedgerEntry, 'kind' | 'pence' | 'direction'>): LedgerEffect {
  if (kind === 'expense') return { pence, potPence: -pence }
  if (kind === 'payment') return { pence: -pence, potPence: 0 }
  if (kind === 'income') return { pence: 0, potPence: pence }
  return { pence: 0, potPence: direction === 'in' ? pence : -pence }
}

/** A past gig whose gig sheet does not mark the fee as paid. */
export const UnpaidFee = z.strictObject({
  eventId: Id,
  title: z.nullable(z.string()),
  place: z.nullable(z.string()),
  date: PlainDate,
  feePence: z.int(),
})
export type UnpaidFee = z.infer<typeof UnpaidFee>

/** The caller's own miles of a gig. */
export const Miles = z.strictObject({
  miles: z.nullable(
    z
      .int(moneyMessages.milesInvalid)
      .check(z.minimum(0, moneyMessages.milesInvalid), z.maximum(limits.milesPerGig, moneyMessages.milesInvalid)),
  ),
})
export type Miles = z.infer<typeof Miles>
