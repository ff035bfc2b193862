// Reads the recordings for a band file, and inserts the recordings of an imported band.

import { FileRecording } from '@gaffer/domain/band-file/file-recording'
import { limits } from '@gaffer/domain/shared/limits'
import { isoText, literal, manyRows, sql } from '#platform/db/statement.ts'
import { commandInBatches, type Batch } from './import-store.ts'

/** The recordings of the band. Recordings that the operator has hidden are left out. */
export const listExportedRecordings = manyRows(
  FileRecording,
  sql<{ bandId: string }>`
    select r.id, r.event_id as "eventId", r.name, r.bytes::float8, r.seconds, ${isoText(sql`r.recorded_at`)} as "recordedAt",
      ${isoText(sql`r.created_at`)} as "createdAt", r.expires_at is null as "isKept",
      r.uploaded_by as "uploadedByMembershipId",
      coalesce((
        select json_agg(json_build_object('songId', k.song_id, 'atSeconds', k.at_seconds) order by k.at_seconds, k.id)
        from recording_marks k where k.band_id = r.band_id and k.recording_id = r.id), '[]') as marks
    from recordings r where r.band_id = $bandId and r.deleted_at is null and r.hidden_at is null order by r.id`,
)

// A recording that is not kept stays for `limits.recordingNoticeDays` at least, as in `updateRecording` of the recordings feature.
export const insertRecordings = commandInBatches(sql<Batch>`
  insert into recordings (
    band_id, id, event_id, file_id, name, bytes, seconds, recorded_at, expires_at, uploaded_by, created_at, updated_at)
  select $bandId, r.id, r."eventId", r."fileId", r.name, r.bytes, r.seconds, r."recordedAt",
    case when not r."isKept" then greatest(
      least(r."createdAt", $now) + make_interval(days => ${literal(limits.recordingDays)}),
      $now + make_interval(days => ${literal(limits.recordingNoticeDays)})) end,
    r."uploadedBy", least(r."createdAt", $now), $now
  from jsonb_to_recordset($rows::jsonb) as r (
    id uuid, "eventId" uuid, "fileId" uuid, name text, bytes bigint, seconds float8, "recordedAt" timestamptz,
    "isKept" boolean, "uploadedBy" uuid, "createdAt" timestamptz)`)

export const insertRecordingMarks = commandInBatches(sql<Batch>`
  insert into recording_marks (band_id, recording_id, id, song_id, at_seconds)
  select $bandId, r."recordingId", r.id, r."songId", r."atSeconds"
  from jsonb_to_recordset($rows::jsonb) as r ("recordingId" uuid, id uuid, "songId" uuid, "atSeconds" float8)`)
