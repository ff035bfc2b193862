// The Spotify connection in browser storage: an opaque handle, which a pop-up window obtains, and the practice playlist of each
// band.

import { spotifyFailedMessageData } from '@gaffer/domain/spotify/spotify-storage'
import { useSyncExternalStore } from 'react'
import { deleteStored, readStored, writeStored } from '#lib/browser-storage.ts'
import { request } from '#lib/request.ts'
import { hasErrorCode } from '#lib/api-error.ts'

// Notifies listeners of changes by this tab, the pop-up and other tabs.
const storageChanges = makeStorageChangeNotifier()

const pollIntervalMs = 1000
const popUpSizePx = 600

/** The handle of the Spotify connection; null without one or after its expiry. */
export function readSpotifyHandle(): string | null {
  return Number(readStored('spotifyExpiry')) > Date.now() ? readStored('spotifyAccessToken') : null
}

export function useSpotifyHandle(): string | null {
  return useSyncExternalStore(storageChanges.onChange, readSpotifyHandle)
}

// Whether the server has refused the handle. An expired handle is recognised by its stored expiry instead.
let wasHandleRefused = false

/** Whether the connection has expired or was refused. False after the user has disconnected. */
export function useHasSpotifyConnectionEnded(): boolean {
  return useSyncExternalStore(
    storageChanges.onChange,
    () => wasHandleRefused || (readStored('spotifyAccessToken') !== null && !readSpotifyHandle()),
  )
}

/** The id of the band's practice playlist, for changes to it; null without a connection. */
export function readPracticePlaylistId(bandId: string | null): string | null {
  return readSpotifyHandle() === null ? null : readKeptPracticePlaylistId(bandId)
}

/** The id of the band's practice playlist in this browser's storage. It outlives the connection, until the user disconnects. */
export function readKeptPracticePlaylistId(bandId: string | null): string | null {
  return bandId === null ? null : (readPracticePlaylistIds()[bandId] ?? null)
}

export function useKeptPracticePlaylistId(bandId: string | null): string | null {
  return useSyncExternalStore(storageChanges.onChange, () => readKeptPracticePlaylistId(bandId))
}

export function storePracticePlaylistId(bandId: string, id: string): void {
  writeStored('spotifyPlaylistId', JSON.stringify({ ...readPracticePlaylistIds(), [bandId]: id }))
  storageChanges.notify()
}

/** The stored playlist ids, by band id. */
function readPracticePlaylistIds(): Record<string, string> {
  try {
    const storedIds: unknown = JSON.parse(readStored('spotifyPlaylistId') ?? '{}')
    return typeof storedIds === 'object' && storedIds !== null ? (storedIds as Record<string, string>) : {}
  } catch {
    // The value is not JSON: an extension or an older release wrote it.
    return {}
  }
}

/** Calls `work` with the handle; resolves to undefined without a connection. Deletes a handle that the server refuses. */
export async function withSpotifyHandle<T>(work: (handle: string) => Promise<T>): Promise<T | undefined> {
  const handle = readSpotifyHandle()
  return handle === null ? undefined : deleteHandleIfRefused(handle, work(handle))
}

export async function deleteHandleIfRefused<T>(handle: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    // Compares the handle, because the user may have connected again during the request.
    if (hasErrorCode(error, 'not_connected', 'not_signed_in') && readStored('spotifyAccessToken') === handle) {
      wasHandleRefused = true
      // Keeps the playlist id for the next connection.
      deleteStored('spotifyAccessToken')
      storageChanges.notify()
    }
    throw error
  }
}

type SpotifyConnectOutcome = 'connected' | 'cancelled' | 'failed'

/**
 * Opens the pop-up in which the user connects Spotify; resolves when it has stored a handle or is closed. Call it synchronously in a click
 * handler, or browsers block the pop-up. Rejects if the authorization address cannot be read.
 */
export async function connectSpotify(): Promise<SpotifyConnectOutcome> {
  const oldHandle = readStored('spotifyAccessToken')
  const popUp = window.open('', 'gaffer-spotify', `popup,width=${popUpSizePx},height=${popUpSizePx}`)
  if (!popUp) return 'failed'
  // `window.open` may return an earlier pop-up that is hidden behind this window.
  popUp.focus()
  try {
    const { authUrl } = await request('GET /api/spotify/auth')
    popUp.location.href = authUrl
  } catch (error) {
    popUp.close()
    throw error
  }
  const hasFailed = listenForFailure(popUp)
  const isConnected = () => readSpotifyHandle() !== null && readStored('spotifyAccessToken') !== oldHandle
  await waitUntil(() => popUp.closed || isConnected())
  const isFailureReported = hasFailed()
  if (isConnected()) {
    wasHandleRefused = false
    storageChanges.notify()
    return 'connected'
  }
  return isFailureReported ? 'failed' : 'cancelled'
}

/** Deletes the connection in the browser, and on the server if it can be reached. */
export async function disconnectSpotify(): Promise<void> {
  const handle = readStored('spotifyAccessToken')
  wasHandleRefused = false
  deleteStoredConnection()
  // If the request fails, the connection expires on the server: no client has its handle any more.
  if (handle) await request('DELETE /api/spotify/connection', { handle }).catch(() => undefined)
}

function deleteStoredConnection(): void {
  deleteStored('spotifyAccessToken', 'spotifyRefreshToken', 'spotifyPlaylistId', 'spotifyExpiry')
  storageChanges.notify()
}

function listenForFailure(popUp: Window): () => boolean {
  let hasFailed = false
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source === popUp && origin === location.origin && data === spotifyFailedMessageData) hasFailed = true
  }
  addEventListener('message', onMessage)
  return () => {
    removeEventListener('message', onMessage)
    return hasFailed
  }
}

function waitUntil(isDone: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const pollTimer = setInterval(() => {
      if (!isDone()) return
      clearInterval(pollTimer)
      resolve()
    }, pollIntervalMs)
  })
}

/** Storage changes in the form that useSyncExternalStore needs. */
type StorageChangeNotifier = {
  /** Subscribes to changes; returns the function that unsubscribes. */
  onChange(listener: () => void): () => void
  /** Notifies this tab of a change. Needed after each write, because the `storage` event fires only in other tabs. */
  notify(): void
}

function makeStorageChangeNotifier(): StorageChangeNotifier {
  const listeners = new Set<() => void>()
  return {
    onChange(listener) {
      listeners.add(listener)
      addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', listener)
      }
    },
    notify() {
      for (const listener of listeners) listener()
    },
  }
}
