import { practiceApi } from '@gaffer/domain/practice/api'
import { requireMember } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { readPracticePlan, readPractisedSongIds, setPractisedSongs, tickSong, untickSong } from './service.ts'

export function practiceRoutes(serve: ServeEndpoint): void {
  serve(
    practiceApi.readPracticePlan,
    requireMember,
    ({ db, member, params }) => readPracticePlan(db, member, params.eventId),
    {
      isRevalidated: true,
    },
  )
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
  serve(practiceApi.tickSong, requireMember, ({ db, member, params }) => tickSong(db, member, params))
  serve(practiceApi.untickSong, requireMember, ({ db, member, params }) => untickSong(db, member, params))
}
