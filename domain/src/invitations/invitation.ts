// Invitations. Responses never contain a token; a link is returned once, when it is created.

import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { createOptionalLineSchema } from '@gaffer/domain/shared/plain-text'

export const invitationKinds = ['general', 'phone', 'email', 'founder'] as const
export type InvitationKind = (typeof invitationKinds)[number]

/** A token is 256 random bits in base64url. The schema accepts any text, so that a malformed token gets 404 like an unknown one. */
export const InvitationTokenSchema = z.string()

export const InvitationPreview = z.strictObject({
  kind: z.enum(invitationKinds),
  band: z.nullable(z.strictObject({ name: z.string(), avatarUrl: z.nullable(z.string()), color: z.string() })),
  invitedBy: z.nullable(z.string()),
  expiresAt: Timestamp,
})
export type InvitationPreview = z.infer<typeof InvitationPreview>

/**
 * The invitation held by a browser during sign-in. `phoneEnding` has the last digits of the number that it was sent to; null
 * unless it was sent by text.
 */
export const HeldInvitation = z.extend(InvitationPreview, { phoneEnding: z.nullable(z.string()) })
export type HeldInvitation = z.infer<typeof HeldInvitation>

export const InvitationLink = z.strictObject({ inviteLink: z.string(), expiresAt: Timestamp })
export type InvitationLink = z.infer<typeof InvitationLink>

export const PhoneInvitation = z.strictObject({ phone: z.string(), expiresAt: Timestamp })
export type PhoneInvitation = z.infer<typeof PhoneInvitation>

/** Body of the POST that creates an invitation link that anyone can use. `note` distinguishes it in the list of links. */
export const InvitationLinkInput = z.prefault(
  z.strictObject({ note: createOptionalLineSchema(limits.invitationNoteLength) }),
  {},
)

/**
 * An open invitation in the list for inviters. `membershipId` is the invited member whom a mail invitation is for; `displayName` is the name
 * of that member, or the name given with an invitation by text.
 */
export const InvitationListItem = z.strictObject({
  id: Id,
  kind: z.enum(invitationKinds),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  membershipId: z.nullable(Id),
  invitedBy: z.nullable(z.string()),
  uses: z.int(),
  maxUses: z.int(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  note: z.nullable(z.string()),
})
export type InvitationListItem = z.infer<typeof InvitationListItem>
