import { bandsApi, invitesApi } from '@gaffer/domain/api'
import { inviter, member } from '#http/gate/gates.ts'
import type { Serve } from '#http/serve.ts'
import { inviteMember, listMemberEvents, removeMember } from './service.ts'

export function memberRoutes(serve: Serve): void {
  serve(invitesApi.inviteMember, inviter, ({ deps, db, acting, body, address }) =>
    inviteMember(deps, db, acting, { ...body, address }),
  )
  serve(bandsApi.removeMember, member, ({ db, acting, params, body }) =>
    removeMember(db, acting, params.memberId, body),
  )
  serve(bandsApi.listMemberEvents, member, ({ db, acting, params }) => listMemberEvents(db, acting, params.memberId))
}
