// GET requests never use up an invitation: mail scanners open links.

import { authApi, invitesApi } from '@gaffer/domain/api'
import { limits } from '@gaffer/domain/limits'
import { requireInviter, isPublic, requirePlatformAdmin, requireSession } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'
import { inviteByPhone, listInvitations, revokeInvitation } from './by-message.ts'
import {
  acceptInvitation,
  holdInvitation,
  inviteByLink,
  inviteFounder,
  previewInvitation,
  readHeldInvitation,
} from './service.ts'

const linkOptions = { perMinute: limits.invitationRequestsPerMinute }

export function inviteRoutes(serve: Serve): void {
  serve(invitesApi.previewInvitation, isPublic, ({ db, params }) => previewInvitation(db, params.token), linkOptions)
  serve(
    authApi.holdInvitation,
    isPublic,
    ({ db, body, cookies }) => holdInvitation(db, body.token, cookies),
    linkOptions,
  )
  serve(
    invitesApi.acceptInvitation,
    requireSession,
    ({ db, person, params }) => acceptInvitation(db, person, params.token),
    linkOptions,
  )
  serve(authApi.readHeldInvitation, isPublic, ({ db, cookies }) => readHeldInvitation(db, cookies))
  serve(invitesApi.inviteByLink, requireInviter, ({ deps, db, acting, body }) => inviteByLink(deps, db, acting, body))
  serve(invitesApi.inviteByPhone, requireInviter, ({ deps, db, acting, body, address }) =>
    inviteByPhone(deps, db, acting, { ...body, address }),
  )
  serve(invitesApi.listInvitations, requireInviter, ({ db, acting }) => listInvitations(db, acting))
  serve(invitesApi.revokeInvitation, requireInviter, ({ db, acting, params }) =>
    revokeInvitation(db, acting, params.inviteId),
  )
  serve(invitesApi.inviteFounder, requirePlatformAdmin, ({ deps, db, person }) => inviteFounder(deps, db, person))
}
