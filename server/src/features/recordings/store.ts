import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { Mark, Recording, recordingMediaTypes } from '@gaffer/domain/recordings/recording'
import { recordingMessages } from '@gaffer/domain/recordings/recording-messages'
import { isRestorable } from '#platform/db/soft-deletion.ts'
import { command, hasRow, isoText, literal, manyRows, optionalRow, sql, type Sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

type RecordingKey = MemberContext & { recordingId: string }
type MarkKey = RecordingKey & { markId: string }

const expiryPeriod = sql`make_interval(days => ${literal(limits.recordingDays)})`
const noticePeriod = sql`make_interval(days => ${literal(limits.recordingNoticeDays)})`

const isListedRecording = sql`r.band_id = $bandId and r.deleted_at is null`

/** The recordings of `source` with their marks. Marks are read only for these rows. A hidden recording comes without its name, marks and file. */
const selectRecordings = (source: Sql) => sql`
  select r.id, e.id as "eventId",
    case when r.hidden_at is null then r.name else ${literal(recordingMessages.hidden)} end as name, r.bytes::float8, r.seconds, f.media_type as mime,
    case when r.hidden_at is null then '/api/bands/' || r.band_id || '/recordings/' || r.id || '/content' end as url,
    coalesce(m.marks, '[]') as marks,
    r.expires_at is null as "isKept", ${isoText(sql`r.expires_at`)} as "expiresAt",
    ${isoText(sql`r.recorded_at`)} as "recordedAt", r.uploaded_by as "uploadedBy", r.note_count as "noteCount",
    $membershipId = any(r.notes_unread_by) as "hasUnreadNotes", r.version
  from (${source}) r
  join files f on f.band_id = r.band_id and f.id = r.file_id
  left join events e on e.band_id = r.band_id and e.id = r.event_id and e.deleted_at is null
  left join lateral (
    select json_agg(json_build_object('id', k.id, 'songId', k.song_id, 'atSeconds', k.at_seconds)
      order by k.at_seconds, k.id) as marks
    from recording_marks k
    join songs s on s.band_id = k.band_id and s.id = k.song_id and s.deleted_at is null
    where k.band_id = r.band_id and k.recording_id = r.id and r.hidden_at is null
  ) m on true`

type RecordingPage = { eventId: string | null; songId: string | null; before: string | null }

/** A page of recordings, newest first. `before` is the id of the last recording of the previous page. */
export const listRecordingPage = manyRows(
  Recording,
  sql<MemberContext & RecordingPage>`
    ${selectRecordings(sql`
      select r.* from recordings r
      where ${isListedRecording}
        and ($eventId::uuid is null or r.event_id = $eventId)
        and ($songId::uuid is null or r.hidden_at is null and exists (
          select from recording_marks k
          where k.band_id = r.band_id and k.song_id = $songId and k.recording_id = r.id))
        and ($before::uuid is null or (r.recorded_at, r.id) < (
          select b.recorded_at, b.id from recordings b where b.band_id = $bandId and b.id = $before))
      order by r.recorded_at desc, r.id desc limit ${literal(limits.recordingsPerPage)}`)}
    order by r.recorded_at desc, r.id desc`,
)

export const findRecording = optionalRow(
  Recording,
  sql<RecordingKey>`${selectRecordings(sql`select r.* from recordings r where ${isListedRecording} and r.id = $recordingId`)}`,
)

/** Whether the operator hid the recording. */
export const isRecordingHidden = hasRow(
  sql<RecordingKey>`
    select from recordings where band_id = $bandId and id = $recordingId and hidden_at is not null and deleted_at is null`,
)

/** Locks the membership against deletion until the transaction ends; false if it was deleted. */
export const lockMembership = hasRow(
  sql<MemberContext>`select from memberships where band_id = $bandId and id = $membershipId for key share`,
)

/** Locks the event against deletion until the transaction ends; false if the band has no event with this id. */
export const lockEventForRecording = hasRow(
  sql<MemberContext & { eventId: string }>`
    select from events where band_id = $bandId and id = $eventId and deleted_at is null for key share`,
)

export const isRecordingLimitReached = hasRow(
  sql<MemberContext>`
    select from recordings where band_id = $bandId and deleted_at is null
    offset ${literal(limits.recordingsPerBand - 1)} limit 1`,
)

export const hasConsent = hasRow(sql<MemberContext>`select from recording_consents where band_id = $bandId`)

export const insertConsent = command(
  sql<MemberContext>`
    insert into recording_consents (band_id, membership_id, agreed_at) values ($bandId, $membershipId, $now)
    on conflict (band_id) do nothing`,
)

type NewRecording = {
  eventId: string | null
  fileId: string
  name: string
  bytes: number
  seconds: number | null
  recordedAt: string | null
}

export const insertRecording = command(
  sql<RecordingKey & NewRecording>`
    insert into recordings (band_id, id, event_id, file_id, name, bytes, seconds, recorded_at, expires_at, uploaded_by,
      created_at, updated_at)
    values ($bandId, $recordingId, $eventId, $fileId, $name, $bytes, $seconds, coalesce($recordedAt::timestamptz, $now),
      $now + ${expiryPeriod}, $membershipId, $now, $now)`,
)

const LockedRecording = z.strictObject({
  name: z.string(),
  isKept: z.boolean(),
  version: z.int(),
  uploadedBy: z.nullable(Id),
  isHidden: z.boolean(),
})

function defineLock(condition: Sql) {
  return optionalRow(
    LockedRecording,
    sql<RecordingKey>`
      select name, expires_at is null as "isKept", version, uploaded_by as "uploadedBy",
        hidden_at is not null as "isHidden"
      from recordings
      where band_id = $bandId and id = $recordingId and ${condition} for no key update`,
  )
}

export const lockRecording = defineLock(sql`deleted_at is null`)
export const lockDeletedRecording = defineLock(isRestorable(sql`deleted_at`))

// A recording that is no longer kept stays for at least `limits.recordingNoticeDays`, so that its deletion can be announced.
export const updateRecording = command(
  sql<RecordingKey & { name: string; isKept: boolean }>`
    update recordings set name = $name, version = version + 1, updated_at = $now,
      expires_at = case when $isKept then null
        else coalesce(expires_at, greatest(created_at + ${expiryPeriod}, $now + ${noticePeriod})) end,
      expiry_told_at = case when $isKept then null else expiry_told_at end
    where band_id = $bandId and id = $recordingId`,
)

export const softDeleteRecording = command(
  sql<RecordingKey>`update recordings set deleted_at = $now where band_id = $bandId and id = $recordingId`,
)

/** A restored recording stays for `limits.recordingNoticeDays` at least, a kept recording permanently. */
export const restoreDeletedRecording = command(
  sql<RecordingKey>`
    update recordings set deleted_at = null,
      expires_at = case when expires_at is not null then greatest(expires_at, $now + ${noticePeriod}) end
    where band_id = $bandId and id = $recordingId`,
)

/** Permanently deletes a soft-deleted recording; false if it is not soft-deleted. A trigger deletes its file. */
export const deleteDeletedRecording = hasRow(
  sql<{ bandId: string; id: string }>`
    delete from recordings where band_id = $bandId and id = $id and deleted_at is not null returning 1`,
)

/** Locks the recording against deletion, but lets parallel requests add marks. False if the band has no such recording. */
export const lockRecordingForMarks = hasRow(
  sql<RecordingKey>`
    select from recordings
    where band_id = $bandId and id = $recordingId and deleted_at is null and hidden_at is null for key share`,
)

const selectMarks = sql`
  select k.id, k.song_id as "songId", k.at_seconds as "atSeconds" from recording_marks k
  where k.band_id = $bandId and k.recording_id = $recordingId`

export const findMark = optionalRow(Mark, sql<MarkKey>`${selectMarks} and k.id = $markId`)

export const isMarkLimitReached = hasRow(
  sql<RecordingKey>`
    select from recording_marks where band_id = $bandId and recording_id = $recordingId
    offset ${literal(limits.marksPerRecording - 1)} limit 1`,
)

/** Inserts marks. A mark whose id the recording already has stays as it is. */
export const insertMarks = command(
  sql<RecordingKey & { marks: string }>`
    insert into recording_marks (band_id, recording_id, id, song_id, at_seconds)
    select $bandId, $recordingId, g.id, g."songId", g."atSeconds"
    from jsonb_to_recordset($marks::jsonb) as g (id uuid, "songId" uuid, "atSeconds" float8)
    on conflict (band_id, recording_id, id) do nothing`,
)

export const updateMark = optionalRow(
  Mark,
  sql<MarkKey & { songId: string | null; atSeconds: number | null }>`
    update recording_marks set song_id = coalesce($songId::uuid, song_id), at_seconds = coalesce($atSeconds::float8, at_seconds)
    where band_id = $bandId and recording_id = $recordingId and id = $markId
    returning id, song_id as "songId", at_seconds as "atSeconds"`,
)

export const deleteStoredMark = hasRow(
  sql<MarkKey>`
    delete from recording_marks where band_id = $bandId and recording_id = $recordingId and id = $markId returning 1`,
)

export const lockSongsOfMarks = manyRows(
  z.strictObject({ id: Id }),
  sql<MemberContext & { songIds: readonly string[] }>`
    select id from songs
    where band_id = $bandId and id = any($songIds::uuid[]) and deleted_at is null order by id for key share`,
)

export const findRecordingContent = optionalRow(
  z.strictObject({ id: Id, bytes: z.number(), mediaType: z.enum(recordingMediaTypes), name: z.string() }),
  sql<RecordingKey>`
    select f.id, r.bytes::float8, f.media_type as "mediaType", r.name
    from recordings r join files f on f.band_id = r.band_id and f.id = r.file_id
    where r.band_id = $bandId and r.id = $recordingId and r.deleted_at is null and r.hidden_at is null`,
)
