// How the members of a band get to a gig.

import * as z from 'zod/mini'
import { canInvite, type AccessLevel } from '@gaffer/domain/bands/access'
import type { EventStatus } from '@gaffer/domain/events/event'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { PlainTime } from '@gaffer/domain/shared/date-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { createOptionalLineSchema } from '@gaffer/domain/shared/plain-text'
import { liftMessages } from './lift-messages.ts'

export const liftModes = ['drives', 'rides', 'own', 'needs'] as const
export type LiftMode = (typeof liftModes)[number]

/** `seats` is the number of passenger seats, set for a driver only; `driverId` is the membership of the driver, set for a rider only. */
export const Lift = z.strictObject({
  membershipId: Id,
  displayName: z.string(),
  mode: z.enum(liftModes),
  seats: z.nullable(z.int()),
  from: z.nullable(z.string()),
  leavesAt: z.nullable(z.string()),
  driverId: z.nullable(Id),
})
export type Lift = z.infer<typeof Lift>

const seats = z
  .int(liftMessages.seatsInvalid)
  .check(z.minimum(1, liftMessages.seatsInvalid), z.maximum(limits.liftSeats, liftMessages.seatsInvalid))

/** The fields of a lift. `LiftInput` also checks their combination. */
export const LiftFieldsSchema = z.strictObject({
  mode: z.enum(liftModes, liftMessages.modeUnknown),
  seats: z.prefault(z.nullable(seats), null),
  from: createOptionalLineSchema(limits.liftFromLength),
  leavesAt: z.prefault(z.nullable(PlainTime), null),
  driverId: z.prefault(z.nullable(Id), null),
})

/** PUT of a lift. A driver gives the number of seats, a rider the driver. */
export const LiftInput = LiftFieldsSchema.check(
  z.refine(({ mode, seats: given }) => mode !== 'drives' || given !== null, {
    message: liftMessages.seatsRequired,
    path: ['seats'],
  }),
  z.refine(({ mode, driverId }) => mode !== 'rides' || driverId !== null, {
    message: liftMessages.driverRequired,
    path: ['driverId'],
  }),
)
export type LiftInput = z.input<typeof LiftFieldsSchema>
export type ParsedLift = z.output<typeof LiftFieldsSchema>

/** Members may change their own lift, admins and owners any. */
export function canChangeLiftOf(actor: { membershipId: string; access: AccessLevel }, membershipId: string): boolean {
  return actor.membershipId === membershipId || canInvite(actor)
}

/**
 * Why lifts of a gig cannot be changed; null if they can.
 *
 * @param today London's date
 */
export function liftRefusalMessageFor(
  event: { status: EventStatus; date: string; endDate: string | null },
  today: string,
): string | null {
  if (event.status === 'cancelled') return liftMessages.gigCancelled
  return (event.endDate ?? event.date) < today ? liftMessages.gigOver : null
}
