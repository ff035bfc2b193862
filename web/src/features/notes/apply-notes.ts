// Optimistic updates: applies notes and votes that the server has not stored yet to the cached replies.

import { formatNoteSubject, type Note, type NoteInput, type NoteThread } from '@gaffer/domain/notes/note'
import type { ReadEndpointName } from '#lib/endpoint-query.ts'
import { isOfSameBand, registerChangeAppliers, type ShownReply } from '#lib/shown-changes.ts'

const readsWithNotes: readonly ReadEndpointName[] = ['GET /api/bands/:bandId/notes']

registerChangeAppliers({
  'POST /api/bands/:bandId/notes': { reads: readsWithNotes, apply: applyNote },
  'PUT /api/bands/:bandId/notes/:noteId/votes': { reads: readsWithNotes, apply: applyVotes },
})

/** Adds a note that is not stored yet at the end of the newest page of its thread. */
function applyNote(shown: ShownReply): unknown {
  const { read, change, own, stored } = shown
  const input = change.body as NoteInput & { id: string }
  const thread = shown.reply as NoteThread
  const { about, before } = (read.address.query ?? {}) as { about?: string; before?: string }
  const isOfThread = isOfSameBand(shown) && about === formatNoteSubject(input.about) && before === undefined
  if (!isOfThread || thread.notes.some(({ id }) => id === input.id)) return thread
  const writtenBy = own.get(change.params['bandId'] ?? '') ?? null
  const note = (stored as Note | undefined) ?? toNote(input, writtenBy, change.madeAt)
  return { ...thread, notes: [...thread.notes, note] }
}

/** The note as it is shown until the server has stored it. */
export function toNote(
  { id, about, text, atSeconds, mentions, poll }: NoteInput & { id: string },
  writtenBy: string | null,
  madeAt: number,
): Note {
  return {
    id,
    about,
    atSeconds: atSeconds ?? null,
    text,
    writtenBy,
    displayName: '',
    createdAt: new Date(madeAt).toISOString(),
    editedAt: null,
    mentions: mentions ?? [],
    // Temporary ids, because the server assigns the ids of the choices.
    poll: poll
      ? {
          choices: poll.choices.map((label, at) => ({ id: `${id} ${at}`, label, membershipIds: [] })),
          allowsSeveral: poll.allowsSeveral ?? false,
          closesOn: poll.closesOn ?? null,
        }
      : null,
    version: 0,
  }
}

function applyVotes(shown: ShownReply): unknown {
  const { change, own, stored } = shown
  const thread = shown.reply as NoteThread
  const noteId = change.params['noteId']
  const ownId = own.get(change.params['bandId'] ?? '')
  if (!isOfSameBand(shown) || ownId === undefined || !thread.notes.some(({ id }) => id === noteId)) return thread
  const { choiceIds } = change.body as { choiceIds: string[] }
  const notes = thread.notes.map((note) =>
    note.id === noteId ? ((stored as Note | undefined) ?? replaceVotes(note, ownId, choiceIds)) : note,
  )
  return { ...thread, notes }
}

/** Returns the note with the member's new votes in place of the member's earlier votes. */
export function replaceVotes(note: Note, membershipId: string, choiceIds: readonly string[]): Note {
  if (!note.poll) return note
  const choices = note.poll.choices.map((choice) => {
    const hadVote = choice.membershipIds.includes(membershipId)
    const hasVote = choiceIds.includes(choice.id)
    if (hadVote === hasVote) return choice
    const others = choice.membershipIds.filter((id) => id !== membershipId)
    return { ...choice, membershipIds: hasVote ? [...others, membershipId] : others }
  })
  return { ...note, poll: { ...note.poll, choices } }
}
