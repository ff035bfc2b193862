import { meApi } from '@gaffer/domain/api/me'
import { requireSession } from '#http/auth/guards.ts'
import type { RawReply, Serve } from '#http/serve.ts'
import { eraseAccount, exportPersonalData, type PersonalDataExport } from './service.ts'

/** Milliseconds. Export and erasure read every personal table. */
const patiently = { deadlineMs: 10_000 }

export function privacyRoutes(serve: Serve): void {
  serve(meApi.exportMe, requireSession, async ({ db, person }) => exportReply(await exportPersonalData(db, person)), {
    ...patiently,
    isHeavy: true,
  })
  serve(meApi.eraseMe, requireSession, ({ db, person, cookies }) => eraseAccount(db, person, cookies), {
    ...patiently,
    clearsCache: true,
  })
}

function exportReply({ exportedAt, content }: PersonalDataExport): RawReply {
  return {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="gaffer-my-data-${exportedAt.slice(0, 10)}.json"`,
      'cache-control': 'no-store',
    },
    content,
  }
}
