// Deps: stand-ins for one gig. The dep book of a band, and requests to deps. dep-link.ts has what a dep sees.

import * as z from 'zod/mini'
import { canInvite, type Actor } from '@gaffer/domain/bands/access'
import { createTypedPhoneSchema } from '@gaffer/domain/shared/input-schemas'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { depMessages } from './dep-messages.ts'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import {
  createClearableLineSchema,
  createOptionalLineSchema,
  createRequiredLineSchema,
} from '@gaffer/domain/shared/plain-text'

/** An entry of the dep book. `phone` is E.164, and null for members who are not admins or owners. */
export const Dep = z.strictObject({
  id: Id,
  name: z.string(),
  instrument: z.string(),
  note: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** The person chose "Don't ask me again". */
  doNotAsk: z.boolean(),
})
export type Dep = z.infer<typeof Dep>

const requiredFields = {
  name: createRequiredLineSchema(limits.nameLength, depMessages.nameRequired),
  /** The number as typed; the server accepts UK mobile numbers only. */
  phone: createTypedPhoneSchema(depMessages.phoneRequired),
  instrument: createRequiredLineSchema(limits.nameLength, depMessages.instrumentRequired),
}

export const DepInput = z.strictObject({ ...requiredFields, note: createOptionalLineSchema(limits.depNoteLength) })
export type DepInput = z.input<typeof DepInput>
export type ParsedDep = z.output<typeof DepInput>

/** PATCH of a dep. Fields left out stay unchanged. */
export const DepChangesInput = z.partial(
  z.strictObject({ ...requiredFields, note: createClearableLineSchema(limits.depNoteLength) }),
)
export type DepChanges = z.output<typeof DepChangesInput>

/** `one-by-one`: the next dep is asked after a No or after `waitMinutes`. `all`: all at once, and the first Yes wins. */
export const depRequestModes = ['one-by-one', 'all'] as const
export type DepRequestMode = (typeof depRequestModes)[number]

/**
 * `filled`: a dep said Yes. `exhausted`: no dep is left to ask, or the gig has started, and none said Yes. `withdrawn`: the band ended the
 * request or released the dep, the gig is cancelled, or the member has another dep.
 */
export const depRequestStatuses = ['open', 'filled', 'exhausted', 'withdrawn'] as const
export type DepRequestStatus = (typeof depRequestStatuses)[number]

/** `waiting`: not asked yet, or not asked before the request ended. `covered`: another dep was faster. */
export const depAskStatuses = ['waiting', 'asked', 'yes', 'no', 'never', 'expired', 'covered'] as const
export type DepAskStatus = (typeof depAskStatuses)[number]

/**
 * `asks` are in the order in which deps are asked. `at` is when an ask got its status, null for `waiting`. `isStale`: the dep said yes
 * before the date, start time or place changed, and is asked again. `nextAt` is when the clock changes the request next: the next dep
 * is asked, a wait ends or the gig starts.
 */
export const DepRequest = z.strictObject({
  id: Id,
  status: z.enum(depRequestStatuses),
  filledBy: z.nullable(Id),
  asks: z.array(
    z.strictObject({
      depId: Id,
      status: z.enum(depAskStatuses),
      at: z.nullable(Timestamp),
      isStale: z.boolean(),
    }),
  ),
  mode: z.enum(depRequestModes),
  instrument: z.string(),
  feePence: z.nullable(z.int()),
  waitMinutes: z.int(),
  coversMembershipId: z.nullable(Id),
  createdAt: Timestamp,
  nextAt: z.nullable(Timestamp),
})
export type DepRequest = z.infer<typeof DepRequest>

/** The ids of the deps who were asked and may still say yes: like the deps who play, they get a text when the gig is moved or cancelled. */
export function listAskedDepIds(requests: readonly DepRequest[]): string[] {
  return requests
    .filter(({ status }) => status === 'open' || status === 'exhausted')
    .flatMap(({ asks }) => asks.filter(({ status }) => status === 'asked' || status === 'expired'))
    .map(({ depId }) => depId)
}

/** POST of a request. `feePence` is what the dep is offered; `coversMembershipId` is the member for whom the dep stands in. */
export const DepRequestInput = z.strictObject({
  depIds: z.array(Id).check(
    z.minLength(1, depMessages.depsRequired),
    z.maxLength(limits.depsPerRequest, depMessages.tooManyDeps),
    z.refine((ids) => new Set(ids).size === ids.length, depMessages.depTwice),
  ),
  mode: z.enum(depRequestModes),
  instrument: requiredFields.instrument,
  feePence: z.prefault(
    z.nullable(
      z
        .int(gigSheetMessages.feeInvalid)
        .check(z.minimum(0, gigSheetMessages.feeInvalid), z.maximum(limits.feePence, gigSheetMessages.feeInvalid)),
    ),
    null,
  ),
  waitMinutes: z.prefault(
    z
      .int(depMessages.waitInvalid)
      .check(
        z.minimum(limits.shortestDepWaitMinutes, depMessages.waitInvalid),
        z.maximum(limits.longestDepWaitMinutes, depMessages.waitInvalid),
      ),
    limits.defaultDepWaitMinutes,
  ),
  coversMembershipId: z.prefault(z.nullable(Id), null),
})
export type DepRequestInput = z.input<typeof DepRequestInput>
export type ParsedDepRequest = z.output<typeof DepRequestInput>

/** Admins and owners change the dep book, see its numbers and ask deps; members read who is asked. */
export function canManageDeps(actor: Pick<Actor, 'access'>): boolean {
  return canInvite(actor)
}
