import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SongInput } from '@gaffer/domain/songs/song'
import { songFromTrack, type Track } from './spotify.ts'

const valerie: Track = {
  id: '6nLvaCZFR9wEzW4sIKsSpJ',
  name: 'Valerie',
  artists: [{ name: 'Mark Ronson' }, { name: 'Amy Winehouse' }],
  album: { name: 'Version', images: [{ url: 'https://i.scdn.co/image/640' }, { url: 'https://i.scdn.co/image/64' }] },
  external_urls: { spotify: 'https://open.spotify.com/track/6nLvaCZFR9wEzW4sIKsSpJ' },
  preview_url: null,
  duration_ms: 218_600,
}

test('songFromTrack joins the artists, takes the first cover, rounds the length to seconds, and has no album and cover if the track has none', () => {
  expect(songFromTrack(valerie)).toEqual({
    title: 'Valerie',
    artist: 'Mark Ronson, Amy Winehouse',
    album: 'Version',
    spotifyId: '6nLvaCZFR9wEzW4sIKsSpJ',
    spotifyUrl: 'https://open.spotify.com/track/6nLvaCZFR9wEzW4sIKsSpJ',
    imageUrl: 'https://i.scdn.co/image/640',
    previewUrl: null,
    durationSeconds: 219,
  })
  expect(songFromTrack({ ...valerie, album: { name: '', images: [] } })).toMatchObject({ album: null, imageUrl: null })
})

test('a track without a length or over an hour long becomes a song without a length', () => {
  for (const duration_ms of [null, 0, 3_600_501]) {
    expect(songFromTrack({ ...valerie, duration_ms }).durationSeconds).toBeNull()
  }
})

test('a track with any title, artists and album becomes a valid song', () => {
  const anyName = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ minLength: 100, maxLength: 400 }))
  fc.assert(
    fc.property(anyName, fc.array(anyName), anyName, (name, artists, album) => {
      const track = { ...valerie, name: `x${name}`, artists: artists.map((one) => ({ name: `x${one}` })) }
      const song = songFromTrack({ ...track, album: { ...valerie.album, name: album } })
      expect(SongInput.safeParse(song).error?.issues ?? []).toEqual([])
    }),
  )
})
