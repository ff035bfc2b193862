import { membersApi } from '@gaffer/domain/api/members'
import { requireInviter, requireMember } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'
import { inviteMember, listMemberEvents, removeMember } from './service.ts'

export function memberRoutes(serve: Serve): void {
  serve(membersApi.inviteMember, requireInviter, ({ deps, db, acting, body, address }) =>
    inviteMember(deps, db, acting, { ...body, address }),
  )
  serve(membersApi.removeMember, requireMember, ({ db, acting, params, body }) =>
    removeMember(db, acting, params.memberId, body),
  )
  serve(membersApi.listMemberEvents, requireMember, ({ db, acting, params }) =>
    listMemberEvents(db, acting, params.memberId),
  )
}
