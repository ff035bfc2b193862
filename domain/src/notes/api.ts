import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { limits } from '@gaffer/domain/shared/limits'
import {
  MuteNotesInput,
  Note,
  NoteChangesInput,
  NoteInput,
  NoteSubjectParam,
  NoteThread,
  ReadNotesInput,
  VotesInput,
} from './note.ts'
import { ReportInput } from './report.ts'

export const notesApi = {
  listNotes: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/notes',
    offline: true,
    summary: `List the newest ${limits.notesShown} notes about an event, a song, a set list or a recording, or those before a note; the oldest first`,
    query: z.strictObject({ about: NoteSubjectParam, before: z.optional(Id) }),
    status: 200,
    response: NoteThread,
  }),
  writeNote: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/notes',
    offline: true,
    summary:
      'Write a note, with a poll if wanted; the same id again gives the stored note. 409 over the limits of a thread and a band',
    body: NoteInput,
    status: 201,
    response: Note,
    idempotent: true,
    changes: 'notes',
    errors: ['conflict'],
  }),
  changeNote: defineEndpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId/notes/:noteId',
    summary: `Change the text of an own note within ${limits.noteEditMinutes} minutes`,
    body: NoteChangesInput,
    status: 200,
    response: Note,
    versioned: true,
    changes: 'notes',
  }),
  deleteNote: defineEndpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/notes/:noteId',
    summary: 'Delete a note; allowed for its writer, admins and owners',
    status: 204,
    versioned: true,
    changes: 'notes',
  }),
  vote: defineEndpoint({
    method: 'PUT',
    path: '/api/bands/:bandId/notes/:noteId/votes',
    offline: true,
    summary: "Set the caller's votes in the poll of a note as a whole; 409 after its last day",
    body: VotesInput,
    status: 200,
    response: Note,
    idempotent: true,
    changes: 'notes',
    errors: ['conflict'],
  }),
  markNotesRead: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/note-threads/read',
    summary: 'Mark the notes of a thread as read, up to a note',
    body: ReadNotesInput,
    status: 204,
    changes: 'nothing',
  }),
  muteNotes: defineEndpoint({
    method: 'PUT',
    path: '/api/bands/:bandId/note-threads/mute',
    summary: 'Mute a thread, so that its notes make no notices for the caller, or end that',
    body: MuteNotesInput,
    status: 204,
    changes: 'nothing',
  }),
  report: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/reports',
    summary: `Report a note, a chart or a recording of another member to the people who run this installation; ${limits.reportsPerDay} a day`,
    body: ReportInput,
    status: 202,
    idempotent: true,
    changes: 'nothing',
  }),
}
