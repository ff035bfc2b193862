import { membersApi } from '@gaffer/domain/bands/member-api'
import { imageUploadOptions } from '#features/images/service.ts'
import { requireMember } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { changeMember, leaveBand, listMembers, removeMember } from './member-service.ts'

export function memberRoutes(serve: ServeEndpoint): void {
  serve(membersApi.listMembers, requireMember, ({ db, member }) => listMembers(db, member), { isRevalidated: true })
  serve(
    membersApi.changeMember,
    requireMember,
    ({ db, member, params, body, picture }) => changeMember(db, member, params.memberId, { ...body, picture }),
    imageUploadOptions,
  )
  serve(membersApi.removeMember, requireMember, ({ db, member, params, body }) =>
    removeMember(db, member, params.memberId, body),
  )
  serve(membersApi.leaveBand, requireMember, ({ db, member, body }) => leaveBand(db, member, body))
}
