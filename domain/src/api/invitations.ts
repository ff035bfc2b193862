import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/common-schemas'
import { endpoint } from '@gaffer/domain/endpoint'
import {
  HeldInvitation,
  InvitationLink,
  InvitationPreview,
  InvitationToken,
  LiveInvitation,
  NewLinkInput,
  PhoneInvitation,
} from '@gaffer/domain/invitation'
import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { phoneInput } from './input-schemas.ts'

export const invitationsApi = {
  holdInvitation: endpoint({
    method: 'POST',
    path: '/auth/invite',
    summary: 'Hold an invitation in this browser while its owner signs in',
    body: z.strictObject({ token: InvitationToken }),
    status: 204,
    changes: 'nothing',
    errors: ['not_found'],
  }),
  readHeldInvitation: endpoint({
    method: 'GET',
    path: '/auth/invite',
    summary: 'The invitation that this browser holds, without its token; null where it holds none or a dead one',
    status: 200,
    response: z.nullable(HeldInvitation),
  }),
  previewInvitation: endpoint({
    method: 'GET',
    path: '/api/invites/:token',
    summary: 'What a link invites to; never uses it up',
    params: { token: InvitationToken },
    status: 200,
    response: InvitationPreview,
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/api/invites/:token/accept',
    summary: 'Join with a link while signed in',
    params: { token: InvitationToken },
    status: 200,
    response: z.strictObject({ bandId: z.nullable(Id) }),
    changes: 'members',
    errors: ['conflict'],
  }),
  inviteByPhone: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/invites/phone',
    summary: `Text a link that lets in that number only, once, within ${limits.invitationDays} days`,
    body: z.strictObject({ phone: phoneInput(messages.phoneInviteRequired.text) }),
    status: 201,
    response: PhoneInvitation,
    idempotent: true,
    changes: 'invites',
    errors: ['conflict'],
  }),
  inviteByLink: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/invites/general',
    summary: `A link that lets in ${limits.generalInvitationUses} people within ${limits.invitationDays} days; the optional note names it in the list`,
    body: NewLinkInput,
    status: 201,
    response: InvitationLink,
    idempotent: true,
    encryptStoredReply: true,
    changes: 'invites',
    errors: ['conflict'],
  }),
  listInvitations: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/invites',
    summary: 'Invitations that still let somebody in, newest first, without their links',
    status: 200,
    response: z.array(LiveInvitation),
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/invites/:inviteId',
    summary: 'Make an invitation a dead one; a member added by hand who has not joined goes with it',
    status: 204,
    changes: 'invites',
  }),
  inviteFounder: endpoint({
    method: 'POST',
    path: '/api/platform/invites',
    summary: 'A platform admin invites the founder of a new band',
    status: 201,
    response: InvitationLink,
    idempotent: true,
    encryptStoredReply: true,
    changes: 'nothing',
    errors: ['not_found'],
  }),
}
