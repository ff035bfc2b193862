// GET requests never use up an invitation: mail scanners open links.

import { authApi, invitesApi } from '@gaffer/domain/api'
import { limits } from '@gaffer/domain/limits'
import { requireInviter, isPublic, requirePlatformAdmin, requireSession } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'
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

export function invitationRoutes(serve: Serve): void {
  serve(invitesApi.previewInvitation, isPublic, ({ db, params }) => previewInvitation(db, params.token), linkOptions)
  serve(
    authApi.holdInvitation,
    isPublic,
    async ({ db, body, cookies }) => {
      await requireOpenInvitation(db, body.token)
      cookies.set({ invite: body.token })
    },
    linkOptions,
  )
  serve(
    invitesApi.acceptInvitation,
    requireSession,
    ({ db, user, params }) => acceptInvitation(db, user, params.token),
    linkOptions,
  )
  serve(authApi.readHeldInvitation, isPublic, ({ db, cookies }) => readHeldInvitation(db, cookies.values.invite))
  serve(invitesApi.inviteByLink, requireInviter, ({ deps, db, member, body }) => inviteByLink(deps, db, member, body))
  serve(invitesApi.inviteByPhone, requireInviter, ({ deps, db, member, body, address }) =>
    inviteByPhone(deps, db, member, { ...body, address }),
  )
  serve(invitesApi.inviteMember, requireInviter, ({ deps, db, member, body, address }) =>
    inviteMember(deps, db, member, { ...body, address }),
  )
  serve(invitesApi.listInvitations, requireInviter, ({ db, member }) => listInvitations(db, member))
  serve(invitesApi.revokeInvitation, requireInviter, ({ db, member, params }) =>
    revokeInvitation(db, member, params.inviteId),
  )
  serve(invitesApi.inviteFounder, requirePlatformAdmin, ({ deps, db, user }) => inviteFounder(deps, db, user))
}
