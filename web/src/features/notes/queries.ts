// The requests of a thread of notes: its pages, and the changes to it.

import { formatNoteSubject, type Note, type NoteInput, type NoteSubject } from '@gaffer/domain/notes/note'
import { noteMessages } from '@gaffer/domain/notes/note-messages'
import { generateIdempotencyKey } from '#lib/request.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useChange } from '#offline/use-change.ts'
import { toNote } from './apply-notes.ts'

/** A thread, by the object that its notes are about. `name` is the object's name. */
export type NoteThreadKey = { bandId: string; about: NoteSubject; name: string }

/** The newest notes of a thread, or with `before` the page of notes before that note. */
export function useNotes({ bandId, about }: NoteThreadKey, before?: string) {
  const query = { about: formatNoteSubject(about), ...(before !== undefined && { before }) }
  // A new note shifts the pages, which changes the query key of an earlier page. Until its response arrives, the page shows its previous data.
  return useEndpoint(
    'GET /api/bands/:bandId/notes',
    { params: { bandId }, query },
    before === undefined ? {} : { placeholderData: (previous) => previous },
  )
}

type NewNote = Required<Pick<NoteInput, 'text' | 'atSeconds' | 'mentions' | 'poll'>> & { id: string }

/** Writes a note. Without a network, it waits in the outbox. */
export function useWriteNote({ bandId, about, name }: NoteThreadKey, membershipId: string) {
  return useChange('POST /api/bands/:bandId/notes', {
    changes: 'notes',
    failure: { title: noteMessages.noteNotSaved },
    input: (note: NewNote) => ({
      params: { bandId },
      body: { ...note, about },
      // The note's own id is the key, so that a retry does not add it twice.
      idempotencyKey: note.id,
    }),
    keep: (note) => ({ about: { id: note.id, name }, reply: toNote({ ...note, about }, membershipId, Date.now()) }),
  })
}

export function useVote({ bandId, name }: NoteThreadKey) {
  return useChange('PUT /api/bands/:bandId/notes/:noteId/votes', {
    changes: 'notes',
    failure: { title: noteMessages.voteNotSaved },
    input: ({ note, choiceIds }: { note: Note; choiceIds: string[] }) => ({
      params: { bandId, noteId: note.id },
      body: { choiceIds },
      idempotencyKey: generateIdempotencyKey(),
    }),
    keep: ({ note }) => ({ about: { id: note.id, name }, reply: note }),
  })
}

export function useChangeNote({ bandId }: NoteThreadKey) {
  return useChange('PATCH /api/bands/:bandId/notes/:noteId', {
    changes: 'notes',
    failure: { title: noteMessages.noteNotSaved },
    input: ({ note, text, mentions }: { note: Note; text: string; mentions: string[] }) => ({
      params: { bandId, noteId: note.id },
      body: { text, mentions },
      version: note.version,
    }),
  })
}

export function useDeleteNote({ bandId }: NoteThreadKey) {
  return useChange('DELETE /api/bands/:bandId/notes/:noteId', {
    changes: 'notes',
    failure: { title: noteMessages.noteNotDeleted },
    input: ({ id: noteId, version }: Note) => ({ params: { bandId, noteId }, version }),
    isDoneIfNotFound: true,
  })
}

/** Marks notes as read. A failure is not shown: the notes stay unread until the next visit. */
export function useMarkNotesRead({ bandId, about }: NoteThreadKey) {
  return useChange('POST /api/bands/:bandId/note-threads/read', {
    changes: 'nothing',
    failure: null,
    input: (upTo: string) => ({ params: { bandId }, body: { about, upTo } }),
    invalidates: [
      'GET /api/bands/:bandId/calendar',
      'GET /api/bands/:bandId/events',
      'GET /api/me/events',
      'GET /api/bands/:bandId/events/:eventId',
      'GET /api/bands/:bandId/songs',
      'GET /api/bands/:bandId/setlists',
      'GET /api/bands/:bandId/recordings',
    ],
  })
}

export function useMuteNotes({ bandId, about }: NoteThreadKey) {
  return useChange('PUT /api/bands/:bandId/note-threads/mute', {
    changes: 'nothing',
    failure: { title: noteMessages.muteNotSaved },
    input: (isMuted: boolean) => ({ params: { bandId }, body: { about, isMuted } }),
    invalidates: ['GET /api/bands/:bandId/notes'],
  })
}
