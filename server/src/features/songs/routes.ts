import { songsApi } from '@gaffer/domain/api'
import { member } from '#http/gate/gates.ts'
import type { Serve } from '#http/serve.ts'
import { addSong, addVeto, deleteSong, deleteVeto, readSongs, setReadiness } from './service.ts'

export function songRoutes(serve: Serve): void {
  serve.read(songsApi.listSongs, readSongs)
  serve(songsApi.addSong, member, ({ deps, db, acting, body }) => addSong(deps, db, acting, body))
  serve(songsApi.deleteSong, member, ({ db, acting, params }) => deleteSong(db, acting, params.songId))
  serve(songsApi.setReadiness, member, ({ db, acting, params, body }) => setReadiness(db, acting, params.songId, body))
  serve(songsApi.addVeto, member, ({ db, acting, params, body }) => addVeto(db, acting, params.songId, body))
  serve(songsApi.deleteVeto, member, ({ db, acting, params }) => deleteVeto(db, acting, params.songId, params))
}
