import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { songFromTrack, type Playlist, type Track } from '@gaffer/domain/spotify/spotify'
import { createTestBand, createTestSong, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { connectSpotify, useSpotifyTestServer } from '#testing/spotify.ts'

const scene = useSpotifyTestServer()
let dee: TestClient
let handle: Record<string, string>
let playlistId: string
let bandId: string
let membershipId: string

beforeAll(async () => {
  dee = await scene().server.createUser()
  handle = await connectSpotify(dee, 'ann')
  const playlists = (await dee.get('/api/spotify/playlists', handle)).body as Playlist[]
  playlistId = playlists.find(({ name }) => name === 'Friday practice')?.id ?? ''
})
beforeEach(async () => {
  const band = await createTestBand(dee)
  bandId = band.id
  membershipId = band.membership.id
})

const sync = () => dee.post(`/api/spotify/playlists/${playlistId}/sync`, { bandId }, handle)
const readUris = () => scene().spotify.playlistUris(playlistId)
const tracks = (from: number, to: number) => scene().spotify.catalogue.tracks.slice(from, to)

/** Adds these catalogue songs to the practice list; returns the URIs expected in the playlist. */
async function addSongs(from: number, to: number): Promise<string[]> {
  for (const { id, name } of tracks(from, to)) await createTestSong(dee, bandId, { title: name, spotifyId: id })
  return tracks(from, to).map(({ uri }) => uri)
}

describe('a sync', () => {
  test('a playlist sync replaces the playlist with the practice list and returns added, removed and total', async () => {
    const before = readUris()
    const wanted = await addSongs(0, 5)
    await createTestSong(dee, bandId, { title: 'Our own', artist: 'Us' })
    const kept = before.filter((uri) => wanted.includes(uri)).length
    const { status, body } = await sync()
    expect([status, body]).toEqual([200, { added: 5 - kept, removed: before.length - kept, total: 5 }])
    expect(readUris()).toEqual(wanted)
  })

  test('a playlist that is imported and then synced keeps the track of a song that was added by hand', async () => {
    const wanted = await addSongs(0, 2)
    const [byHand] = tracks(2, 3)
    await dee.post(`/api/spotify/playlists/${playlistId}/tracks`, { spotifyId: byHand?.id }, handle)
    const { body } = await dee.get(`/api/spotify/playlists/${playlistId}/tracks`, handle)
    const { track } = (body.items as { track: Track }[]).find(({ track }) => track.id === byHand?.id) as {
      track: Track
    }
    const { title, artist, spotifyId } = songFromTrack(track)
    await createTestSong(dee, bandId, { title: title.toUpperCase(), artist })
    // The import sends the song of the track, which is on the practice list by hand.
    const imported = await dee.post(`/api/bands/${bandId}/songs`, { title, artist, spotifyId })
    expect([imported.status, imported.body.code]).toEqual([409, 'conflict'])
    expect((await sync()).body.total).toBe(3)
    expect(readUris()).toEqual([...wanted, byHand?.uri])
    expect((await sync()).body).toEqual({ added: 0, removed: 0, total: 3 })
  })

  test('a playlist sync without differences writes nothing to Spotify', async () => {
    const wanted = await addSongs(0, 3)
    await sync()
    // The fake looks up every track that is written. A rewrite would set the added date of all tracks to today.
    const lookUp = vi.spyOn(scene().spotify.catalogue, 'track')
    expect((await sync()).body).toEqual({ added: 0, removed: 0, total: 3 })
    expect(lookUp).not.toHaveBeenCalled()
    lookUp.mockRestore()
    expect(readUris()).toEqual(wanted)
  })

  test('a playlist sync orders tracks by readiness, then by date of adding, with vetoed songs last', async () => {
    const [first, second, third, fourth] = await addSongs(10, 14)
    const songs = (await dee.get(`/api/bands/${bandId}/songs`)).body
    await dee.post(`/api/bands/${bandId}/songs/${songs[0].id}/veto`, { membershipId })
    await dee.post(`/api/bands/${bandId}/songs/${songs[3].id}/readiness`, { membershipId, status: 'green' })
    await sync()
    expect(readUris()).toEqual([fourth, second, third, first])
    await dee.post(`/api/bands/${bandId}/songs/${songs[2].id}/readiness`, { membershipId, status: 'amber' })
    expect((await sync()).body).toEqual({ added: 0, removed: 0, total: 4 })
    expect(readUris()).toEqual([fourth, third, second, first])
  })

  test('a playlist sync of an empty practice list empties the playlist', async () => {
    await dee.post(`/api/spotify/playlists/${playlistId}/tracks`, { spotifyId: tracks(50, 51)[0]?.id }, handle)
    const there = readUris().length
    expect((await sync()).body).toEqual({ added: 0, removed: there, total: 0 })
    expect(readUris()).toEqual([])
  })

  test('twenty parallel playlist syncs of 130 songs leave exactly these songs in the playlist, in order', async () => {
    const wanted = await addSongs(0, 130)
    const answers = await Promise.all(Array.from({ length: 20 }, sync))
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    for (const { status, body } of answers) expect([200, 429]).toContain(status ?? body)
    expect(done.map(({ body }) => body.total)).toEqual(done.map(() => 130))
    expect(readUris()).toEqual(wanted)
  })

  test('a playlist sync skips songs that Spotify no longer has', async () => {
    const gone = ['0'.repeat(22), '1'.repeat(22), '2'.repeat(22)]
    await createTestSong(dee, bandId, { spotifyId: gone[0] })
    const early = await addSongs(20, 120)
    await createTestSong(dee, bandId, { spotifyId: gone[1] })
    const late = await addSongs(120, 125)
    await createTestSong(dee, bandId, { spotifyId: gone[2] })
    expect((await sync()).body.total).toBe(105)
    expect(readUris()).toEqual([...early, ...late])
  })

  test('a playlist sync is 404 for a user outside the band and 403 for another account’s playlist', async () => {
    await addSongs(0, 2)
    const before = readUris()
    const olga = await scene().server.createUser()
    const olgas = await connectSpotify(olga, 'ben')
    const outside = await olga.post(`/api/spotify/playlists/${playlistId}/sync`, { bandId }, olgas)
    expect([outside.status, outside.body.code]).toEqual([404, 'not_found'])
    await joinBand(dee, bandId, olga)
    const foreign = await olga.post(`/api/spotify/playlists/${playlistId}/sync`, { bandId }, olgas)
    expect([foreign.status, foreign.body.code]).toEqual([403, 'not_allowed'])
    expect(readUris()).toEqual(before)
  })

  test.each([{}, { bandId: null }, { bandId: 'x' }, { bandId: '', extra: 1 }])(
    'a playlist sync with body %j is refused with 400',
    async (body) => {
      expect((await dee.post(`/api/spotify/playlists/${playlistId}/sync`, body, handle)).status).toBe(400)
    },
  )

  test('a playlist sync that fails after 100 songs is completed by the next playlist sync', async () => {
    const wanted = await addSongs(0, 130)
    // Spotify fails after the first 100 tracks are written.
    const replace = vi.spyOn(scene().spotify.catalogue, 'track').mockImplementationOnce((id) => {
      scene().spotify.failApi({ kind: 'status', status: 500 })
      return tracks(0, 1).find((track) => track.id === id)
    })
    expect((await sync()).status).toBe(502)
    replace.mockRestore()
    scene().spotify.failApi(null)
    expect(readUris()).toEqual(wanted.slice(0, 100))
    expect((await sync()).body).toEqual({ added: 30, removed: 0, total: 130 })
    expect(readUris()).toEqual(wanted)
  })
})

describe('a single track', () => {
  const path = () => `/api/spotify/playlists/${playlistId}/tracks`

  test('a track is appended to a Spotify playlist once by repeated requests and can be removed', async () => {
    await addSongs(0, 2)
    await sync()
    const [track] = tracks(60, 61)
    const add = () => dee.post(path(), { spotifyId: track?.id }, handle)
    const answers = await Promise.all([add(), add(), add()])
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [204, ''],
      [204, ''],
      [204, ''],
    ])
    expect(readUris()).toEqual([...tracks(0, 2).map(({ uri }) => uri), track?.uri])
    const remove = () => dee.delete(`${path()}/${track?.id}`, handle)
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204])
    expect(readUris()).toEqual(tracks(0, 2).map(({ uri }) => uri))
  })

  test('adding a track that Spotify does not have is 404', async () => {
    const { status, body } = await dee.post(path(), { spotifyId: '0'.repeat(22) }, handle)
    expect([status, body.message]).toEqual([404, 'That is no longer on Spotify'])
    expect((await dee.post(path(), { spotifyId: 'x' }, handle)).status).toBe(400)
  })
})
