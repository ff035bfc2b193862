import * as z from 'zod/mini'
import type { NoteSubjectKind } from '@gaffer/domain/notes/note'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { manyRows, optionalRow, sql, type Sql } from '#platform/db/statement.ts'
import { subjectTables, writerName } from './columns.ts'

type ThreadKey = { bandId: string; subjectId: string }

const NewNote = z.strictObject({
  id: Id,
  position: z.int(),
  membershipId: z.nullable(Id),
  userId: z.nullable(Id),
  displayName: z.string(),
  text: z.string(),
  mentions: z.array(Id),
})

const ThreadMember = z.strictObject({
  membershipId: Id,
  isMuted: z.boolean(),
  readPosition: z.int(),
  hasWritten: z.boolean(),
})

function defineStatements(kind: NoteSubjectKind, nameColumn: Sql, eventId: Sql = sql`null::uuid`) {
  const { table, column } = subjectTables[kind]
  return {
    findSubject: optionalRow(
      z.strictObject({ name: z.nullable(z.string()), eventId: z.nullable(Id) }),
      sql<ThreadKey>`
        select s.${nameColumn} as name, ${eventId} as "eventId" from ${table} s
        where s.band_id = $bandId and s.id = $subjectId and s.deleted_at is null`,
    ),
    listNewNotes: manyRows(
      NewNote,
      sql<ThreadKey & { since: Date; noteId: string | null }>`
        select note.id, note.position, note.written_by as "membershipId", note.user_id as "userId",
          ${writerName} as "displayName", note.text, note.mentions
        from notes note
        where note.band_id = $bandId and note.${column} = $subjectId and note.hidden_at is null
          and ($noteId::uuid is null and note.created_at >= $since or note.id = $noteId::uuid)
        order by note.position`,
    ),
    listMembers: manyRows(
      ThreadMember,
      sql<ThreadKey>`
        select m.id as "membershipId", coalesce(r.is_muted, false) as "isMuted", coalesce(r.read_position, 0) as "readPosition",
          exists (
            select from notes note
            where note.band_id = m.band_id and note.${column} = $subjectId and note.written_by = m.id) as "hasWritten"
        from memberships m
        left join note_readers r on r.band_id = m.band_id and r.membership_id = m.id and r.${column} = $subjectId
        where m.band_id = $bandId and m.status = 'active'`,
    ),
  }
}

export const threadFactsStore = {
  event: defineStatements('event', sql`title`),
  song: defineStatements('song', sql`title`),
  setlist: defineStatements('setlist', sql`name`),
  recording: defineStatements('recording', sql`name`, sql`s.event_id`),
}
