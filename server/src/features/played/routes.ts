import { playedApi } from '@gaffer/domain/played/api'
import { requireMember } from '#http/guards/guards.ts'
import { formatContentDisposition } from '#http/pages/content-disposition.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { exportPlayed, listUnreportedGigs, readPlayed, savePlayed } from './service.ts'

export function playedRoutes(serve: ServeEndpoint): void {
  serve(playedApi.readPlayed, requireMember, ({ db, member, params }) => readPlayed(db, member, params.eventId), {
    isRevalidated: true,
  })
  serve(playedApi.savePlayed, requireMember, ({ db, member, params, body, seenVersions }) =>
    savePlayed(db, member, params.eventId, body, seenVersions),
  )
  serve(playedApi.exportPlayed, requireMember, async ({ db, member, params }) => {
    const { name, content } = await exportPlayed(db, member, params.eventId)
    return {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': formatContentDisposition('attachment', {
          name,
          extension: 'csv',
          defaultName: 'played',
        }),
        'cache-control': 'no-store',
      },
      content,
    }
  })
  serve(playedApi.listUnreportedGigs, requireMember, ({ db, member }) => listUnreportedGigs(db, member), {
    isRevalidated: true,
  })
}
