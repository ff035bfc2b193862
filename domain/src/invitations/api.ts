import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { createOptionalLineSchema } from '@gaffer/domain/shared/plain-text'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import {
  HeldInvitation,
  InvitationLink,
  InvitationPreview,
  InvitationTokenSchema,
  InvitationListItem,
  InvitationLinkInput,
  PhoneInvitation,
} from './invitation.ts'
import { limits } from '@gaffer/domain/shared/limits'
import { invitationMessages } from './invitation-messages.ts'
import { createTypedPhoneSchema } from '@gaffer/domain/shared/input-schemas'

export const invitationsApi = {
  holdInvitation: defineEndpoint({
    method: 'POST',
    path: '/auth/invite',
    summary: 'Hold an invitation in a cookie until the user has signed in',
    body: z.strictObject({ token: InvitationTokenSchema }),
    status: 204,
    changes: 'nothing',
    errors: ['not_found'],
  }),
  readHeldInvitation: defineEndpoint({
    method: 'GET',
    path: '/auth/invite',
    summary: 'Get the invitation that this browser holds, without its token; null if there is none or it is not open',
    status: 200,
    response: z.nullable(HeldInvitation),
  }),
  previewInvitation: defineEndpoint({
    method: 'GET',
    path: '/api/invites/:token',
    summary: 'Get the preview of an invitation; does not count as a use',
    params: { token: InvitationTokenSchema },
    status: 200,
    response: InvitationPreview,
  }),
  acceptInvitation: defineEndpoint({
    method: 'POST',
    path: '/api/invites/:token/accept',
    summary: 'Accept an invitation as the signed-in user',
    params: { token: InvitationTokenSchema },
    status: 200,
    response: z.strictObject({ bandId: z.nullable(Id) }),
    changes: 'members',
    errors: ['conflict'],
  }),
  inviteByPhone: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/invites/phone',
    summary: `Send an invitation by SMS that works once, for that number only, within ${limits.invitationDays} days; the list of open invitations shows the optional name`,
    body: z.strictObject({
      phone: createTypedPhoneSchema(invitationMessages.phoneInviteRequired.text),
      name: createOptionalLineSchema(limits.nameLength),
    }),
    status: 201,
    response: PhoneInvitation,
    idempotent: true,
    changes: 'invites',
    errors: ['conflict'],
  }),
  inviteByLink: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/invites/general',
    summary: `Create an invitation link for ${limits.generalInvitationUses} people within ${limits.invitationDays} days; the optional note is its name in the list`,
    body: InvitationLinkInput,
    status: 201,
    response: InvitationLink,
    idempotent: true,
    encryptStoredResponse: true,
    changes: 'invites',
    errors: ['conflict'],
  }),
  listInvitations: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/invites',
    summary: 'List the open invitations, newest first, without their links',
    status: 200,
    response: z.array(InvitationListItem),
  }),
  revokeInvitation: defineEndpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/invites/:inviteId',
    summary:
      'Revoke an invitation; deletes the member card that was created with it, unless a loaded band gave it answers or readiness',
    status: 204,
    changes: 'invites',
  }),
  inviteFounder: defineEndpoint({
    method: 'POST',
    path: '/api/platform/invites',
    summary: 'Create an invitation for the founder of a new band; platform admins only',
    status: 201,
    response: InvitationLink,
    idempotent: true,
    encryptStoredResponse: true,
    changes: 'nothing',
    errors: ['not_found'],
  }),
}
