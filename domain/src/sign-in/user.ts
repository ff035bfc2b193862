import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { AvatarUrlInput } from '@gaffer/domain/images/image'
import { limits } from '@gaffer/domain/shared/limits'
import { profileMessages } from './profile-messages.ts'
import { createOptionalLineSchema, createRequiredLineSchema } from '@gaffer/domain/shared/plain-text'

export const instruments = [
  'vocals',
  'guitar',
  'bass',
  'drums',
  'keyboard',
  'piano',
  'saxophone',
  'trumpet',
  'violin',
  'other',
] as const
export const InstrumentSchema = z.enum(instruments)

export const User = z.strictObject({
  id: Id,
  username: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  hometown: z.nullable(z.string()),
  instrument: z.nullable(InstrumentSchema),
  avatarUrl: z.nullable(z.string()),
  externalId: z.nullable(z.string()),
  platformAdmin: z.boolean(),
  profileCompleted: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type User = z.infer<typeof User>

/** PUT /api/me and the profile form. Missing, null and blank optional fields are cleared. */
export const ProfileInput = z.strictObject({
  firstName: createRequiredLineSchema(limits.nameLength, profileMessages.firstNameRequired),
  lastName: createRequiredLineSchema(limits.nameLength, profileMessages.lastNameRequired),
  displayName: createRequiredLineSchema(limits.nameLength, profileMessages.displayNameRequired),
  hometown: createOptionalLineSchema(limits.nameLength),
  instrument: z.prefault(z.nullable(InstrumentSchema), null),
  avatarUrl: z.prefault(AvatarUrlInput, null),
})
export type ProfileInput = z.input<typeof ProfileInput>
export type ParsedProfile = z.output<typeof ProfileInput>

/** True if first, last and display name exist. Users with an incomplete profile are redirected to /profile. */
export function isProfileComplete(user: Pick<User, 'firstName' | 'lastName' | 'displayName'>): boolean {
  return Boolean(user.firstName && user.lastName && user.displayName)
}
