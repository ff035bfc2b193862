// The calls by which people take their data with them, or make us forget it.

import { meApi } from '@gaffer/domain/api'
import { requireSession } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'
import { eraseAccount, exportPersonalData } from './service.ts'

/** Milliseconds: they go through everything there is about somebody. */
const patiently = { deadlineMs: 10_000 }

export function privacyRoutes(serve: Serve): void {
  serve(meApi.exportMe, requireSession, ({ db, person }) => exportPersonalData(db, person), {
    ...patiently,
    isHeavy: true,
  })
  serve(meApi.eraseMe, requireSession, ({ db, person, cookies }) => eraseAccount(db, person, cookies), {
    ...patiently,
    clearsCache: true,
  })
}
