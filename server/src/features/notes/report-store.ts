import * as z from 'zod/mini'
import { reportKinds, type ReportKind } from '@gaffer/domain/notes/report'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { nameInBand } from '#features/events/conditions.ts'
import { command, hasRow, isoText, literal, manyRows, optionalRow, sql, type Sql } from '#platform/db/statement.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { aboutColumn, writerName } from './columns.ts'
import { NoteSubject } from '@gaffer/domain/notes/note'

type SubjectKey = { bandId: string; subjectId: string }

const Subject = z.strictObject({
  text: z.string(),
  by: z.nullable(z.string()),
  userId: z.nullable(Id),
  isHidden: z.boolean(),
})
/** A reported note, chart or recording: its text or name, and who wrote or uploaded it. */
export type ReportedSubject = z.infer<typeof Subject>

/** Each table has the alias `note`, because `writerName` needs it. */
function defineStatements(table: Sql, selectSubject: Sql, isListed: Sql) {
  return {
    /** Whether members can report the subject: it exists and is not deleted. */
    isReportable: hasRow(
      sql<SubjectKey>`select from ${table} note where note.band_id = $bandId and note.id = $subjectId and ${isListed}`,
    ),
    findSubject: optionalRow(
      Subject,
      sql<SubjectKey>`${selectSubject} where note.band_id = $bandId and note.id = $subjectId`,
    ),
    setHidden: command(
      sql<SubjectKey & { isHidden: boolean }>`
        update ${table} set hidden_at = case when $isHidden::boolean then coalesce(hidden_at, $now) end
        where band_id = $bandId and id = $subjectId`,
    ),
  }
}

const selectUpload = (table: Sql) => sql`
  select note.name as text, (
      select ${nameInBand} from memberships m left join users p on p.id = m.user_id
      where m.band_id = note.band_id and m.id = note.uploaded_by) as by,
    (select m.user_id from memberships m where m.band_id = note.band_id and m.id = note.uploaded_by) as "userId",
    note.hidden_at is not null as "isHidden"
  from ${table} note`

export const reportedSubjectStore = {
  note: defineStatements(
    sql`notes`,
    sql`
      select note.text, ${writerName} as by, note.user_id as "userId", note.hidden_at is not null as "isHidden" from notes note`,
    sql`true`,
  ),
  chart: defineStatements(sql`charts`, selectUpload(sql`charts`), sql`note.deleted_at is null`),
  recording: defineStatements(sql`recordings`, selectUpload(sql`recordings`), sql`note.deleted_at is null`),
} satisfies Record<ReportKind, object>

/** The subject of the note's thread. `eventId` is the event of a recording, null for other subjects. */
export const findThreadOfNote = optionalRow(
  z.strictObject({ about: NoteSubject, eventId: z.nullable(Id) }),
  sql<SubjectKey>`
    select ${aboutColumn} as about, r.event_id as "eventId" from notes note
    left join recordings r on r.band_id = note.band_id and r.id = note.recording_id
    where note.band_id = $bandId and note.id = $subjectId`,
)

/** Seconds until a member who has made `limits.reportsPerDay` reports within a day can report again; undefined below that limit. */
export const findReportWait = optionalRow(
  z.strictObject({ seconds: z.int() }),
  sql<AuthenticatedUser>`
    select ceil(extract(epoch from reported_at + interval '1 day' - $now))::int as seconds
    from reports where user_id = $userId and reported_at > $now - interval '1 day'
    order by reported_at desc offset ${literal(limits.reportsPerDay - 1)} limit 1`,
)

export const insertReport = command(
  sql<MemberContext & { id: string; kind: ReportKind; subjectId: string; reason: string }>`
    insert into reports (band_id, id, kind, subject_id, user_id, reason, reported_at)
    values ($bandId, $id, $kind, $subjectId, $userId, $reason, $now)`,
)

const Report = z.strictObject({
  id: Id,
  bandId: Id,
  bandName: z.string(),
  kind: z.enum(reportKinds),
  subjectId: Id,
  reason: z.string(),
  reportedAt: Timestamp,
  reporter: z.nullable(z.string()),
})
export type Report = z.infer<typeof Report>

const selectReports = sql`
  select r.id, r.band_id as "bandId", b.name as "bandName", r.kind, r.subject_id as "subjectId", r.reason,
    ${isoText(sql`r.reported_at`)} as "reportedAt",
    (select ${nameInBand} from users p left join memberships m on m.user_id = p.id and m.band_id = r.band_id
      where p.id = r.user_id) as reporter
  from reports r join bands b on b.id = r.band_id`

export const findReport = optionalRow(Report, sql<{ id: string }>`${selectReports} where r.id = $id`)

export const listReports = manyRows(
  Report,
  sql<{ maxRows: number }>`${selectReports} order by r.reported_at desc, r.id limit $maxRows`,
)
