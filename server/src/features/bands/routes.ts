import { bandsApi } from '@gaffer/domain/api/bands'
import { membersApi } from '@gaffer/domain/api/members'
import { imageUploadOptions } from '#features/images/service.ts'
import { requireMember, requireSession } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'
import { changeBand, changeMember, createBand, listMembers, readBand } from './service.ts'

export function bandRoutes(serve: Serve): void {
  serve(
    bandsApi.createBand,
    requireSession,
    ({ db, person, body, picture }) => createBand(db, person, body, picture),
    imageUploadOptions,
  )
  serve(bandsApi.readBand, requireMember, ({ db, acting }) => readBand(db, acting), { isRevalidated: true })
  serve(
    bandsApi.changeBand,
    requireMember,
    ({ db, acting, body, seenVersion, picture }) => changeBand(db, acting, body, { seenVersion, picture }),
    imageUploadOptions,
  )
  serve(membersApi.listMembers, requireMember, ({ db, acting }) => listMembers(db, acting), { isRevalidated: true })
  serve(
    membersApi.changeMember,
    requireMember,
    ({ db, acting, params, body, picture }) => changeMember(db, acting, params.memberId, { ...body, picture }),
    imageUploadOptions,
  )
}
