import { bandsApi, invitesApi } from '@gaffer/domain/api'
import { requireInviter, requireMember } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'
import { inviteMember, listMemberEvents, removeMember } from './service.ts'

export function memberRoutes(serve: Serve): void {
  serve(invitesApi.inviteMember, requireInviter, ({ deps, db, acting, body, address }) =>
    inviteMember(deps, db, acting, { ...body, address }),
  )
  serve(bandsApi.removeMember, requireMember, ({ db, acting, params, body }) =>
    removeMember(db, acting, params.memberId, body),
  )
  serve(bandsApi.listMemberEvents, requireMember, ({ db, acting, params }) =>
    listMemberEvents(db, acting, params.memberId),
  )
}
