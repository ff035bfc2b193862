// Schemas for the money in a band file: the people of the ledger, the entries, settlements and miles.

import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { createOptionalLineSchema, createRequiredLineSchema } from '@gaffer/domain/shared/plain-text'
import { Pence, Percent, Weight } from '@gaffer/domain/money/amounts'
import { ledgerKinds, paymentMethods } from '@gaffer/domain/money/ledger'
import { moneyMessages } from '@gaffer/domain/money/money-messages'

const orNull = <T extends z.ZodMiniType>(schema: T) => z.prefault(z.nullable(schema), null as z.input<T> | null)
const SignedPence = z
  .int(moneyMessages.amountInvalid)
  .check(
    z.minimum(-limits.amountPence, moneyMessages.amountInvalid),
    z.maximum(limits.amountPence, moneyMessages.amountInvalid),
  )

/** A person of the ledger. `membershipId` is null for a former member. */
export const FilePerson = z.strictObject({
  id: Id,
  displayName: createRequiredLineSchema(limits.nameLength),
  membershipId: orNull(Id),
})

/** The schema of a ledger entry, without its receipt. `Instant` is the schema of a timestamp. */
export const createFileEntrySchema = (Instant: z.ZodMiniType<string, string>) =>
  z.strictObject({
    id: Id,
    at: Instant,
    on: PlainDate,
    kind: z.enum(ledgerKinds),
    eventId: orNull(Id),
    personId: orNull(Id),
    pence: SignedPence,
    potPence: SignedPence,
    method: orNull(z.enum(paymentMethods)),
    note: createOptionalLineSchema(limits.ledgerNoteLength),
    reverses: orNull(Id),
    isOfSettlement: z.boolean(),
    madeBy: orNull(Id),
  })

/** A person of the ledger, and the membership that the person had when the gig was settled. */
const personAndMembershipFields = { personId: Id, membershipId: Id }

/** The schema of a settlement. `Instant` is the schema of a timestamp. */
export const createFileSettlementSchema = (Instant: z.ZodMiniType<string, string>) =>
  z.strictObject({
    eventId: Id,
    feePence: Pence,
    agentPence: Pence,
    agentPercent: orNull(Percent),
    costs: z
      .array(
        z.strictObject({
          label: createRequiredLineSchema(limits.costLabelLength, moneyMessages.costLabelRequired),
          pence: Pence,
          paidBy: orNull(z.strictObject(personAndMembershipFields)),
        }),
      )
      .check(z.maxLength(limits.costsPerGig, moneyMessages.costsTooMany)),
    deps: z.array(z.strictObject({ depId: Id, pence: Pence })).check(z.maxLength(limits.depRequestsPerEvent)),
    potPence: Pence,
    potPercent: orNull(Percent),
    shares: z
      .array(z.strictObject({ ...personAndMembershipFields, weight: Weight, pence: Pence }))
      .check(z.maxLength(limits.membersInBandFile)),
    /** When the gig was settled; null for a draft. */
    settledAt: orNull(Instant),
  })

export const FileMiles = z.strictObject({
  eventId: Id,
  personId: Id,
  miles: z
    .int(moneyMessages.milesInvalid)
    .check(z.minimum(0), z.maximum(limits.milesPerGig, moneyMessages.milesInvalid)),
})

/** The sum owed to all persons, and the pot. The ledger entries of the file must add up to these totals. */
export const LedgerTotals = z.strictObject({ owedPence: z.int(), potPence: z.int() })
