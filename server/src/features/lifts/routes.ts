import { liftsApi } from '@gaffer/domain/lifts/api'
import { requireMember } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { deleteLift, listLifts, setLift } from './service.ts'

export function liftRoutes(serve: ServeEndpoint): void {
  serve(liftsApi.listLifts, requireMember, ({ db, member, params }) => listLifts(db, member, params.eventId), {
    isRevalidated: true,
  })
  serve(liftsApi.setLift, requireMember, ({ db, member, params, body }) => setLift(db, member, params, body))
  serve(liftsApi.deleteLift, requireMember, ({ db, member, params }) => deleteLift(db, member, params))
}
