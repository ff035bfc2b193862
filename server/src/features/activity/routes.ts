import { activityApi } from '@gaffer/domain/activity/api'
import { requireMember } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { listActivity } from './service.ts'

export function activityRoutes(serve: ServeEndpoint): void {
  serve(activityApi.listActivity, requireMember, ({ db, member, query }) => listActivity(db, member, query), {
    isRevalidated: true,
  })
}
