import { bandsApi, invitesApi } from '@gaffer/domain/api'
import { requireInviter, requireMember } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'
import { inviteMember, listMemberEvents, removeMember } from './service.ts'

export function memberRoutes(serve: Serve): void {
  serve(invitesApi.inviteMember, requireInviter, ({ deps, db, member, body, address }) =>
    inviteMember(deps, db, member, { ...body, address }),
  )
  serve(bandsApi.removeMember, requireMember, ({ db, member, params, body }) =>
    removeMember(db, member, params.memberId, body),
  )
  serve(bandsApi.listMemberEvents, requireMember, ({ db, member, params }) =>
    listMemberEvents(db, member, params.memberId),
  )
}
