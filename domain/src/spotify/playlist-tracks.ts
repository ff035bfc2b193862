import type { Song } from '@gaffer/domain/songs/song'
import { normalizeTitleAndArtist } from '@gaffer/domain/songs/same-song'
import { songFromTrack, type Track } from './spotify.ts'

/**
 * The track ids that a synced playlist has, in the order of the songs. A song that was added by hand has no track id: it gets that of the
 * first track in the playlist with its title and artist.
 */
export function trackIdsOfSongs(
  songs: readonly Pick<Song, 'title' | 'artist' | 'spotifyId'>[],
  playlistTracks: readonly Track[],
): string[] {
  const byKey = new Map(
    playlistTracks.toReversed().map((track) => [normalizeTitleAndArtist(songFromTrack(track)), track.id]),
  )
  return songs.flatMap((song) => song.spotifyId ?? byKey.get(normalizeTitleAndArtist(song)) ?? [])
}
