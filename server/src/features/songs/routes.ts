import { songsApi } from '@gaffer/domain/songs/api'
import { requireMember } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import {
  addSong,
  addVeto,
  changeSong,
  deleteSong,
  deleteVeto,
  listSongs,
  restoreSong,
  setReadiness,
} from './service.ts'

export function songRoutes(serve: ServeEndpoint): void {
  serve(songsApi.listSongs, requireMember, ({ db, member }) => listSongs(db, member), { isRevalidated: true })
  serve(songsApi.addSong, requireMember, ({ services, db, member, body }) => addSong(services, db, member, body))
  serve(songsApi.changeSong, requireMember, ({ db, member, params, body }) =>
    changeSong(db, member, params.songId, body),
  )
  serve(songsApi.deleteSong, requireMember, ({ db, member, params }) => deleteSong(db, member, params.songId))
  serve(songsApi.restoreSong, requireMember, ({ db, member, params }) => restoreSong(db, member, params.songId))
  serve(songsApi.setReadiness, requireMember, ({ db, member, params, body }) =>
    setReadiness(db, member, params.songId, body),
  )
  serve(songsApi.addVeto, requireMember, ({ db, member, params, body }) => addVeto(db, member, params.songId, body))
  serve(songsApi.deleteVeto, requireMember, ({ db, member, params }) => deleteVeto(db, member, params.songId, params))
}
