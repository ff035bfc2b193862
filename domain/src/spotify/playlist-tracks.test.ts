import { expect, test } from 'vitest'
import { trackIdsOfSongs } from './playlist-tracks.ts'
import type { Track } from './spotify.ts'

const track = (id: string, name: string, ...artists: string[]): Track => ({
  id,
  name,
  artists: artists.map((artist) => ({ name: artist })),
  album: { name: '', images: [] },
  external_urls: { spotify: '' },
  preview_url: null,
  duration_ms: null,
})
const songByHand = (title: string, artist: string) => ({ title, artist, spotifyId: null })

test('trackIdsOfSongs has the songs’ own tracks in the order of the songs, whatever is in the playlist', () => {
  const songs = ['b', 'a'].map((spotifyId) => ({ title: 'Song', artist: 'Us', spotifyId }))
  expect(trackIdsOfSongs(songs, [track('a', 'Other', 'Them'), track('c', 'More', 'Them')])).toEqual(['b', 'a'])
})

test('a song added by hand gets the first track in the playlist with its title and artist', () => {
  const inPlaylist = [
    track('a', 'Blur'),
    track('b', 'DEJA VU (feat. Jay-Z)', 'Beyoncé'),
    track('c', 'Déjà vu', 'beyonce'),
  ]
  expect(trackIdsOfSongs([songByHand('Déjà Vu', 'Beyoncé')], inPlaylist)).toEqual(['b'])
})

test('trackIdsOfSongs leaves out a song added by hand whose title and artist have no track in the playlist', () => {
  expect(trackIdsOfSongs([songByHand('Our own', 'Us')], [track('a', 'Our own', 'Them')])).toEqual([])
})
