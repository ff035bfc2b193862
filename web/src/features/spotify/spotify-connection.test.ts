import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { spotifyFailedMessageData } from '@gaffer/domain/spotify/spotify-storage'
import { readStored, writeStored } from '#lib/browser-storage.ts'
import { ApiError } from '#lib/api-error.ts'
import { errorResponse } from '#testing/error-response.ts'
import { makeFakeStorage } from '#testing/fake-storage.ts'
import {
  connectSpotify,
  disconnectSpotify,
  storePracticePlaylistId,
  readSpotifyHandle,
  readKeptPracticePlaylistId,
  readPracticePlaylistId,
  withSpotifyHandle,
} from './spotify-connection.ts'

type PopUp = { closed: boolean; close: () => void; focus: () => void; location: { href: string } }

const band = '0190a000-0000-7000-8000-000000000001'
const events = new EventTarget()
const expired = JSON.stringify({ code: 'not_connected', message: 'Connect again' })
let calls: { address: string; request: RequestInit }[]
let respond: () => Response
let popUp: PopUp
let windowFeatures: string[]

// Preloads the response checker, because fake timers do not wait for its dynamic import.
beforeAll(() => import('#lib/check-response.ts'))
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', makeFakeStorage())
  calls = []
  respond = () => Response.json({ authUrl: 'https://accounts.spotify.com/authorize?x' })
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    calls.push({ address, request })
    return respond()
  })
  popUp = { closed: false, close: () => (popUp.closed = true), focus: () => undefined, location: { href: '' } }
  windowFeatures = []
  vi.stubGlobal('window', { open: (...features: string[]) => (windowFeatures.push(features[2] ?? ''), popUp) })
  vi.stubGlobal('location', { origin: 'https://gaffer.example' })
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
})
afterEach(async () => {
  respond = () => new Response(null, { status: 204 })
  await disconnectSpotify()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function storeHandle(handle = 'opaque', expiry = Date.now() + 60_000) {
  writeStored('spotifyAccessToken', handle)
  writeStored('spotifyExpiry', String(expiry))
}

describe('the pop-up window', () => {
  it('the Spotify pop-up opens with 600 by 600 px before the first request, then goes to the authorization address', async () => {
    const outcome = connectSpotify()
    expect(windowFeatures).toEqual(['popup,width=600,height=600'])
    await vi.advanceTimersByTimeAsync(500)
    expect(popUp.location.href).toBe('https://accounts.spotify.com/authorize?x')
    storeHandle()
    popUp.close()
    await vi.advanceTimersByTimeAsync(1000)
    expect(await outcome).toBe('connected')
    expect(calls.map(({ address }) => address)).toEqual(['/api/spotify/auth'])
    expect(new Headers(calls[0]?.request.headers).has('authorization')).toBe(false)
  })

  it('closing the Spotify pop-up before a handle is stored cancels the connection', async () => {
    const outcome = connectSpotify()
    await vi.advanceTimersByTimeAsync(3000)
    popUp.close()
    await vi.advanceTimersByTimeAsync(1000)
    expect(await outcome).toBe('cancelled')
  })

  it.each([
    ['the pop-up', () => popUp, 'https://gaffer.example', 'failed'],
    ['another window', () => ({}), 'https://gaffer.example', 'cancelled'],
    ['another origin', () => popUp, 'https://evil.example', 'cancelled'],
  ])(
    'closing the Spotify pop-up after a failure message from %s ends the connection as "%s"',
    async (_whose, source, origin, expected) => {
      const outcome = connectSpotify()
      await vi.advanceTimersByTimeAsync(10)
      events.dispatchEvent(
        Object.assign(new Event('message'), { source: source(), origin, data: spotifyFailedMessageData }),
      )
      popUp.close()
      await vi.advanceTimersByTimeAsync(1000)
      expect(await outcome).toBe(expected)
    },
  )

  it('if the browser blocks the Spotify pop-up, the connection fails and nothing is requested', async () => {
    vi.stubGlobal('window', { open: () => null })
    expect(await connectSpotify()).toBe('failed')
    expect(calls).toEqual([])
  })

  it('the Spotify pop-up is closed when the authorization address cannot be read', async () => {
    respond = () => errorResponse(501, 'not_configured')
    await expect(connectSpotify()).rejects.toBeInstanceOf(ApiError)
    expect(popUp.closed).toBe(true)
  })
})

describe('a connection', () => {
  it('a Spotify connection ends at its expiry', () => {
    storeHandle('opaque', Date.now() + 1000)
    expect(readSpotifyHandle()).toBe('opaque')
    vi.advanceTimersByTime(1001)
    expect(readSpotifyHandle()).toBeNull()
  })

  it('a Spotify connection has one playlist for each band, and none after its expiry', () => {
    storeHandle()
    storePracticePlaylistId(band, 'one')
    storePracticePlaylistId('other', 'two')
    expect([readPracticePlaylistId(band), readPracticePlaylistId('other'), readPracticePlaylistId(null)]).toEqual([
      'one',
      'two',
      null,
    ])
    writeStored('spotifyExpiry', '1')
    expect(readPracticePlaylistId(band)).toBeNull()
  })

  it.each(['', 'not json', 'null', '[]', '"x"'])('the stored playlists %j read as no playlist', (rubbish) => {
    storeHandle()
    writeStored('spotifyPlaylistId', rubbish)
    expect(readPracticePlaylistId(band)).toBeNull()
  })

  it('a Spotify connection that the server refuses with "not_connected" is deleted, and the next connection has its playlist again', async () => {
    storeHandle()
    storePracticePlaylistId(band, 'one')
    const refused = withSpotifyHandle(() => Promise.reject(new ApiError(401, '', expired)))
    await expect(refused).rejects.toBeInstanceOf(ApiError)
    expect([readSpotifyHandle(), readStored('spotifyAccessToken'), readPracticePlaylistId(band)]).toEqual([
      null,
      null,
      null,
    ])
    expect(await withSpotifyHandle(() => Promise.reject(new Error('must not be asked')))).toBeUndefined()
    storeHandle('another')
    expect(readPracticePlaylistId(band)).toBe('one')
  })

  it('the practice playlist stays stored after the Spotify connection was refused or has expired, until the user disconnects', async () => {
    storeHandle()
    storePracticePlaylistId(band, 'one')
    const refused = withSpotifyHandle(() => Promise.reject(new ApiError(401, '', expired)))
    await expect(refused).rejects.toBeInstanceOf(ApiError)
    expect([readSpotifyHandle(), readKeptPracticePlaylistId(band)]).toEqual([null, 'one'])
    storeHandle('opaque', Date.now() - 1)
    expect([readSpotifyHandle(), readKeptPracticePlaylistId(band)]).toEqual([null, 'one'])
    await disconnectSpotify()
    expect(readKeptPracticePlaylistId(band)).toBeNull()
  })

  it('a new Spotify connection stays after the error "not_connected" of a request with the earlier connection, and after a 502', async () => {
    storeHandle('old')
    const late = withSpotifyHandle(async () => {
      storeHandle('new')
      throw new ApiError(401, '', expired)
    })
    await expect(late).rejects.toBeInstanceOf(ApiError)
    await expect(withSpotifyHandle(() => Promise.reject(new ApiError(502, '', '')))).rejects.toBeInstanceOf(ApiError)
    expect(readSpotifyHandle()).toBe('new')
  })

  it('disconnecting deletes the Spotify connection in the browser even if the server cannot delete it', async () => {
    storeHandle()
    storePracticePlaylistId(band, 'one')
    respond = () => new Response('', { status: 500 })
    await disconnectSpotify()
    expect(readSpotifyHandle()).toBeNull()
    expect(readStored('spotifyPlaylistId')).toBeNull()
    const [{ address, request } = { address: '', request: {} }] = calls
    expect([address, request.method]).toEqual(['/api/spotify/connection', 'DELETE'])
    expect(new Headers(request.headers).get('authorization')).toBe('Bearer opaque')
  })
})
