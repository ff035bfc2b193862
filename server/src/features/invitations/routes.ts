// GET requests never use up an invitation: mail scanners open links.

import { invitationsApi } from '@gaffer/domain/api/invitations'
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
  serve(
    invitationsApi.previewInvitation,
    isPublic,
    ({ db, params }) => previewInvitation(db, params.token),
    linkOptions,
  )
  serve(
    invitationsApi.holdInvitation,
    isPublic,
    ({ db, body, cookies }) => holdInvitation(db, body.token, cookies),
    linkOptions,
  )
  serve(
    invitationsApi.acceptInvitation,
    requireSession,
    ({ db, person, params }) => acceptInvitation(db, person, params.token),
    linkOptions,
  )
  serve(invitationsApi.readHeldInvitation, isPublic, ({ db, cookies }) => readHeldInvitation(db, cookies))
  serve(invitationsApi.inviteByLink, requireInviter, ({ deps, db, acting, body }) =>
    inviteByLink(deps, db, acting, body),
  )
  serve(invitationsApi.inviteByPhone, requireInviter, ({ deps, db, acting, body, address }) =>
    inviteByPhone(deps, db, acting, { ...body, address }),
  )
  serve(invitationsApi.listInvitations, requireInviter, ({ db, acting }) => listInvitations(db, acting))
  serve(invitationsApi.revokeInvitation, requireInviter, ({ db, acting, params }) =>
    revokeInvitation(db, acting, params.inviteId),
  )
  serve(invitationsApi.inviteFounder, requirePlatformAdmin, ({ deps, db, person }) => inviteFounder(deps, db, person))
}
