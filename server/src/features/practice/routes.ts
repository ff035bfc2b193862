import { practiceApi } from '@gaffer/domain/practice/api'
import { requireMember } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { readBrief, readPractisedSongIds, setPractisedSongs } from './service.ts'

export function practiceRoutes(serve: ServeEndpoint): void {
  serve(practiceApi.readBrief, requireMember, ({ db, member, params }) => readBrief(db, member, params.eventId), {
    isRevalidated: true,
  })
  serve(
    practiceApi.readPractised,
    requireMember,
    ({ db, member, params }) => readPractisedSongIds(db, member, params.eventId),
    {
      isRevalidated: true,
    },
  )
  serve(practiceApi.setPractised, requireMember, ({ db, member, params, body }) =>
    setPractisedSongs(db, member, params.eventId, body),
  )
}
