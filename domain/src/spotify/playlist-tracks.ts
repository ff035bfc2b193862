import type { Song } from '@gaffer/domain/songs/song'
import { normalizeTitleAndArtist } from '@gaffer/domain/songs/same-song'
import { songFromTrack, type Track } from './spotify.ts'

/**
 * The track ids that a synced playlist has, in the order of the songs. A song added by hand has no track of its own: the first
 * track of its title and artist that is in the playlist already stands for it.
 */
export function trackIdsOfSongs(
  songs: readonly Pick<Song, 'title' | 'artist' | 'spotifyId'>[],
  inPlaylist: readonly Track[],
): string[] {
  const byKey = new Map(
    inPlaylist.toReversed().map((track) => [normalizeTitleAndArtist(songFromTrack(track)), track.id]),
  )
  return songs.flatMap((song) => song.spotifyId ?? byKey.get(normalizeTitleAndArtist(song)) ?? [])
}
