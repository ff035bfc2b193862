import { bandsApi } from '@gaffer/domain/bands/api'
import { imageUploadOptions } from '#features/images/service.ts'
import { requireMember, requireSession } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { changeBand, createBand, readBand } from './service.ts'

export function bandRoutes(serve: ServeEndpoint): void {
  serve(
    bandsApi.createBand,
    requireSession,
    ({ db, user, body, picture }) => createBand(db, user, body, picture),
    imageUploadOptions,
  )
  serve(bandsApi.readBand, requireMember, ({ db, member }) => readBand(db, member), { isRevalidated: true })
  serve(
    bandsApi.changeBand,
    requireMember,
    ({ db, member, body, seenVersions, picture }) => changeBand(db, member, body, { seenVersions, picture }),
    imageUploadOptions,
  )
}
