// Memberships: a user, or an invited person, in a band.

import * as z from 'zod/mini'
import { accessLevels, permissionNames } from './access.ts'
import { Band } from './band.ts'
import { memberIconNames } from './member-icons.ts'
import { Color, Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { AvatarUrlInput } from '@gaffer/domain/images/image'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { bandMessages } from './band-messages.ts'
import { createClearableLineSchema, createRequiredLineSchema } from '@gaffer/domain/shared/plain-text'

/** The name of a member who has left and whose account is erased. */
export const formerMemberName = 'Former member'

export const Membership = z.strictObject({
  id: Id,
  bandId: Id,
  userId: z.nullable(Id),
  role: z.string(),
  /** The instrument or part that the member plays, whose charts come first. Null means that the role names the part. */
  part: z.nullable(z.string()),
  access: z.enum(accessLevels),
  status: z.enum(['active', 'invited']),
  displayName: z.string(),
  color: z.string(),
  icon: z.string(),
  avatarUrl: z.nullable(z.string()),
  joinedAt: z.nullable(Timestamp),
  permissions: z.array(z.enum(permissionNames)),
  user: z.nullable(z.strictObject({ displayName: z.nullable(z.string()), email: z.nullable(z.string()) })),
})
export type Membership = z.infer<typeof Membership>

/** A membership of the signed-in user, with its band. */
export const OwnMembership = z.extend(Membership, { band: Band })
export type OwnMembership = z.infer<typeof OwnMembership>

/** PATCH of a membership. Members may change their own card, and owners the access of other members. Missing fields stay unchanged. */
export const MemberChangesInput = z.strictObject({
  displayName: z.optional(createRequiredLineSchema(limits.nameLength, bandMessages.bandDisplayNameRequired.text)),
  role: z.optional(createRequiredLineSchema(limits.nameLength, bandMessages.roleRequired)),
  part: z.optional(createClearableLineSchema(limits.chartPartLength)),
  icon: z.optional(z.enum(memberIconNames)),
  color: z.optional(Color),
  avatarUrl: z.optional(AvatarUrlInput),
  access: z.optional(z.enum(accessLevels)),
})
export type MemberChanges = z.output<typeof MemberChangesInput>

/**
 * The body of the DELETE of another member and of the POST by which a member leaves; optional. The remover takes over the listed events.
 * When a member leaves, the longest-standing owner takes them over.
 */
export const MemberRemovalInput = z.prefault(
  z.strictObject({
    keepEventIds: z.prefault(z.array(Id).check(z.maxLength(limits.keptEvents, bandMessages.keptEventsTooMany)), []),
  }),
  {},
)
export type MemberRemoval = z.output<typeof MemberRemovalInput>

/** Roles that the form for adding a member suggests. Any text is valid. */
export const suggestedRoles = [
  'Admin',
  'Member',
  'Lead Vocals',
  'Backing Vocals',
  'Lead Guitar',
  'Rhythm Guitar',
  'Bass Guitar',
  'Drums',
  'Keyboards',
  'Other',
] as const

/**
 * POST of an invited member, who gets an invitation by mail. `membershipId` selects an invited member who has no open invitation, instead of
 * adding one.
 */
export const NewMemberInput = z.strictObject({
  email: createRequiredLineSchema(limits.emailLength, messages.requiredFields).check(z.email(messages.emailInvalid)),
  role: createRequiredLineSchema(limits.nameLength, messages.requiredFields),
  displayName: createRequiredLineSchema(limits.nameLength, messages.requiredFields),
  icon: z.optional(z.enum(memberIconNames)),
  color: z.optional(Color),
  membershipId: z.optional(Id),
})
export type NewMemberInput = z.input<typeof NewMemberInput>
export type NewMember = z.output<typeof NewMemberInput>
