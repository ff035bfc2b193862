// The browser's half of a connection to Spotify: an opaque handle, got in a pop-up window and sent with the calls that
// need it. Knows no playlist but the ids of those chosen for practice.

import { spotifyFailedNote } from '@gaffer/domain/spotify-storage'
import { useSyncExternalStore } from 'react'
import { forget, readStored, store } from '#lib/browser-storage.ts'
import { request } from '#lib/request.ts'
import { hasCode } from '#lib/api-error.ts'
import { makeStoredSignal } from '#lib/stored-signal.ts'

// The pop-up stored something, or another tab.
const changed = makeStoredSignal()

const pollMs = 1000
const size = 600

/** Null where no account is connected, or not any more. */
export function readHandle(): string | null {
  return Number(readStored('spotifyExpiry')) > Date.now() ? readStored('spotifyAccessToken') : null
}

export function useHandle(): string | null {
  return useSyncExternalStore(changed.onChange, readHandle)
}

// Told by the server, that is; one whose time is up shows by itself.
let wasRefused = false

/** Whether there was a connection that has ended without the member's doing. */
export function useHasExpired(): boolean {
  return useSyncExternalStore(
    changed.onChange,
    () => wasRefused || (readStored('spotifyAccessToken') !== null && !readHandle()),
  )
}

/** The playlist chosen for the band's practice in this browser, while an account is connected. */
export function readPlaylistId(bandId: string | null): string | null {
  return bandId !== null && readHandle() !== null ? (readPlaylistIds()[bandId] ?? null) : null
}

export function usePlaylistId(bandId: string | null): string | null {
  return useSyncExternalStore(changed.onChange, () => readPlaylistId(bandId))
}

export function keepPlaylistId(bandId: string, id: string): void {
  store('spotifyPlaylistId', JSON.stringify({ ...readPlaylistIds(), [bandId]: id }))
  changed.notify()
}

/** By band: who plays in two must not find the songs of one in the playlist of the other. */
function readPlaylistIds(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(readStored('spotifyPlaylistId') ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, string>) : {}
  } catch {
    // Not ours: no playlist was chosen.
    return {}
  }
}

/** Does `work` with the connection; undefined where there is none. One that the server has no more is forgotten here too. */
export async function withHandle<T>(work: (handle: string) => Promise<T>): Promise<T | undefined> {
  const handle = readHandle()
  return handle === null ? undefined : forgetIfRefused(handle, work(handle))
}

export async function forgetIfRefused<T>(handle: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    // Somebody may have connected again while this call was on its way.
    if (hasCode(error, 'not_connected', 'not_signed_in') && readStored('spotifyAccessToken') === handle) {
      wasRefused = true
      // The playlist is still the band's when the account is connected again.
      forget('spotifyAccessToken')
      changed.notify()
    }
    throw error
  }
}

export type Ending = 'connected' | 'cancelled' | 'failed'

/**
 * Resolves when the pop-up has left a handle or is closed. Call it in the turn of the press, or browsers block the
 * window. Rejects when the server can't say where to go.
 */
export async function connectSpotify(): Promise<Ending> {
  const before = readStored('spotifyAccessToken')
  const popUp = window.open('', 'gaffer-spotify', `popup,width=${size},height=${size}`)
  if (!popUp) return 'failed'
  // The one of an earlier try, perhaps, behind this window.
  popUp.focus()
  try {
    const { authUrl } = await request('GET /api/spotify/auth')
    popUp.location.href = authUrl
  } catch (error) {
    popUp.close()
    throw error
  }
  const hasFailed = listenForFailure(popUp)
  const isConnected = () => readHandle() !== null && readStored('spotifyAccessToken') !== before
  await until(() => popUp.closed || isConnected())
  const failed = hasFailed()
  if (isConnected()) {
    wasRefused = false
    changed.notify()
    return 'connected'
  }
  return failed ? 'failed' : 'cancelled'
}

/** Forgets the connection here whatever the server says, and there if it can be reached. */
export async function disconnectSpotify(): Promise<void> {
  const handle = readStored('spotifyAccessToken')
  wasRefused = false
  forgetConnection()
  // A connection that could not be ended there ends by itself, and nobody has its handle any more.
  if (handle) await request('DELETE /api/spotify/connection', { handle }).catch(() => undefined)
}

function forgetConnection(): void {
  forget('spotifyAccessToken', 'spotifyRefreshToken', 'spotifyPlaylistId', 'spotifyExpiry')
  changed.notify()
}

function listenForFailure(popUp: Window): () => boolean {
  let hasFailed = false
  const listen = ({ source, origin, data }: MessageEvent) => {
    if (source === popUp && origin === location.origin && data === spotifyFailedNote) hasFailed = true
  }
  addEventListener('message', listen)
  return () => {
    removeEventListener('message', listen)
    return hasFailed
  }
}

function until(isDone: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const poll = setInterval(() => {
      if (!isDone()) return
      clearInterval(poll)
      resolve()
    }, pollMs)
  })
}
