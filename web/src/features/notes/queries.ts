// A thread of notes: its pages, and what members change in it.

import { formatNoteSubject, type Note, type NoteInput, type NoteSubject } from '@gaffer/domain/notes/note'
import { noteMessages } from '@gaffer/domain/notes/note-messages'
import { generateIdempotencyKey } from '#lib/request.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useChange } from '#offline/use-change.ts'
import { toNote } from './apply-notes.ts'

/** What the notes are about. `name` is what the member calls it. */
export type NoteThreadKey = { bandId: string; about: NoteSubject; name: string }

/** The newest notes, or those before a note. */
export function useNotes({ bandId, about }: NoteThreadKey, before?: string) {
  const query = { about: formatNoteSubject(about), ...(before !== undefined && { before }) }
  // Each new note shifts the newest page, and with it the key of the page before: the previous data stays meanwhile.
  return useEndpoint(
    'GET /api/bands/:bandId/notes',
    { params: { bandId }, query },
    before === undefined ? {} : { placeholderData: (previous) => previous },
  )
}

type Written = Required<Pick<NoteInput, 'text' | 'atSeconds' | 'mentions' | 'poll'>> & { id: string }

/** A note that cannot be sent waits for a network. */
export function useWriteNote({ bandId, about, name }: NoteThreadKey, membershipId: string) {
  return useChange('POST /api/bands/:bandId/notes', {
    changes: 'notes',
    failure: { title: noteMessages.noteNotSaved },
    input: (note: Written) => ({
      params: { bandId },
      body: { ...note, about },
      // The same note has the same key, however often it is sent.
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

/** Fails in silence: the notes stay unread, and are marked with the next visit. */
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
