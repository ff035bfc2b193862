import { meApi } from '@gaffer/domain/api'
import { signedIn } from '#http/gate/gates.ts'
import type { Serve } from '#http/serve.ts'
import { eraseAccount, exportPersonalData } from './service.ts'

/** Milliseconds. Export and erasure read every personal table. */
const patiently = { deadlineMs: 10_000 }

export function privacyRoutes(serve: Serve): void {
  serve(meApi.exportMe, signedIn, ({ db, person }) => exportPersonalData(db, person), { ...patiently, isHeavy: true })
  serve(meApi.eraseMe, signedIn, ({ db, person, cookies }) => eraseAccount(db, person, cookies), {
    ...patiently,
    clearsCache: true,
  })
}
