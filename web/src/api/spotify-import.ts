// Bringing the songs of a playlist into a practice list, one call a song. It goes on while the member looks at other
// screens, can be stopped, and leaves room for whatever else they do meanwhile.

import { songOf, type Track } from '@gaffer/domain/spotify'
import { useSyncExternalStore } from 'react'
import { call, newIdempotencyKey } from '#lib/request.ts'
import { ApiError, hasStatus } from '#lib/api-error.ts'
import { forgetIfRefused } from './spotify-connection.ts'

/** What is imported, into which band, as whom. */
export type ImportOrder = {
  bandId: string
  membershipId: string
  playlist: { id: string; name: string }
  handle: string
}

export type Import = {
  order: ImportOrder
  isRunning: boolean
  /** The server asked for a pause. */
  isWaiting: boolean
  /** Null until the playlist has been read. */
  total: number | null
  added: number
  /** Stood on the practice list before. */
  already: number
  /** The server would not take them. */
  refused: number
}

const atOnce = 3
/** So many go as fast as they can; the rest leave the member about half of their calls a minute. */
const unpaced = 250
const paceMs = 600
const mostTries = 6

let current: Import | null = null
let stopper = new AbortController()
const listeners = new Set<() => void>()

/** The one that runs, or the last. */
export function useImport(): Import | null {
  return useSyncExternalStore(onChange, readImport)
}

export function readImport(): Import | null {
  return current
}

/** What has been added stays. */
export function stopImport(): void {
  stopper.abort()
}

/** Resolves when all is done or it was stopped; rejects when it could not go on. Nothing while another one runs. */
export async function importPlaylist(order: ImportOrder): Promise<void> {
  if (current?.isRunning) return
  stopper = new AbortController()
  const { signal } = stopper
  set({ order, isRunning: true, isWaiting: false, total: null, added: 0, already: 0, refused: 0 })
  try {
    const tracks = await readTracks(order, signal)
    note({ total: tracks.length })
    const queue = tracks.entries()
    await Promise.all(Array.from({ length: atOnce }, () => addFrom(queue, order, signal)))
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    // Whichever failed: the others have nothing left to do.
    stopper.abort()
    note({ isRunning: false, isWaiting: false })
  }
}

async function readTracks({ playlist, handle }: ImportOrder, signal: AbortSignal): Promise<Track[]> {
  const name = 'GET /api/spotify/playlists/:playlistId/tracks'
  const { items } = await forgetIfRefused(handle, call(name, { params: { playlistId: playlist.id }, handle, signal }))
  return items.map(({ track }) => track)
}

async function addFrom(queue: Iterable<[number, Track]>, order: ImportOrder, signal: AbortSignal): Promise<void> {
  for (const [index, track] of queue) {
    if (index >= unpaced) await pause(paceMs, signal)
    if (signal.aborted) return
    const outcome = await add(order, track, signal)
    if (current) note({ [outcome]: current[outcome] + 1 })
  }
}

async function add(
  { bandId, membershipId }: ImportOrder,
  track: Track,
  signal: AbortSignal,
): Promise<'added' | 'already' | 'refused'> {
  const body = { ...songOf(track), addedByMembershipId: membershipId }
  const song = { params: { bandId }, body, idempotencyKey: newIdempotencyKey(), signal }
  try {
    await patiently(signal, () => call('POST /api/bands/:bandId/songs', song))
    return 'added'
  } catch (error) {
    if (hasStatus(error, 409)) return 'already'
    if (hasStatus(error, 400)) return 'refused'
    throw error
  }
}

/** Tries again when the server has said when to. */
async function patiently(signal: AbortSignal, send: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await send()
      return
    } catch (error) {
      const seconds = error instanceof ApiError ? error.retryAfterSeconds : null
      if (seconds === null || tries === mostTries) throw error
      note({ isWaiting: true })
      await pause(seconds * 1000, signal)
      note({ isWaiting: false })
    }
  }
}

/** Ends at once when the import does. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function note(change: Partial<Import>): void {
  if (current) set({ ...current, ...change })
}

function set(next: Import): void {
  current = next
  for (const listener of listeners) listener()
}
