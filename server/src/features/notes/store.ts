import * as z from 'zod/mini'
import { Note, type NoteSubject, type NoteSubjectKind } from '@gaffer/domain/notes/note'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import type { Db } from '#platform/db/connection.ts'
import { command, hasRow, literal, manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { noteColumns, subjectTables } from './columns.ts'

type NoteKey = MemberContext & { noteId: string }
type ThreadKey = MemberContext & { subjectId: string }

const Position = z.strictObject({ position: z.int() })
const MuteState = z.strictObject({ isMuted: z.boolean() })

/** The statements for threads whose subjects are of one kind: each kind has its table, its column and its indexes. */
function defineStatements(kind: NoteSubjectKind) {
  const { table, column } = subjectTables[kind]
  const ofThread = sql`note.band_id = $bandId and note.${column} = $subjectId`
  const ownReader = sql`note_readers r where r.band_id = $bandId and r.membership_id = $membershipId and r.${column} = $subjectId`
  const upsertReader = sql`
    insert into note_readers as r (band_id, membership_id, ${column}, read_position, is_muted)
    values ($bandId, $membershipId, $subjectId, coalesce($position::int, 0), coalesce($isMuted::boolean, false))
    on conflict (band_id, membership_id, subject_id) do update set
      read_position = greatest(r.read_position, excluded.read_position),
      is_muted = coalesce($isMuted::boolean, r.is_muted)`
  return {
    /** Whether the member muted the thread; undefined if the band does not have the subject of the thread. */
    findMuteState: optionalRow(
      MuteState,
      sql<ThreadKey>`
        select coalesce((select r.is_muted from ${ownReader}), false) as "isMuted"
        from ${table} s where s.band_id = $bandId and s.id = $subjectId and s.deleted_at is null`,
    ),
    /** The newest notes of the thread, or with `before` the newest notes before that position. */
    listNewest: manyRows(
      Note,
      sql<ThreadKey & { before: number | null }>`
        select ${noteColumns} from notes note
        where ${ofThread} and note.position < coalesce($before::int, 2147483647)
        order by note.position desc limit ${literal(limits.notesShown)}`,
    ),
    findPosition: optionalRow(
      Position,
      sql<ThreadKey & { noteId: string }>`select note.position from notes note where ${ofThread} and note.id = $noteId`,
    ),
    /** Locks the membership of the member and the subject of the thread until the transaction ends. */
    lockSubject: optionalRow(
      z.strictObject({ noteCount: z.int() }),
      sql<ThreadKey>`
        select s.note_count as "noteCount"
        from memberships m join ${table} s on s.band_id = m.band_id
        where m.band_id = $bandId and m.id = $membershipId and s.id = $subjectId and s.deleted_at is null
        for key share of m for no key update of s`,
    ),
    /** The position of the new note is above all that members have read, also when the newest notes were deleted. */
    insertNote: command(
      sql<ThreadKey & NewNote>`
        insert into notes (band_id, id, ${column}, position, at_seconds, text, written_by, user_id, mentions, poll, created_at)
        values ($bandId, $noteId, $subjectId,
          1 + greatest(
            (select coalesce(max(note.position), 0) from notes note where ${ofThread}),
            (select coalesce(max(r.read_position), 0) from note_readers r where r.band_id = $bandId and r.${column} = $subjectId)),
          $atSeconds::float8, $text, $membershipId, $userId, $mentions::uuid[], $poll::jsonb, $now)`,
    ),
    /** Increments the note count, and adds all other active members to the unread list. */
    countNewNote: command(
      sql<ThreadKey>`
        update ${table} s set note_count = s.note_count + 1, notes_unread_by = array(
          select m.id from memberships m
          where m.band_id = $bandId and m.status = 'active' and (m.id <> $membershipId or m.id = any(s.notes_unread_by)))
        where s.band_id = $bandId and s.id = $subjectId`,
    ),
    /** Decrements the note count, and removes from the unread list the members who have read all remaining notes by others. */
    countDeletedNote: command(
      sql<ThreadKey>`
        update ${table} s set note_count = s.note_count - 1, notes_unread_by = array(
          select reader.id from unnest(s.notes_unread_by) as reader (id)
          where exists (
            select from notes note where ${ofThread} and note.written_by is distinct from reader.id and note.position > coalesce((
              select r.read_position from note_readers r
              where r.band_id = $bandId and r.membership_id = reader.id and r.${column} = $subjectId), 0)))
        where s.band_id = $bandId and s.id = $subjectId`,
    ),
    setReader: command(sql<ThreadKey & { position: number | null; isMuted: boolean | null }>`${upsertReader}`),
    /** Removes the member from the unread list, unless another member wrote a note after `$position`. */
    markSubjectRead: command(
      sql<ThreadKey & { position: number }>`
        update ${table} s set notes_unread_by = array_remove(s.notes_unread_by, $membershipId::uuid)
        where s.band_id = $bandId and s.id = $subjectId and $membershipId = any(s.notes_unread_by) and not exists (
          select from notes note
          where ${ofThread} and note.position > $position::int and note.written_by is distinct from $membershipId)`,
    ),
  }
}

export type NewNote = {
  noteId: string
  atSeconds: number | null
  text: string
  mentions: readonly string[]
  poll: string | null
}

const statementsByKind = {
  event: defineStatements('event'),
  song: defineStatements('song'),
  setlist: defineStatements('setlist'),
  recording: defineStatements('recording'),
}

/** The statements for the thread's kind of subject. */
export function getThreadStore({ kind }: NoteSubject) {
  return statementsByKind[kind]
}

export const findNote = optionalRow(
  Note,
  sql<NoteKey>`select ${noteColumns} from notes note where note.band_id = $bandId and note.id = $noteId`,
)

// SQL condition: the subject of the note is not deleted.
const isSubjectListed = sql`
  not exists (select from events s where s.band_id = note.band_id and s.id = note.event_id and s.deleted_at is not null)
  and not exists (select from songs s where s.band_id = note.band_id and s.id = note.song_id and s.deleted_at is not null)
  and not exists (select from setlists s where s.band_id = note.band_id and s.id = note.setlist_id and s.deleted_at is not null)
  and not exists (select from recordings s where s.band_id = note.band_id and s.id = note.recording_id and s.deleted_at is not null)`

export const lockNote = hasRow(
  sql<NoteKey>`select from notes note where note.band_id = $bandId and note.id = $noteId and ${isSubjectListed} for no key update`,
)

export const isNoteHidden = hasRow(
  sql<NoteKey>`select from notes where band_id = $bandId and id = $noteId and hidden_at is not null`,
)

export const isNoteLimitReached = hasRow(
  sql<MemberContext>`select from notes where band_id = $bandId offset ${literal(limits.notesPerBand - 1)} limit 1`,
)

/** Whether the member wrote at least `limits.notesPerMinute` notes within the last minute. */
export const isNoteRateExceeded = hasRow(
  sql<MemberContext>`
    select from notes
    where band_id = $bandId and written_by = $membershipId and created_at > $now - interval '1 minute'
    offset ${literal(limits.notesPerMinute - 1)} limit 1`,
)

const listActiveMembers = manyRows(
  z.strictObject({ id: Id }),
  sql<{ bandId: string; ids: readonly string[] }>`
    select id from memberships where band_id = $bandId and id = any($ids::uuid[]) and status = 'active'`,
)

/** Whether all ids are of active members of the band. */
export async function areMembers(db: Db, { bandId }: MemberContext, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  return (await listActiveMembers(db, { bandId, ids })).length === new Set(ids).size
}

export const updateNote = command(
  sql<NoteKey & { text: string; mentions: readonly string[] }>`
    update notes set text = $text, mentions = $mentions::uuid[], version = version + 1, edited_at = $now
    where band_id = $bandId and id = $noteId`,
)

export const deleteNoteRow = command(sql<NoteKey>`delete from notes where band_id = $bandId and id = $noteId`)

export const deleteOwnVotes = command(
  sql<NoteKey>`delete from note_votes where band_id = $bandId and note_id = $noteId and membership_id = $membershipId`,
)

/** A changed vote keeps the time of the member's first vote, by which the voters of a choice are ordered. */
export const upsertOwnVotes = command(
  sql<NoteKey & { choiceIds: readonly string[] }>`
    insert into note_votes (band_id, note_id, membership_id, choice_ids, voted_at)
    select m.band_id, $noteId, m.id, $choiceIds::uuid[], $now
    from memberships m where m.band_id = $bandId and m.id = $membershipId for key share of m
    on conflict (band_id, note_id, membership_id) do update set choice_ids = excluded.choice_ids`,
)
