import { liveApi } from '@gaffer/domain/api'
import { signedIn } from '#http/gate/gates.ts'
import type { Serve } from '#http/serve.ts'
import { listen } from './service.ts'

export function liveRoutes(serve: Serve): void {
  serve(liveApi.listen, signedIn, ({ deps, person, query }) => listen(deps, person, query.page ?? null))
}
