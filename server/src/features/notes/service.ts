import { randomUUIDv7 } from 'node:crypto'
import { canDeleteNote, isPollClosed, isWithinEditTime, isWriter } from '@gaffer/domain/notes/access'
import {
  parseNoteSubject,
  type Note,
  type NoteChanges,
  type NoteSubject,
  type NoteThread,
  type ParsedNote,
} from '@gaffer/domain/notes/note'
import { noteMessages } from '@gaffer/domain/notes/note-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { limits } from '@gaffer/domain/shared/limits'
import { queueMentions, queueNoteAdded } from '#features/notices/queue-notices.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { inTransaction, onOneConnection, type Db } from '#platform/db/connection.ts'
import { invalidFieldError, notFoundError, orNotFound } from '#platform/refusals.ts'
import { refuseStaleEdit, type SeenVersions } from '#platform/version-check.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import {
  areMembers,
  deleteNoteRow,
  deleteOwnVotes,
  findNote,
  isNoteLimitReached,
  isNoteHidden,
  isNoteRateExceeded,
  lockNote,
  getThreadStore,
  updateNote,
  upsertOwnVotes,
} from './store.ts'

export function listNotes(
  pool: Db,
  member: MemberContext,
  { about, before }: { about: string; before?: string | undefined },
): Promise<NoteThread> {
  const subject = parseNoteSubject(about)
  const thread = { ...member, subjectId: subject.id }
  const { findMuteState, findPosition, listNewest } = getThreadStore(subject)
  return onOneConnection(pool, async (db) => {
    const { isMuted } = orNotFound(await findMuteState(db, thread))
    const from = before === undefined ? null : orNotFound(await findPosition(db, { ...thread, noteId: before }))
    const notes = await listNewest(db, { ...thread, before: from && from.position })
    return { notes: notes.toReversed(), isMuted }
  })
}

/** Stores a note, or returns the stored note with the same id. For a note without an id, only an idempotency key prevents a second note. */
export function writeNote(db: Db, member: MemberContext, input: ParsedNote): Promise<Note> {
  const { about, id: noteId = randomUUIDv7(), mentions, ...written } = input
  const thread = { ...member, subjectId: about.id }
  const { lockSubject, insertNote, countNewNote } = getThreadStore(about)
  return inTransaction(db, async (tx) => {
    // Serialises the notes of a member, so that the limit per minute holds.
    await acquireAdvisoryLocks(tx, `notes of ${member.membershipId}`)
    const subject = orNotFound(await lockSubject(tx, thread))
    const stored = await findNote(tx, { ...member, noteId })
    if (stored) return requireOwnNote(member, stored)
    if (await isNoteRateExceeded(tx, member)) {
      throw new AppError('too_many_requests', noteMessages.tooFast, { retryAfterSeconds: 60 })
    }
    if (subject.noteCount >= limits.notesPerThread) throw new AppError('conflict', noteMessages.threadFull)
    if (await isNoteLimitReached(tx, member)) throw new AppError('conflict', noteMessages.bandFull)
    const poll = input.poll && preparePoll(tx, input.poll)
    await refuseForeignMentions(tx, member, mentions)
    const mentionIds = [...new Set(mentions)]
    await queueNoteAdded(tx, member, about)
    await insertNote(tx, { ...thread, ...written, noteId, mentions: mentionIds, poll: poll && JSON.stringify(poll) })
    await countNewNote(tx, thread)
    if (mentionIds.length > 0) await queueMentions(tx, member, { noteId, about })
    return orNotFound(await findNote(tx, { ...member, noteId }))
  })
}

function requireOwnNote(member: MemberContext, stored: Note): Note {
  if (!isWriter(member, stored)) throw new AppError('conflict', noteMessages.idInUse)
  return stored
}

function preparePoll(tx: Db, { choices, allowsSeveral, closesOn }: NonNullable<ParsedNote['poll']>) {
  if (isPollClosed({ closesOn }, tx.clock.now())) throw invalidFieldError('poll.closesOn', noteMessages.closesInPast)
  return { choices: choices.map((label) => ({ id: randomUUIDv7(), label })), allowsSeveral, closesOn }
}

async function refuseForeignMentions(tx: Db, member: MemberContext, mentions: readonly string[]): Promise<void> {
  if (!(await areMembers(tx, member, mentions))) throw invalidFieldError('mentions', noteMessages.mentionUnknown)
}

export function changeNote(
  db: Db,
  member: MemberContext,
  noteId: string,
  { text, mentions: given }: NoteChanges,
  seenVersions: SeenVersions,
): Promise<Note> {
  return inTransaction(db, async (tx) => {
    const stored = await lockAndReadNote(tx, member, noteId)
    if (!isWriter(member, stored)) throw new AppError('not_allowed', noteMessages.notYours)
    if (!isWithinEditTime(stored, tx.clock.now())) throw new AppError('not_allowed', noteMessages.editTimeOver)
    if (await isNoteHidden(tx, { ...member, noteId })) throw new AppError('not_allowed', noteMessages.hidden)
    refuseStaleEdit(stored, seenVersions)
    const mentions = given ? [...new Set(given)] : stored.mentions
    // Only new mentions are checked: a member who was mentioned before may have left since.
    await refuseForeignMentions(
      tx,
      member,
      mentions.filter((id) => !stored.mentions.includes(id)),
    )
    await updateNote(tx, { ...member, noteId, text, mentions })
    if (mentions.some((id) => !stored.mentions.includes(id))) {
      await queueMentions(tx, member, { noteId, about: stored.about })
    }
    return orNotFound(await findNote(tx, { ...member, noteId }))
  })
}

export function deleteNote(db: Db, member: MemberContext, noteId: string, seenVersions: SeenVersions): Promise<void> {
  return inTransaction(db, async (tx) => {
    // Lock order as in `writeNote`: the subject of the thread, then the note.
    const { about } = orNotFound(await findNote(tx, { ...member, noteId }))
    const thread = { ...member, subjectId: about.id }
    const { lockSubject, countDeletedNote } = getThreadStore(about)
    orNotFound(await lockSubject(tx, thread))
    const stored = await lockAndReadNote(tx, member, noteId)
    if (!canDeleteNote(member, stored)) throw new AppError('not_allowed', noteMessages.deleteNotYours)
    refuseStaleEdit(stored, seenVersions)
    await deleteNoteRow(tx, { ...member, noteId })
    await countDeletedNote(tx, thread)
  })
}

export function saveVote(db: Db, member: MemberContext, noteId: string, given: readonly string[]): Promise<Note> {
  return inTransaction(db, async (tx) => {
    const { poll } = await lockAndReadNote(tx, member, noteId)
    const choiceIds = [...new Set(given)]
    if (!poll) throw new AppError('conflict', noteMessages.pollMissing)
    if (!poll.allowsSeveral && choiceIds.length > 1) throw invalidFieldError('choiceIds', noteMessages.oneChoice)
    if (choiceIds.some((id) => poll.choices.every((choice) => choice.id !== id))) {
      throw invalidFieldError('choiceIds', noteMessages.choiceUnknown)
    }
    if (isPollClosed(poll, tx.clock.now())) throw new AppError('conflict', noteMessages.pollClosed)
    if (choiceIds.length === 0) await deleteOwnVotes(tx, { ...member, noteId })
    else await upsertOwnVotes(tx, { ...member, noteId, choiceIds })
    return orNotFound(await findNote(tx, { ...member, noteId }))
  })
}

async function lockAndReadNote(tx: Db, member: MemberContext, noteId: string): Promise<Note> {
  if (!(await lockNote(tx, { ...member, noteId }))) throw notFoundError()
  return orNotFound(await findNote(tx, { ...member, noteId }))
}

export function markNotesRead(
  db: Db,
  member: MemberContext,
  { about, upTo }: { about: NoteSubject; upTo: string },
): Promise<void> {
  const thread = { ...member, subjectId: about.id }
  const { lockSubject, findPosition, setReader, markSubjectRead } = getThreadStore(about)
  return inTransaction(db, async (tx) => {
    orNotFound(await lockSubject(tx, thread))
    const { position } = orNotFound(await findPosition(tx, { ...thread, noteId: upTo }))
    await setReader(tx, { ...thread, position, isMuted: null })
    await markSubjectRead(tx, { ...thread, position })
  })
}

export function muteNotes(
  db: Db,
  member: MemberContext,
  { about, isMuted }: { about: NoteSubject; isMuted: boolean },
): Promise<void> {
  const thread = { ...member, subjectId: about.id }
  const { lockSubject, setReader } = getThreadStore(about)
  return inTransaction(db, async (tx) => {
    orNotFound(await lockSubject(tx, thread))
    await setReader(tx, { ...thread, position: null, isMuted })
  })
}
