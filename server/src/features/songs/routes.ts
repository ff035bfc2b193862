import { songsApi } from '@gaffer/domain/api/songs'
import { requireMember } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'
import { addSong, addVeto, deleteSong, deleteVeto, listSongs, setReadiness } from './service.ts'

export function songRoutes(serve: Serve): void {
  serve(songsApi.listSongs, requireMember, ({ db, acting }) => listSongs(db, acting), { isRevalidated: true })
  serve(songsApi.addSong, requireMember, ({ deps, db, acting, body }) => addSong(deps, db, acting, body))
  serve(songsApi.deleteSong, requireMember, ({ db, acting, params }) => deleteSong(db, acting, params.songId))
  serve(songsApi.setReadiness, requireMember, ({ db, acting, params, body }) =>
    setReadiness(db, acting, params.songId, body),
  )
  serve(songsApi.addVeto, requireMember, ({ db, acting, params, body }) => addVeto(db, acting, params.songId, body))
  serve(songsApi.deleteVeto, requireMember, ({ db, acting, params }) => deleteVeto(db, acting, params.songId, params))
}
