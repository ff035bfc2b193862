import { bandsApi } from '@gaffer/domain/api'
import { member } from '#http/gate/gates.ts'
import type { Serve } from '#http/serve.ts'
import { listActivity } from './service.ts'

export function activityRoutes(serve: Serve): void {
  serve(bandsApi.listActivity, member, ({ db, acting, query }) => listActivity(db, acting, query))
}
