import { bandsApi } from '@gaffer/domain/api'
import { imageUploadOptions } from '#features/images/service.ts'
import { requireMember } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'
import { changeMember, listMemberEvents, listMembers, removeMember } from './service.ts'

export function memberRoutes(serve: Serve): void {
  serve(bandsApi.listMembers, requireMember, ({ db, member }) => listMembers(db, member), { isRevalidated: true })
  serve(
    bandsApi.changeMember,
    requireMember,
    ({ db, member, params, body, picture }) => changeMember(db, member, params.memberId, { ...body, picture }),
    imageUploadOptions,
  )
  serve(bandsApi.removeMember, requireMember, ({ db, member, params, body }) =>
    removeMember(db, member, params.memberId, body),
  )
  serve(bandsApi.listMemberEvents, requireMember, ({ db, member, params }) =>
    listMemberEvents(db, member, params.memberId),
  )
}
