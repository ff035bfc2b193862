// GET requests never use up an invitation: mail scanners open links.

import { invitationsApi } from '@gaffer/domain/invitations/api'
import { membersApi } from '@gaffer/domain/bands/member-api'
import { limits } from '@gaffer/domain/shared/limits'
import { requireAdminOrOwner, allowAnyone, requirePlatformAdmin, requireSession } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { inviteByLink } from './by-link.ts'
import { inviteByPhone, inviteMember } from './by-message.ts'
import { inviteFounder } from './founder.ts'
import {
  acceptInvitation,
  listInvitations,
  previewInvitation,
  readHeldInvitation,
  requireOpenInvitation,
  revokeInvitation,
} from './service.ts'

const linkOptions = { perMinute: limits.invitationRequestsPerMinute }

export function invitationRoutes(serve: ServeEndpoint): void {
  serve(
    invitationsApi.previewInvitation,
    allowAnyone,
    ({ db, params }) => previewInvitation(db, params.token),
    linkOptions,
  )
  serve(
    invitationsApi.holdInvitation,
    allowAnyone,
    async ({ db, body, cookies }) => {
      await requireOpenInvitation(db, body.token)
      cookies.set({ invite: body.token })
    },
    linkOptions,
  )
  serve(
    invitationsApi.acceptInvitation,
    requireSession,
    ({ db, user, params }) => acceptInvitation(db, user, params.token),
    linkOptions,
  )
  serve(invitationsApi.readHeldInvitation, allowAnyone, ({ db, cookies }) =>
    readHeldInvitation(db, cookies.values.invite),
  )
  serve(invitationsApi.inviteByLink, requireAdminOrOwner, ({ services, db, member, body }) =>
    inviteByLink(services, db, member, body),
  )
  serve(invitationsApi.inviteByPhone, requireAdminOrOwner, ({ services, db, member, body, address }) =>
    inviteByPhone(services, db, member, { ...body, address }),
  )
  serve(membersApi.inviteMember, requireAdminOrOwner, ({ services, db, member, body, address }) =>
    inviteMember(services, db, member, { ...body, address }),
  )
  serve(invitationsApi.listInvitations, requireAdminOrOwner, ({ db, member }) => listInvitations(db, member))
  serve(invitationsApi.revokeInvitation, requireAdminOrOwner, ({ db, member, params }) =>
    revokeInvitation(db, member, params.inviteId),
  )
  serve(invitationsApi.inviteFounder, requirePlatformAdmin, ({ services, db, user }) =>
    inviteFounder(services, db, user),
  )
}
