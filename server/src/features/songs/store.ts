// Setting readiness and adding a veto lock the caller's membership and the song, so that neither is removed before the transaction ends.

import * as z from 'zod/mini'
import { Song, type ParsedSong, type ReadinessStatus } from '@gaffer/domain/songs/song'
import { command, hasRow, isoText, manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import { isRestorable, restorationAssignments, softDeletionAssignments } from '#platform/db/soft-deletion.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

const songColumns = sql`
  s.id, s.band_id as "bandId", s.title, s.artist, s.album, s.spotify_id as "spotifyId", s.spotify_url as "spotifyUrl",
  s.image_url as "imageUrl", s.preview_url as "previewUrl", s.added_by as "addedByMembershipId",
  ${isoText(sql`s.created_at`)} as "createdAt", s.duration_seconds as "durationSeconds", s.key, s.tempo, s.note,
  ${isoText(sql`s.last_practised_at`)} as "lastPractisedAt", s.writers, s.is_own as "isOwn",
  s.last_played_on as "lastPlayedOn", s.note_count as "noteCount",
  $membershipId = any(s.notes_unread_by) as "hasUnreadNotes"`

const chartsBySong = sql`
  select song_id, count(*)::int as charts from charts where band_id = $bandId and deleted_at is null group by song_id`

const readinessAsJson = sql`
  json_agg(json_build_object('membershipId', membership_id, 'status', status) order by membership_id)`
const vetoesAsJson = sql`json_agg(json_build_object('membershipId', membership_id) order by membership_id)`

/** The practice list in the order in which its songs were added. Each of the four tables is read by one index scan. */
export const listSongsOfBand = manyRows(
  Song,
  sql<MemberContext>`
    select ${songColumns}, coalesce(r.readiness, '[]') as readiness, coalesce(v.vetos, '[]') as vetos,
      coalesce(c.charts, 0) as "chartCount"
    from songs s
    left join (
      select song_id, ${readinessAsJson} as readiness from song_readiness where band_id = $bandId group by song_id
    ) r on r.song_id = s.id
    left join (
      select song_id, ${vetoesAsJson} as vetos from song_vetos where band_id = $bandId group by song_id
    ) v on v.song_id = s.id
    left join (${chartsBySong}) c on c.song_id = s.id
    where s.band_id = $bandId and s.deleted_at is null
    order by s.created_at, s.id`,
)

export const findSong = optionalRow(
  Song,
  sql<MemberContext & { songId: string }>`
    select ${songColumns},
      coalesce((select ${readinessAsJson} from song_readiness where band_id = $bandId and song_id = $songId), '[]') as readiness,
      coalesce((select ${vetoesAsJson} from song_vetos where band_id = $bandId and song_id = $songId), '[]') as vetos,
      (select count(*)::int from charts where band_id = $bandId and song_id = $songId and deleted_at is null) as "chartCount"
    from songs s
    where s.band_id = $bandId and s.id = $songId and s.deleted_at is null`,
)

/**
 * Serialises adding songs: the domain decides what a duplicate is, which a unique index cannot. `for update` would
 * block foreign-key checks on the band.
 */
export const lockBandForPracticeList = command(
  sql<MemberContext>`select from bands where id = $bandId for no key update`,
)

const TitleAndArtist = z.pick(Song, { title: true, artist: true })

export const listSongTitlesAndArtists = manyRows(
  TitleAndArtist,
  sql<MemberContext>`select title, artist from songs where band_id = $bandId and deleted_at is null`,
)

/** Inserts the song; undefined if the caller's membership was deleted. Throws if the track is on the list (`uniqueTrackConstraint`). */
export const insertSong = optionalRow(
  Song,
  sql<MemberContext & { id: string } & ParsedSong>`
    insert into songs as s (
      band_id, id, title, artist, album, spotify_id, spotify_url, image_url, preview_url, added_by,
      duration_seconds, created_at)
    select m.band_id, $id, $title, $artist, $album, $spotifyId, $spotifyUrl, $imageUrl, $previewUrl, $addedByMembershipId,
      $durationSeconds, $now
    from memberships m where m.band_id = $bandId and m.id = $membershipId
    for key share of m
    returning ${songColumns}, '[]'::json as readiness, '[]'::json as vetos, 0 as "chartCount"`,
)

/** The constraint that a practice list has each track once. */
export const uniqueTrackConstraint = 'songs_one_per_track'

const SongDetails = z.pick(Song, {
  durationSeconds: true,
  key: true,
  tempo: true,
  note: true,
  writers: true,
  isOwn: true,
})
export type SongDetails = z.infer<typeof SongDetails>

export const lockSong = optionalRow(
  z.extend(SongDetails, { title: z.string() }),
  sql<MemberContext & { songId: string }>`
    select title, duration_seconds as "durationSeconds", key, tempo, note, writers, is_own as "isOwn" from songs
    where band_id = $bandId and id = $songId and deleted_at is null for no key update`,
)

export const updateSongDetails = command(
  sql<MemberContext & SongDetails & { songId: string }>`
    update songs set
      duration_seconds = $durationSeconds, key = $key, tempo = $tempo, note = $note, writers = $writers, is_own = $isOwn
    where band_id = $bandId and id = $songId`,
)

/** `deletionId` is the id of the activity entry of the deletion. Readiness, vetoes and places in set lists stay for a restore. */
export const softDeleteSong = command(
  sql<MemberContext & { songId: string; deletionId: string }>`
    update songs set ${softDeletionAssignments} where band_id = $bandId and id = $songId`,
)

/** A song that can be restored, locked until the transaction ends. */
export const lockDeletedSong = optionalRow(
  TitleAndArtist,
  sql<MemberContext & { songId: string }>`
    select title, artist from songs
    where band_id = $bandId and id = $songId and ${isRestorable(sql`deleted_at`)} for no key update`,
)

/** Restores the song. Throws if its track was added again (`uniqueTrackConstraint`). */
export const restoreDeletedSong = command(
  sql<MemberContext & { songId: string }>`
    update songs set ${restorationAssignments} where band_id = $bandId and id = $songId`,
)

const fromSongAndMember = sql`
  from songs s join memberships m on m.band_id = s.band_id and m.id = $membershipId
  where s.band_id = $bandId and s.id = $songId and s.deleted_at is null
  for key share of s, m`

/** Sets the caller's readiness; false if the song or the caller's membership was deleted. */
export const upsertReadiness = hasRow(
  sql<MemberContext & { songId: string; status: ReadinessStatus }>`
    insert into song_readiness (band_id, song_id, membership_id, status, updated_at)
    select s.band_id, s.id, m.id, $status, $now ${fromSongAndMember}
    on conflict (band_id, song_id, membership_id) do update set status = excluded.status, updated_at = excluded.updated_at
    returning 1`,
)

/** Adds the caller's veto unless there is one; false if the song or the caller's membership was deleted. */
export const insertVeto = hasRow(
  sql<MemberContext & { songId: string }>`
    with own as (select s.band_id, s.id as song_id, m.id as membership_id, $now as created_at ${fromSongAndMember}),
    inserted as (
      insert into song_vetos (band_id, song_id, membership_id, created_at) select * from own
      on conflict (band_id, song_id, membership_id) do nothing)
    select from own`,
)

/** Deletes the caller's veto of the song; false if there is none, or if the song is deleted. */
export const deleteVetoRow = hasRow(
  sql<MemberContext & { songId: string }>`
    delete from song_vetos v using songs s
    where v.band_id = $bandId and v.song_id = $songId and v.membership_id = $membershipId
      and s.band_id = v.band_id and s.id = v.song_id and s.deleted_at is null
    returning 1`,
)
