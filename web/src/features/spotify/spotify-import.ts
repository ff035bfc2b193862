// Imports a playlist into a practice list, one request per song. The import continues on other pages and can be stopped. It stays below the
// rate limit, so that the user's other requests still pass.

import { songFromTrack, type Track } from '@gaffer/domain/spotify/spotify'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { request, generateIdempotencyKey } from '#lib/request.ts'
import { ApiError, hasErrorCode } from '#lib/api-error.ts'
import { invalidateChanges } from '#lib/invalidation.ts'
import { deleteHandleIfRefused } from './spotify-connection.ts'

/** `membershipId` is the user's own membership, in whose name the songs are added. */
export type PlaylistImportRequest = {
  bandId: string
  membershipId: string
  playlist: { id: string; name: string }
  handle: string
}

export type PlaylistImportProgress = {
  importRequest: PlaylistImportRequest
  isRunning: boolean
  /** Whether the import waits because of a Retry-After header. */
  isWaiting: boolean
  /** The number of tracks; null until the playlist is loaded. */
  total: number | null
  added: number
  /** The number of songs that were on the practice list before. */
  already: number
  /** The number of songs that the server refused as invalid. */
  refused: number
}

const parallelRequestCount = 3
/** The number of songs that are imported without pauses. Later songs wait before each request, which leaves the user half of the rate limit. */
const maxUnpacedSongs = 250
const requestPauseMs = 600
const maxAttempts = 6

let currentProgress: PlaylistImportProgress | null = null
let abortController = new AbortController()
const listeners = new Set<() => void>()

/** The running import, or the last one; null before the first. */
export function usePlaylistImportProgress(): PlaylistImportProgress | null {
  return useSyncExternalStore(onProgressChange, readPlaylistImportProgress)
}

export function readPlaylistImportProgress(): PlaylistImportProgress | null {
  return currentProgress
}

/** Stops the running import. Songs that were added stay. */
export function stopPlaylistImport(): void {
  abortController.abort()
}

/** Imports a playlist, and then refetches the practice list, also after a failure. */
export function useImportPlaylist(): (importRequest: PlaylistImportRequest) => Promise<PlaylistImportProgress | null> {
  const client = useQueryClient()
  return async (importRequest) => {
    try {
      await importPlaylist(importRequest)
      return currentProgress
    } finally {
      await invalidateChanges(client, [{ bandId: importRequest.bandId, what: 'songs' }])
    }
  }
}

/** Resolves when the import is finished or stopped, or at once if another import is running. Rejects if it cannot continue. */
export async function importPlaylist(importRequest: PlaylistImportRequest): Promise<void> {
  if (currentProgress?.isRunning) return
  abortController = new AbortController()
  const { signal } = abortController
  setProgress({ importRequest, isRunning: true, isWaiting: false, total: null, added: 0, already: 0, refused: 0 })
  try {
    const tracks = await fetchTracks(importRequest, signal)
    changeProgress({ total: tracks.length })
    const trackQueue = tracks.entries()
    await Promise.all(Array.from({ length: parallelRequestCount }, () => addTracks(trackQueue, importRequest, signal)))
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    // Stops the other workers after one of them has failed.
    abortController.abort()
    changeProgress({ isRunning: false, isWaiting: false })
  }
}

async function fetchTracks({ playlist, handle }: PlaylistImportRequest, signal: AbortSignal): Promise<Track[]> {
  const name = 'GET /api/spotify/playlists/:playlistId/tracks'
  const { items } = await deleteHandleIfRefused(
    handle,
    request(name, { params: { playlistId: playlist.id }, handle, signal }),
  )
  return items.map(({ track }) => track)
}

async function addTracks(
  queue: Iterable<[number, Track]>,
  importRequest: PlaylistImportRequest,
  signal: AbortSignal,
): Promise<void> {
  for (const [index, track] of queue) {
    if (index >= maxUnpacedSongs) await waitUnlessStopped(requestPauseMs, signal)
    if (signal.aborted) return
    const outcome = await addTrack(importRequest, track, signal)
    if (currentProgress) changeProgress({ [outcome]: currentProgress[outcome] + 1 })
  }
}

async function addTrack(
  { bandId, membershipId }: PlaylistImportRequest,
  track: Track,
  signal: AbortSignal,
): Promise<'added' | 'already' | 'refused'> {
  const body = { ...songFromTrack(track), addedByMembershipId: membershipId }
  const input = { params: { bandId }, body, idempotencyKey: generateIdempotencyKey(), signal }
  try {
    await withRetryAfter(signal, () => request('POST /api/bands/:bandId/songs', input))
    return 'added'
  } catch (error) {
    if (hasErrorCode(error, 'conflict')) return 'already'
    if (hasErrorCode(error, 'invalid_input')) return 'refused'
    throw error
  }
}

/** Sends a request, at most `maxAttempts` times: again after the time in the Retry-After header of a refusal. */
async function withRetryAfter(signal: AbortSignal, send: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await send()
      return
    } catch (error) {
      const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : null
      if (retryAfterSeconds === null || tries === maxAttempts) throw error
      changeProgress({ isWaiting: true })
      await waitUnlessStopped(retryAfterSeconds * 1000, signal)
      changeProgress({ isWaiting: false })
    }
  }
}

/** Waits `ms` milliseconds, or until the import is stopped. */
function waitUnlessStopped(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finishWait = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finishWait)
      resolve()
    }
    const timer = setTimeout(finishWait, ms)
    signal.addEventListener('abort', finishWait)
  })
}

function onProgressChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changeProgress(change: Partial<PlaylistImportProgress>): void {
  if (currentProgress) setProgress({ ...currentProgress, ...change })
}

function setProgress(next: PlaylistImportProgress): void {
  currentProgress = next
  for (const listener of listeners) listener()
}
