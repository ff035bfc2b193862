import { ownDataApi } from '@gaffer/domain/own-data/api'
import { requireSession } from '#http/guards/guards.ts'
import { allCookieDeletions } from '#http/pipeline/cookies.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { eraseAccount, exportPersonalData, type PersonalDataExport } from './service.ts'

/** Export and erasure read every personal table, which can take longer than the default deadline. */
const slowOptions = { deadlineMs: 10_000 }

export function ownDataRoutes(serve: ServeEndpoint): void {
  serve(
    ownDataApi.exportMe,
    requireSession,
    async ({ db, user }) => createExportReply(await exportPersonalData(db, user)),
    {
      ...slowOptions,
      isHeavy: true,
    },
  )
  serve(
    ownDataApi.eraseMe,
    requireSession,
    async ({ services, db, user, cookies }) => {
      await eraseAccount(services, db, user)
      cookies.set(allCookieDeletions)
    },
    { ...slowOptions, clearsCache: true },
  )
}

function createExportReply({ exportedAt, content }: PersonalDataExport): RawReply {
  return {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="gaffer-my-data-${exportedAt.slice(0, 10)}.json"`,
      'cache-control': 'no-store',
    },
    content,
  }
}
