// Inserts the rows of a loaded band, many with one statement.

import type { ParsedGigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { chunksOf } from '#platform/chunks.ts'
import type { Db } from '#platform/db/connection.ts'
import { preparedCommand, preparedQuery, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import { eventColumnsAndValues, eventValuesOfRowSql, scheduleSql } from '#features/events/columns.ts'
import { gigSheetColumnByField } from '#features/gig-sheets/columns.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'

/** Rows of one statement: each has to end within the statement timeout. */
const rowsAtOnce = 2000

/** `columns` are those of the rows with their types; `rows` is a FROM item `r` with them. */
function insertion(columns: string, insert: (rows: string) => string) {
  const statement = preparedQuery<object>(insert(`jsonb_to_recordset($rows::jsonb) as r (${columns})`))
  return inBatches(statement)
}

function inBatches(statement: ReturnType<typeof preparedQuery<object>>) {
  return async (tx: Db, bandId: string, rows: readonly object[]): Promise<void> => {
    for (const some of chunksOf(rows, rowsAtOnce)) await statement(tx, { bandId, rows: JSON.stringify(some) })
  }
}

/** The membership among these that the user has in its band: undefined for a file of another server. */
export const findOwnMembershipAmong = preparedOptionalRow<
  { id: string },
  AuthenticatedUser & { ids: readonly string[] }
>(`
  select id from memberships where user_id = $userId and id = any($ids::uuid[]) order by id limit 1`)

export const insertMembershipCards = insertion(
  `id uuid, "userId" uuid, role text, access text, status text, "displayName" text, color text, icon text,
  "avatarUrl" text, email text`,
  (rows) => `
    insert into memberships (
      band_id, id, user_id, role, access, status, display_name, color, icon, avatar_url, email, joined_at)
    select $bandId, r.id, r."userId", r.role, r.access, r.status, r."displayName", r.color, r.icon, r."avatarUrl", r.email,
      case when r.status = 'active' then now() end
    from ${rows}`,
)

export const insertSongs = insertion(
  `id uuid, title text, artist text, album text, "spotifyId" text, "spotifyUrl" text, "imageUrl" text, "previewUrl" text,
  "addedBy" uuid, "durationSeconds" integer, key text, tempo integer, note text, "lastPractisedAt" timestamptz`,
  (rows) => `
    insert into songs (
      band_id, id, title, artist, album, spotify_id, spotify_url, image_url, preview_url, added_by, duration_seconds, key,
      tempo, note, last_practised_at)
    select $bandId, r.id, r.title, r.artist, r.album, r."spotifyId", r."spotifyUrl", r."imageUrl", r."previewUrl",
      r."addedBy", r."durationSeconds", r.key, r.tempo, r.note, r."lastPractisedAt"
    from ${rows}`,
)

export const insertReadiness = insertion(
  `"songId" uuid, "membershipId" uuid, status text`,
  (rows) => `
    insert into song_readiness (band_id, song_id, membership_id, status)
    select $bandId, r."songId", r."membershipId", r.status from ${rows}`,
)

export const insertVetoes = insertion(
  `"songId" uuid, "membershipId" uuid`,
  (rows) => `
    insert into song_vetos (band_id, song_id, membership_id) select $bandId, r."songId", r."membershipId" from ${rows}`,
)

// One time for all: set lists are ordered by it, and then by id.
export const insertSetlists = insertion(
  'id uuid, name text',
  (rows) => `
    insert into setlists (band_id, id, name, created_at, updated_at) select $bandId, r.id, r.name, now(), now() from ${rows}`,
)

export const insertSetlistItems = insertion(
  `id uuid, "setlistId" uuid, position integer, "songId" uuid, label text, note text, "durationSeconds" integer`,
  (rows) => `
    insert into setlist_items (band_id, setlist_id, id, position, song_id, label, note, duration_seconds)
    select $bandId, r."setlistId", r.id, r.position, s.id, coalesce(s.title, r.label), r.note, r."durationSeconds"
    from ${rows} left join songs s on s.band_id = $bandId and s.id = r."songId"`,
)

const extraColumns = [
  'added_by',
  'owner_user_id',
  'series_id',
  'edited_by_hand',
  'option_group_id',
  'option_number',
  'option_count',
  'has_gig_sheet',
  'moved_from',
  'version',
  'created_at',
]

/** Rows of `toEventRow` with the further columns. */
export const insertEvents = inBatches(
  preparedQuery<object>(`
    insert into events (band_id, id, ${eventColumnsAndValues.columns}, ${extraColumns.join(', ')})
    select $bandId, r.id, ${eventValuesOfRowSql}, ${extraColumns.map((column) => `r.${column}`).join(', ')}
    from json_populate_recordset(null::events, $rows::json) r`),
)

export const insertAnswers = insertion(
  `"eventId" uuid, "membershipId" uuid, answer text, comment text, "setBy" uuid, "isStale" boolean,
  "answeredAt" timestamptz`,
  (rows) => `
    insert into answers (band_id, event_id, membership_id, answer, comment, set_by, schedule, answered_at)
    select $bandId, e.id, r."membershipId", r.answer, r.comment, r."setBy",
      case when r."isStale" then '' else ${scheduleSql} end, coalesce(r."answeredAt", now())
    from ${rows} join events e on e.band_id = $bandId and e.id = r."eventId"`,
)

export const insertEventChangesOfFile = insertion(
  `"eventId" uuid, version integer, at timestamptz, "userId" uuid, "membershipId" uuid, name text, fields jsonb`,
  (rows) => `
    insert into event_changes (band_id, event_id, version, at, user_id, membership_id, member_name, fields)
    select $bandId, r."eventId", r.version, least(r.at, now()), r."userId", r."membershipId", r.name, r.fields
    from ${rows}`,
)

export const insertDepRequests = insertion(
  `id uuid, "eventId" uuid, mode text, "waitMinutes" integer, instrument text, "feePence" integer, "coversMembershipId" uuid,
  "requestedBy" uuid, "requestedAt" timestamptz, "withdrawnAt" timestamptz, "filledBy" uuid`,
  (rows) => `
    insert into dep_requests (
      band_id, id, event_id, mode, wait_minutes, instrument, fee_pence, covers_membership_id, requested_by, requested_at,
      withdrawn_at, filled_by)
    select $bandId, r.id, r."eventId", r.mode, r."waitMinutes", r.instrument, r."feePence", r."coversMembershipId",
      r."requestedBy", least(r."requestedAt", now()), r."withdrawnAt", r."filledBy"
    from ${rows}`,
)

// A dep who was asked counts as told of the gig as it is: an import makes no texts due. Insert the requests first.
export const insertDepAsks = insertion(
  `id uuid, "requestId" uuid, "eventId" uuid, "depId" uuid, position smallint, "tokenHash" text, "linkKeyId" integer, "askedAt" timestamptz,
  "failedAt" timestamptz, answer text, "answeredAt" timestamptz, "isStale" boolean`,
  (rows) => `
    insert into dep_asks (
      band_id, id, request_id, dep_id, position, token_hash, link_key_id, asked_at, failed_at, answer, answered_at, texted_kind,
      texted_schedule, answered_schedule)
    select $bandId, r.id, r."requestId", r."depId", r.position, decode(r."tokenHash", 'hex'), r."linkKeyId", r."askedAt", r."failedAt",
      r.answer, r."answeredAt",
      case when r."askedAt" is null then null when q.withdrawn_at is not null then 'withdrawn'
        when e.status = 'cancelled' then 'cancelled' else 'asked' end,
      case when r."askedAt" is not null then ${scheduleSql} end,
      case when r.answer is null then null when r."isStale" then '' else ${scheduleSql} end
    from ${rows}
    join events e on e.band_id = $bandId and e.id = r."eventId"
    join dep_requests q on q.band_id = e.band_id and q.id = r."requestId"`,
)

export const markEventsWithDep = preparedCommand<{ bandId: string }>(`
  update events e set has_dep = true
  from dep_requests r
  where e.band_id = $bandId and r.band_id = e.band_id and r.event_id = e.id and r.filled_by is not null`)

// As `replacePractisedSongs` of the practice feature has it.
export const insertPractisedSongs = insertion(
  `"eventId" uuid, "songId" uuid`,
  (rows) => `
    insert into practised_songs (band_id, event_id, song_id, practised_at)
    select e.band_id, e.id, r."songId", (e.date + coalesce(e.start_time, time '12:00')) at time zone 'Europe/London'
    from ${rows} join events e on e.band_id = $bandId and e.id = r."eventId"`,
)

const sheetColumns = ['event_id', ...Object.values(gigSheetColumnByField)]

/** Rows with the names of the columns. */
export const insertGigSheets = inBatches(
  preparedQuery<object>(`
    insert into gig_sheets (band_id, ${sheetColumns.join(', ')})
    select $bandId, ${sheetColumns.map((column) => `r.${column}`).join(', ')}
    from json_populate_recordset(null::gig_sheets, $rows::json) r`),
)

/** A row of `insertGigSheets`. */
export function toGigSheetRow(eventId: string, sheet: ParsedGigSheet): object {
  const columns = Object.entries(gigSheetColumnByField).map(([name, column]) => [
    column,
    sheet[name as keyof ParsedGigSheet],
  ])
  return { event_id: eventId, ...Object.fromEntries(columns) }
}
