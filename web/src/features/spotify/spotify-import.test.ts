import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Track } from '@gaffer/domain/spotify/spotify'
import { ApiError, NetworkError } from '#lib/api-error.ts'
import { errorResponse } from '#testing/error-response.ts'
import { aSong } from '#testing/song-fixture.ts'
import { importPlaylist, readPlaylistImportProgress, stopPlaylistImport } from './spotify-import.ts'

const importRequest = {
  bandId: 'b',
  membershipId: 'm',
  playlist: { id: 'p', name: 'Friday practice' },
  handle: 'opaque',
}

type Sent = { spotifyId: string; key: string | null; body: object; at: number }
let tracks: Track[]
let sent: Sent[]
/** The addresses of the requests that contained the Spotify handle. */
let addressesWithHandle: string[]
let maxParallel: number
let respond: (sent: Sent) => Response | Promise<Response>

beforeEach(() => {
  tracks = Array.from({ length: 40 }, (_, index) => aTrack(index))
  sent = []
  addressesWithHandle = []
  maxParallel = 0
  respond = added
  let open = 0
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    const headers = new Headers(request.headers)
    if (headers.get('authorization') === 'Bearer opaque') addressesWithHandle.push(address)
    if (address === '/api/spotify/playlists/p/tracks')
      return Response.json({ items: tracks.map((track) => ({ track })) })
    if (address !== '/api/bands/b/songs') throw new Error(`Nobody should ask for ${address}`)
    maxParallel = Math.max(maxParallel, ++open)
    await sleep(1)
    open -= 1
    request.signal?.throwIfAborted()
    const body = JSON.parse(String(request.body))
    const one = { spotifyId: body.spotifyId, key: headers.get('idempotency-key'), body, at: performance.now() }
    sent.push(one)
    return respond(one)
  })
})
afterEach(() => vi.unstubAllGlobals())

const added = () =>
  Response.json(aSong({ id: '0190a000-0000-7000-8000-000000000001', bandId: '0190a000-0000-7000-8000-00000000000b' }), {
    status: 201,
  })

function aTrack(index: number): Track {
  return {
    id: `t${index}`,
    name: `Song ${index}`,
    artists: [{ name: 'A' }, { name: 'B' }],
    album: { name: '', images: [] },
    external_urls: { spotify: `https://open.spotify.com/track/t${index}` },
    preview_url: null,
    duration_ms: null,
  }
}

it('the import of a playlist posts each track as a song, three in parallel, and counts the outcomes', async () => {
  respond = ({ spotifyId }) => {
    if (spotifyId === 't3' || spotifyId === 't4') return errorResponse(409, 'conflict')
    return spotifyId === 't5' ? errorResponse(400, 'invalid_input') : added()
  }
  await importPlaylist(importRequest)
  expect(readPlaylistImportProgress()).toMatchObject({ isRunning: false, total: 40, added: 37, already: 2, refused: 1 })
  expect(sent.map(({ spotifyId }) => spotifyId).toSorted()).toEqual(tracks.map(({ id }) => id).toSorted())
  expect(sent[0]?.body).toMatchObject({ title: 'Song 0', artist: 'A, B', imageUrl: null, addedByMembershipId: 'm' })
  expect(maxParallel).toBe(3)
  expect(addressesWithHandle).toEqual(['/api/spotify/playlists/p/tracks'])
})

it('a 429 during a playlist import is retried after Retry-After with the same idempotency key', async () => {
  let isFirst = true
  respond = ({ spotifyId }) => {
    if (spotifyId !== 't7' || !isFirst) return added()
    isFirst = false
    return new Response('{}', { status: 429, headers: { 'retry-after': '1' } })
  }
  const began = Date.now()
  await importPlaylist(importRequest)
  expect(Date.now() - began).toBeGreaterThanOrEqual(990)
  const [once, again, ...more] = sent.filter(({ spotifyId }) => spotifyId === 't7')
  expect(once?.key).toBe(again?.key)
  expect(more).toEqual([])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(40)
  expect(readPlaylistImportProgress()).toMatchObject({ added: 40, isWaiting: false })
})

it('stopping a playlist import that waits for Retry-After ends the import without further requests, and a second import does not start while the first one runs', async () => {
  respond = () => (sent.length > 10 ? new Response('{}', { status: 429, headers: { 'retry-after': '600' } }) : added())
  const running = importPlaylist(importRequest)
  while (!readPlaylistImportProgress()?.isWaiting) await sleep(1)
  // A second import, which must not start while the first one runs.
  await importPlaylist({ ...importRequest, bandId: 'elsewhere' })
  expect(readPlaylistImportProgress()?.importRequest.bandId).toBe('b')
  stopPlaylistImport()
  await running
  expect(readPlaylistImportProgress()).toMatchObject({ isRunning: false, added: 10, total: 40 })
  const before = sent.length
  await sleep(20)
  expect(sent.length).toBe(before)
})

it('a 503 and a failed request end a playlist import with an error', async () => {
  respond = ({ spotifyId }) => (spotifyId === 't9' ? errorResponse(503, 'unavailable') : added())
  await expect(importPlaylist(importRequest)).rejects.toBeInstanceOf(ApiError)
  expect(readPlaylistImportProgress()?.isRunning).toBe(false)
  expect(sent.length).toBeLessThan(20)
  respond = () => Promise.reject(new TypeError('no network'))
  await expect(importPlaylist(importRequest)).rejects.toBeInstanceOf(NetworkError)
})

it('from the 251st song on, a playlist import pauses before each song', async () => {
  tracks = Array.from({ length: 253 }, (_, index) => aTrack(index))
  const began = Date.now()
  await importPlaylist(importRequest)
  expect(readPlaylistImportProgress()?.added).toBe(253)
  expect(Date.now() - began).toBeGreaterThanOrEqual(590)
})
