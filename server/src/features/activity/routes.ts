import { activityApi } from '@gaffer/domain/api/activity'
import { requireMember } from '#http/auth/guards.ts'
import type { ServeEndpoint } from '#http/serve.ts'
import { listActivity } from './service.ts'

export function activityRoutes(serve: ServeEndpoint): void {
  serve(activityApi.listActivity, requireMember, ({ db, member, query }) => listActivity(db, member, query), {
    isRevalidated: true,
  })
}
