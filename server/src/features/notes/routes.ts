import { notesApi } from '@gaffer/domain/notes/api'
import { requireMember } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { reportToOperator } from './reports.ts'
import { changeNote, deleteNote, listNotes, markNotesRead, muteNotes, saveVote, writeNote } from './service.ts'

export function noteRoutes(serve: ServeEndpoint): void {
  serve(notesApi.listNotes, requireMember, ({ db, member, query }) => listNotes(db, member, query), {
    isRevalidated: true,
  })
  serve(notesApi.writeNote, requireMember, ({ db, member, body }) => writeNote(db, member, body))
  serve(notesApi.changeNote, requireMember, ({ db, member, params, body, seenVersions }) =>
    changeNote(db, member, params.noteId, body, seenVersions),
  )
  serve(notesApi.deleteNote, requireMember, ({ db, member, params, seenVersions }) =>
    deleteNote(db, member, params.noteId, seenVersions),
  )
  serve(notesApi.vote, requireMember, ({ db, member, params, body }) =>
    saveVote(db, member, params.noteId, body.choiceIds),
  )
  serve(notesApi.markNotesRead, requireMember, ({ db, member, body }) => markNotesRead(db, member, body))
  serve(notesApi.muteNotes, requireMember, ({ db, member, body }) => muteNotes(db, member, body))
  serve(notesApi.report, requireMember, async ({ services, db, member, body }) => {
    await reportToOperator(services, db, member, body)
    return undefined
  })
}
