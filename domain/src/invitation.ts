// Invitations: the only way in. Their tokens never appear in a shape; a link is handed out once, when it is made.

import * as z from 'zod/mini'
import { Id, Timestamp } from './common-schemas.ts'
import { limits } from './limits.ts'
import { optionalLine } from './plain-text.ts'

export const invitationKinds = ['general', 'phone', 'email', 'founder'] as const
export type InvitationKind = (typeof invitationKinds)[number]

/** 256 random bits in base64url. Anything else is a dead token, not a malformed request. */
export const InvitationToken = z.string()

export const InvitationPreview = z.strictObject({
  kind: z.enum(invitationKinds),
  band: z.nullable(z.strictObject({ name: z.string(), avatarUrl: z.nullable(z.string()), color: z.string() })),
  invitedBy: z.nullable(z.string()),
  expiresAt: Timestamp,
})
export type InvitationPreview = z.infer<typeof InvitationPreview>

/** The one that a browser holds while its owner signs in. A texted one tells the end of the number that it was sent to. */
export const HeldInvitation = z.extend(InvitationPreview, { phoneEnding: z.nullable(z.string()) })
export type HeldInvitation = z.infer<typeof HeldInvitation>

export const InvitationLink = z.strictObject({ inviteLink: z.string(), expiresAt: Timestamp })
export type InvitationLink = z.infer<typeof InvitationLink>

export const PhoneInvitation = z.strictObject({ phone: z.string(), expiresAt: Timestamp })
export type PhoneInvitation = z.infer<typeof PhoneInvitation>

/** POST of a general link: what its maker calls it, to tell one from the next. */
export const NewLinkInput = z.prefault(z.strictObject({ note: optionalLine(limits.invitationNoteLength) }), {})

/** One that still lets somebody in, as those who invite see it. `membershipId` is the card of a member added by hand. */
export const LiveInvitation = z.strictObject({
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
export type LiveInvitation = z.infer<typeof LiveInvitation>
