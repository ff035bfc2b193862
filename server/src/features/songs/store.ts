// Writes lock the caller's membership and the song, so that neither can be removed meanwhile.

import type { ParsedSong, ReadinessStatus, Song } from '@gaffer/domain/songs/song'
import { instantSql } from '#platform/db/sql.ts'
import { preparedHasRow, preparedCommand, preparedQuery, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import { softDeletionAssignmentsSql, isRestorableSql, restorationAssignmentsSql } from '#platform/db/soft-delete.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

const songColumns = `
  s.id, s.band_id as "bandId", s.title, s.artist, s.album, s.spotify_id as "spotifyId", s.spotify_url as "spotifyUrl",
  s.image_url as "imageUrl", s.preview_url as "previewUrl", s.added_by as "addedByMembershipId",
  ${instantSql('s.created_at')} as "createdAt", s.duration_seconds as "durationSeconds", s.key, s.tempo, s.note,
  ${instantSql('s.last_practised_at')} as "lastPractisedAt"`

/** Songs with readiness and vetoes; each of the three tables is read by an index. */
const songs = ({ one = false } = {}) => {
  const said = one ? 'band_id = $bandId and song_id = $songId' : 'band_id = $bandId'
  return `
    select ${songColumns}, coalesce(r.readiness, '[]') as readiness, coalesce(v.vetos, '[]') as vetos
    from songs s
    left join (
      select song_id, json_agg(json_build_object('membershipId', membership_id, 'status', status)
        order by membership_id) as readiness
      from song_readiness where ${said} group by song_id
    ) r on r.song_id = s.id
    left join (
      select song_id, json_agg(json_build_object('membershipId', membership_id) order by membership_id) as vetos
      from song_vetos where ${said} group by song_id
    ) v on v.song_id = s.id
    where s.band_id = $bandId and s.deleted_at is null ${one ? 'and s.id = $songId' : ''}
    order by s.created_at, s.id`
}
export const listSongsOfBand = preparedQuery<Song, MemberContext>(songs())
export const findSong = preparedOptionalRow<Song, MemberContext & { songId: string }>(songs({ one: true }))

/**
 * Serialises adding songs: the domain decides what a duplicate is, so that a unique index cannot. `for update` would
 * block foreign-key checks on the band.
 */
export const lockBandForPracticeList = preparedCommand<MemberContext>(
  `select from bands where id = $bandId for no key update`,
)

export const listSongTitlesAndArtists = preparedQuery<Pick<Song, 'title' | 'artist'>, MemberContext>(`
  select title, artist from songs where band_id = $bandId and deleted_at is null`)

/** Undefined when the caller's membership is gone; throws when the track is on the list (`uniqueTrackConstraint`). */
export const insertSong = preparedOptionalRow<Song, MemberContext & { id: string } & ParsedSong>(`
  insert into songs as s (
    band_id, id, title, artist, album, spotify_id, spotify_url, image_url, preview_url, added_by,
    duration_seconds)
  select m.band_id, $id, $title, $artist, $album, $spotifyId, $spotifyUrl, $imageUrl, $previewUrl, $addedByMembershipId,
    $durationSeconds
  from memberships m where m.band_id = $bandId and m.id = $membershipId
  for key share of m
  returning ${songColumns}, '[]'::json as readiness, '[]'::json as vetos`)

/** The constraint that a practice list has each track once. */
export const uniqueTrackConstraint = 'songs_one_per_track'

export type SongDetails = Pick<Song, 'durationSeconds' | 'key' | 'tempo' | 'note'>

/** Locks the song until the transaction ends. */
export const lockSong = preparedOptionalRow<SongDetails & Pick<Song, 'title'>, MemberContext & { songId: string }>(`
  select title, duration_seconds as "durationSeconds", key, tempo, note from songs
  where band_id = $bandId and id = $songId and deleted_at is null for no key update`)

export const updateSongDetails = preparedCommand<MemberContext & SongDetails & { songId: string }>(`
  update songs set duration_seconds = $durationSeconds, key = $key, tempo = $tempo, note = $note
  where band_id = $bandId and id = $songId`)

/** `deletionId` is the activity entry of the deletion. Readiness, vetoes and places in set lists stay for a restore. */
export const softDeleteSong = preparedCommand<MemberContext & { songId: string; deletionId: string }>(
  `update songs set ${softDeletionAssignmentsSql} where band_id = $bandId and id = $songId`,
)

/** A song that can be restored, locked until the transaction ends. */
export const lockDeletedSong = preparedOptionalRow<Pick<Song, 'title' | 'artist'>, MemberContext & { songId: string }>(`
  select title, artist from songs
  where band_id = $bandId and id = $songId and ${isRestorableSql()} for no key update`)

/** Throws when the track was added again (`uniqueTrackConstraint`). */
export const restoreDeletedSong = preparedCommand<MemberContext & { songId: string }>(
  `update songs set ${restorationAssignmentsSql} where band_id = $bandId and id = $songId`,
)

const fromSongAndMember = `
  from songs s join memberships m on m.band_id = s.band_id and m.id = $membershipId
  where s.band_id = $bandId and s.id = $songId and s.deleted_at is null
  for key share of s, m`

/** Sets the caller's readiness; false when the song or their membership is gone. */
export const upsertReadiness = preparedHasRow<MemberContext & { songId: string; status: ReadinessStatus }>(`
  insert into song_readiness (band_id, song_id, membership_id, status)
  select s.band_id, s.id, m.id, $status ${fromSongAndMember}
  on conflict (band_id, song_id, membership_id) do update set status = excluded.status, updated_at = now()
  returning 1`)

/** Adds the caller's veto unless it is there; false when the song or their membership is gone. */
export const insertVeto = preparedHasRow<MemberContext & { songId: string }>(`
  with theirs as (select s.band_id, s.id as song_id, m.id as membership_id ${fromSongAndMember}),
  kept as (
    insert into song_vetos (band_id, song_id, membership_id) select * from theirs
    on conflict (band_id, song_id, membership_id) do nothing)
  select from theirs`)

/** False when the caller has no such veto, or the song is deleted. */
export const deleteVetoRow = preparedHasRow<MemberContext & { songId: string }>(`
  delete from song_vetos v using songs s
  where v.band_id = $bandId and v.song_id = $songId and v.membership_id = $membershipId
    and s.band_id = v.band_id and s.id = v.song_id and s.deleted_at is null
  returning 1`)
