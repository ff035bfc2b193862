// No GET consumes an invitation, because mail scanners open links.

import { authApi, invitesApi } from '@gaffer/domain/api'
import { inviter, open, platformAdmin, signedIn } from '#http/gate/gates.ts'
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

const seldom = { perMinute: 10 }

export function inviteRoutes(serve: Serve): void {
  serve(invitesApi.previewInvitation, open, ({ db, params }) => previewInvitation(db, params.token), seldom)
  serve(authApi.holdInvitation, open, ({ db, body, cookies }) => holdInvitation(db, body.token, cookies), seldom)
  serve(
    invitesApi.acceptInvitation,
    signedIn,
    ({ db, person, params }) => acceptInvitation(db, person, params.token),
    seldom,
  )
  serve(authApi.readHeldInvitation, open, ({ db, cookies }) => readHeldInvitation(db, cookies))
  serve(invitesApi.inviteByLink, inviter, ({ deps, db, acting, body }) => inviteByLink(deps, db, acting, body))
  serve(invitesApi.inviteByPhone, inviter, ({ deps, db, acting, body, address }) =>
    inviteByPhone(deps, db, acting, { ...body, address }),
  )
  serve(invitesApi.listInvitations, inviter, ({ db, acting }) => listInvitations(db, acting))
  serve(invitesApi.revokeInvitation, inviter, ({ db, acting, params }) => revokeInvitation(db, acting, params.inviteId))
  serve(invitesApi.inviteFounder, platformAdmin, ({ deps, db, person }) => inviteFounder(deps, db, person))
}
