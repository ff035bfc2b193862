// Invitations: the only way in. Their tokens never appear in a shape; a link is handed out once, when it is made.

import * as z from 'zod/mini'
import { Timestamp } from './identifiers.ts'

export const invitationKinds = ['general', 'phone', 'email', 'founder'] as const
export type InvitationKind = (typeof invitationKinds)[number]

/** 256 random bits in base64url. Anything else is a dead token, not a malformed request. */
export const InvitationToken = z.string().check(z.maxLength(200))

export const InvitationPreview = z.strictObject({
  kind: z.enum(invitationKinds),
  band: z.nullable(z.strictObject({ name: z.string(), avatarUrl: z.nullable(z.string()), color: z.string() })),
  invitedBy: z.nullable(z.string()),
  expiresAt: Timestamp,
})
export type InvitationPreview = z.infer<typeof InvitationPreview>

export const InvitationLink = z.strictObject({ inviteLink: z.string(), expiresAt: Timestamp })
export type InvitationLink = z.infer<typeof InvitationLink>
