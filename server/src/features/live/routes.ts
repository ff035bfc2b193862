// The call that stays open: what changes, as it changes.

import { liveApi } from '@gaffer/domain/api'
import { requireSession } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'
import { listen } from './service.ts'

export function liveRoutes(serve: Serve): void {
  serve(liveApi.listen, requireSession, ({ deps, person, query }) => listen(deps, person, query.page ?? null))
}
