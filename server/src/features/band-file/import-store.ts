// Inserts the rows of a band from a band file, many with one statement.

import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { chunksOf } from '#platform/chunks.ts'
import type { Db } from '#platform/db/connection.ts'
import { editableColumns, editableFields, editableValues } from '#features/events/event-columns.ts'
import { command, optionalRow, sql, type Sql } from '#platform/db/statement.ts'
import { schedule } from '#features/events/stale-answer-conditions.ts'

/** The most rows of one statement, which has to end within the statement timeout. */
const maxRowsPerStatement = 2000

export type Batch = { bandId: string; rows: string }

export function commandInBatches(statement: Sql<Batch>) {
  const insert = command(statement)
  return async (tx: Db, bandId: string, rows: readonly object[]): Promise<void> => {
    for (const some of chunksOf(rows, maxRowsPerStatement)) await insert(tx, { bandId, rows: JSON.stringify(some) })
  }
}

/** Finds which of the memberships `ids` is the user's own; undefined if none is, as in a file of another server. */
export const findOwnMembershipAmong = optionalRow(
  z.strictObject({ id: Id }),
  sql<{ userId: string; ids: readonly string[] }>`
    select id from memberships where user_id = $userId and id = any($ids::uuid[]) order by id limit 1`,
)

export const insertMembershipCards = commandInBatches(sql<Batch>`
  insert into memberships (
    band_id, id, user_id, role, part, access, status, display_name, color, icon, avatar_url, email, joined_at, created_at)
  select $bandId, r.id, r."userId", r.role, r.part, r.access, r.status, r."displayName", r.color, r.icon, r."avatarUrl", r.email,
    case when r.status = 'active' then $now end, $now
  from jsonb_to_recordset($rows::jsonb) as r (
    id uuid, "userId" uuid, role text, part text, access text, status text, "displayName" text, color text, icon text,
    "avatarUrl" text, email text)`)

export const insertSongs = commandInBatches(sql<Batch>`
  insert into songs (
    band_id, id, title, artist, album, spotify_id, spotify_url, image_url, preview_url, added_by, duration_seconds, key,
    tempo, note, writers, is_own, last_practised_at, created_at)
  select $bandId, r.id, r.title, r.artist, r.album, r."spotifyId", r."spotifyUrl", r."imageUrl", r."previewUrl",
    r."addedBy", r."durationSeconds", r.key, r.tempo, r.note, r.writers, r."isOwn",
    r."lastPractisedAt", $now
  from jsonb_to_recordset($rows::jsonb) as r (
    id uuid, title text, artist text, album text, "spotifyId" text, "spotifyUrl" text, "imageUrl" text, "previewUrl" text,
    "addedBy" uuid, "durationSeconds" integer, key text, tempo integer, note text, writers text,
    "isOwn" boolean, "lastPractisedAt" timestamptz)`)

export const insertReadiness = commandInBatches(sql<Batch>`
  insert into song_readiness (band_id, song_id, membership_id, status, updated_at)
  select $bandId, r."songId", r."membershipId", r.status, $now
  from jsonb_to_recordset($rows::jsonb) as r ("songId" uuid, "membershipId" uuid, status text)`)

export const insertVetoes = commandInBatches(sql<Batch>`
  insert into song_vetos (band_id, song_id, membership_id, created_at) select $bandId, r."songId", r."membershipId", $now
  from jsonb_to_recordset($rows::jsonb) as r ("songId" uuid, "membershipId" uuid)`)

// Set lists are listed by `updated_at`, then by id. Equal times and ids in the order of the file keep that order.
export const insertSetlists = commandInBatches(sql<Batch>`
  insert into setlists (band_id, id, name, created_at, updated_at) select $bandId, r.id, r.name, $now, $now
  from jsonb_to_recordset($rows::jsonb) as r (id uuid, name text)`)

export const insertSetlistItems = commandInBatches(sql<Batch>`
  insert into setlist_items (band_id, setlist_id, id, position, song_id, label, note, duration_seconds)
  select $bandId, r."setlistId", r.id, r.position, s.id, coalesce(s.title, r.label), r.note, r."durationSeconds"
  from jsonb_to_recordset($rows::jsonb) as r (
    id uuid, "setlistId" uuid, position integer, "songId" uuid, label text, note text, "durationSeconds" integer)
  left join songs s on s.band_id = $bandId and s.id = r."songId"`)

export const insertEvents = commandInBatches(sql<Batch>`
  insert into events (
    band_id, id, ${editableColumns}, setlist_id, added_by, owner_user_id, series_id, edited_by_hand, option_group_id,
    option_number, option_count, has_gig_sheet, moved_from, version, created_at, updated_at)
  select $bandId, r.id, ${editableValues}, r."setlistId", r."addedBy", r."ownerUserId", r."seriesId", r."isEditedByHand",
    r."optionGroupId", r."optionNumber", r."optionCount", r."hasGigSheet", r."movedFrom", r.version,
    least(r."createdAt", $now), $now
  from jsonb_to_recordset($rows::jsonb) as r (
    id uuid, ${editableFields}, "setlistId" uuid, "addedBy" uuid, "ownerUserId" uuid, "seriesId" uuid,
    "isEditedByHand" boolean, "optionGroupId" uuid, "optionNumber" smallint, "optionCount" smallint,
    "hasGigSheet" boolean, "movedFrom" jsonb, version integer, "createdAt" timestamptz)`)

export const insertAnswers = commandInBatches(sql<Batch>`
  insert into answers (band_id, event_id, membership_id, answer, comment, set_by, schedule, answered_at)
  select $bandId, e.id, r."membershipId", r.answer, r.comment, r."setBy",
    case when r."isStale" then '' else ${schedule} end, coalesce(r."answeredAt", $now)
  from jsonb_to_recordset($rows::jsonb) as r (
    "eventId" uuid, "membershipId" uuid, answer text, comment text, "setBy" uuid, "isStale" boolean,
    "answeredAt" timestamptz)
  join events e on e.band_id = $bandId and e.id = r."eventId"`)

export const insertEventChangesOfFile = commandInBatches(sql<Batch>`
  insert into event_changes (band_id, event_id, version, at, user_id, membership_id, member_name, fields)
  select $bandId, r."eventId", r.version, least(r.at, $now), r."userId", r."membershipId", r.name, r.fields
  from jsonb_to_recordset($rows::jsonb) as r (
    "eventId" uuid, version integer, at timestamptz, "userId" uuid, "membershipId" uuid, name text, fields jsonb)`)

export const insertDepRequests = commandInBatches(sql<Batch>`
  insert into dep_requests (
    band_id, id, event_id, mode, wait_minutes, instrument, fee_pence, covers_membership_id, requested_by, requested_at,
    withdrawn_at, filled_by)
  select $bandId, r.id, r."eventId", r.mode, r."waitMinutes", r.instrument, r."feePence", r."coversMembershipId",
    r."requestedBy", least(r."requestedAt", $now), r."withdrawnAt", r."filledBy"
  from jsonb_to_recordset($rows::jsonb) as r (
    id uuid, "eventId" uuid, mode text, "waitMinutes" integer, instrument text, "feePence" integer,
    "coversMembershipId" uuid, "requestedBy" uuid, "requestedAt" timestamptz, "withdrawnAt" timestamptz, "filledBy" uuid)`)

// Deps who were asked count as texted about the gig's present state, so that an import makes no texts due. Insert the requests first.
export const insertDepAsks = commandInBatches(sql<Batch>`
  insert into dep_asks (
    band_id, id, request_id, dep_id, position, token_hash, link_key_id, asked_at, failed_at, answer, answered_at, texted_kind,
    texted_schedule, answered_schedule)
  select $bandId, r.id, r."requestId", r."depId", r.position, decode(r."tokenHash", 'hex'), r."linkKeyId", r."askedAt",
    r."failedAt", r.answer, r."answeredAt",
    case when r."askedAt" is null then null when q.withdrawn_at is not null then 'withdrawn'
      when e.status = 'cancelled' then 'cancelled' else 'asked' end,
    case when r."askedAt" is not null then ${schedule} end,
    case when r.answer is null then null when r."isStale" then '' else ${schedule} end
  from jsonb_to_recordset($rows::jsonb) as r (
    id uuid, "requestId" uuid, "eventId" uuid, "depId" uuid, position smallint, "tokenHash" text, "linkKeyId" integer,
    "askedAt" timestamptz, "failedAt" timestamptz, answer text, "answeredAt" timestamptz, "isStale" boolean)
  join events e on e.band_id = $bandId and e.id = r."eventId"
  join dep_requests q on q.band_id = e.band_id and q.id = r."requestId"`)

export const markEventsWithDep = command(
  sql<{ bandId: string }>`
    update events e set has_dep = true
    from dep_requests r
    where e.band_id = $bandId and r.band_id = e.band_id and r.event_id = e.id and r.filled_by is not null`,
)

// Computes `practised_at` like `insertTicks` of the practice feature: `isTickOnPracticeDay` compares it with the date of the event.
export const insertPractisedSongs = commandInBatches(sql<Batch>`
  insert into practised_songs (band_id, event_id, song_id, practised_at)
  select e.band_id, e.id, r."songId", (e.date + coalesce(e.start_time, time '12:00')) at time zone 'Europe/London'
  from jsonb_to_recordset($rows::jsonb) as r ("eventId" uuid, "songId" uuid)
  join events e on e.band_id = $bandId and e.id = r."eventId"`)

export const insertGigSheets = commandInBatches(sql<Batch>`
  insert into gig_sheets (
    band_id, event_id, address, times, contact_name, contact_phone, contact_email, getting_there, gear, hospitality,
    fee_pence, fee_note, fee_paid)
  select $bandId, r."eventId", r.address, r.times, r."contactName", r."contactPhone", r."contactEmail", r."gettingThere",
    r.gear, r.hospitality, r."feePence", r."feeNote", r."feePaid"
  from jsonb_to_recordset($rows::jsonb) as r (
    "eventId" uuid, address text, times jsonb, "contactName" text, "contactPhone" text, "contactEmail" text,
    "gettingThere" text, gear text, hospitality text, "feePence" integer, "feeNote" text, "feePaid" boolean)`)

export const insertPlayedLists = commandInBatches(sql<Batch>`
  insert into played_lists (band_id, event_id, reported_on)
  select $bandId, r."eventId", r."reportedOn" from jsonb_to_recordset($rows::jsonb) as r ("eventId" uuid, "reportedOn" date)`)

// Insert the played lists first: the rows refer to them.
export const insertPlayedSongs = commandInBatches(sql<Batch>`
  insert into played_songs (band_id, event_id, position, song_id, title, writers, is_own, seconds)
  select $bandId, r."eventId", r.position, r."songId", r.title, r.writers, r."isOwn", r.seconds
  from jsonb_to_recordset($rows::jsonb) as r (
    "eventId" uuid, position integer, "songId" uuid, title text, writers text, "isOwn" boolean, seconds integer)`)

export const updateLastPlayedOfBand = command(
  sql<{ bandId: string }>`
    update songs s set last_played_on = last_played_on(s.band_id, s.id)
    where s.band_id = $bandId and exists (select from played_songs p where p.band_id = s.band_id and p.song_id = s.id)`,
)

export const insertLifts = commandInBatches(sql<Batch>`
  insert into lifts (band_id, event_id, membership_id, mode, seats, from_place, leaves_at, driver_id, since)
  select $bandId, r."eventId", r."membershipId", r.mode, r.seats, r."from", r."leavesAt", r."driverId",
    least(coalesce(r.since, $now), $now)
  from jsonb_to_recordset($rows::jsonb) as r (
    "eventId" uuid, "membershipId" uuid, mode text, seats integer, "from" text, "leavesAt" time, "driverId" uuid,
    since timestamptz)`)

export const insertNotes = commandInBatches(sql<Batch>`
  insert into notes (
    band_id, id, event_id, song_id, setlist_id, recording_id, position, at_seconds, text, written_by, user_id, member_name,
    mentions, poll, created_at, edited_at)
  select $bandId, r.id, r."eventId", r."songId", r."setlistId", r."recordingId", r.position, r."atSeconds", r.text, r."writtenBy", r."userId", r."memberName",
    r.mentions, r.poll, r."createdAt", r."editedAt"
  from jsonb_to_recordset($rows::jsonb) as r (
    id uuid, "eventId" uuid, "songId" uuid, "setlistId" uuid, "recordingId" uuid, position integer, "atSeconds" float8,
    text text, "writtenBy" uuid, "userId" uuid, "memberName" text, mentions uuid[], poll jsonb, "createdAt" timestamptz, "editedAt" timestamptz)`)

export const insertVotes = commandInBatches(sql<Batch>`
  insert into note_votes (band_id, note_id, membership_id, choice_ids, voted_at)
  select $bandId, r."noteId", r."membershipId", r."choiceIds", $now
  from jsonb_to_recordset($rows::jsonb) as r ("noteId" uuid, "membershipId" uuid, "choiceIds" uuid[])`)

/** Stores in events, songs, set lists and recordings how many notes each has. */
export const updateNoteCounts = command(sql<{ bandId: string }>`
  with counts as (
    select event_id, song_id, setlist_id, recording_id, count(*)::int as notes from notes
    where band_id = $bandId group by event_id, song_id, setlist_id, recording_id),
  of_events as (
    update events t set note_count = c.notes from counts c where t.band_id = $bandId and t.id = c.event_id),
  of_songs as (
    update songs t set note_count = c.notes from counts c where t.band_id = $bandId and t.id = c.song_id),
  of_recordings as (
    update recordings t set note_count = c.notes from counts c where t.band_id = $bandId and t.id = c.recording_id)
  update setlists t set note_count = c.notes from counts c where t.band_id = $bandId and t.id = c.setlist_id`)

export const insertFiles = commandInBatches(sql<Batch>`
  insert into files (band_id, id, purpose, name, bytes, media_type, created_at)
  select $bandId, r.id, r.purpose, r.name, r.bytes, r."mediaType", $now
  from jsonb_to_recordset($rows::jsonb) as r (id uuid, purpose text, name text, bytes bigint, "mediaType" text)`)
