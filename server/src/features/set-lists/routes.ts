import { setlistsApi } from '@gaffer/domain/set-lists/api'
import { requireMember } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { addSetlist, changeSetlist, deleteSetlist, listSetlists, readSetlist, restoreSetlist } from './service.ts'

export function setlistRoutes(serve: ServeEndpoint): void {
  serve(setlistsApi.listSetlists, requireMember, ({ db, member }) => listSetlists(db, member), { isRevalidated: true })
  serve(setlistsApi.readSetlist, requireMember, ({ db, member, params }) => readSetlist(db, member, params.setlistId))
  serve(setlistsApi.addSetlist, requireMember, ({ db, member, body }) => addSetlist(db, member, body))
  serve(setlistsApi.changeSetlist, requireMember, ({ db, member, params, body, seenVersions }) =>
    changeSetlist(db, member, params.setlistId, body, seenVersions),
  )
  serve(setlistsApi.deleteSetlist, requireMember, ({ db, member, params, seenVersions }) =>
    deleteSetlist(db, member, params.setlistId, seenVersions),
  )
  serve(setlistsApi.restoreSetlist, requireMember, ({ db, member, params }) =>
    restoreSetlist(db, member, params.setlistId),
  )
}
