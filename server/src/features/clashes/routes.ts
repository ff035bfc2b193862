import { clashesApi } from '@gaffer/domain/clashes/api'
import { requireMember } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { checkConflicts, checkSeriesConflicts, listClashes } from './service.ts'

export function clashRoutes(serve: ServeEndpoint): void {
  serve(clashesApi.listClashes, requireMember, ({ db, member, query }) => listClashes(db, member, query), {
    isRevalidated: true,
  })
  serve(clashesApi.checkConflicts, requireMember, ({ db, member, body }) => checkConflicts(db, member, body))
  serve(clashesApi.checkSeriesConflicts, requireMember, ({ db, member, body }) =>
    checkSeriesConflicts(db, member, body),
  )
}
