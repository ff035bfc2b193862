// The IndexedDB of takes that were recorded on this device and are not sent yet. They are stored piece by piece, so that a closed page or an
// empty battery loses only the last piece.

import type { Mark } from '@gaffer/domain/recordings/recording'
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

export type Take = {
  id: string
  userId: string
  bandId: string
  eventId: string
  name: string
  /** The media type of the pieces. */
  mime: string
  /** The start of the recording, in epoch ms. */
  startedAt: number
  /** The time at which the last piece was stored, in epoch ms. */
  storedAt: number
  /** The length of the stored pieces, in seconds. */
  seconds: number
  marks: readonly Mark[]
  isStopped: boolean
  /** Whether the member has pressed Send, and has not cancelled the upload. The upload then resumes automatically after the page was closed. */
  isSending: boolean
}

interface TakeDatabase extends DBSchema {
  takes: { key: string; value: Take; indexes: { event: string } }
  pieces: { key: [takeId: string, index: number]; value: ArrayBuffer }
}

let databasePromise: Promise<IDBPDatabase<TakeDatabase>> | undefined

function openDatabase(): Promise<IDBPDatabase<TakeDatabase>> {
  databasePromise ??= openDB<TakeDatabase>('gaffer-takes', 1, {
    upgrade(db) {
      db.createObjectStore('takes', { keyPath: 'id' }).createIndex('event', 'eventId')
      db.createObjectStore('pieces')
    },
    terminated: () => (databasePromise = undefined),
  }).catch((error: unknown) => {
    databasePromise = undefined
    throw error
  })
  return databasePromise
}

const listeners = new Set<() => void>()

/** Calls the listener when this tab has stored or deleted a take. */
export function onTakesChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

export async function storeTake(take: Take): Promise<void> {
  await (await openDatabase()).put('takes', take)
  notifyListeners()
}

/** Stores a piece and the take with its new length, in one transaction. */
export async function storePiece(take: Take, index: number, piece: ArrayBuffer): Promise<void> {
  const tx = (await openDatabase()).transaction(['takes', 'pieces'], 'readwrite')
  await Promise.all([tx.objectStore('pieces').put(piece, [take.id, index]), tx.objectStore('takes').put(take), tx.done])
}

/** Stores whether the take is being sent. Does nothing if another tab has deleted the take. */
export async function setTakeSending(id: string, isSending: boolean): Promise<void> {
  const tx = (await openDatabase()).transaction('takes', 'readwrite')
  const take = await tx.store.get(id)
  await Promise.all([take && tx.store.put({ ...take, isSending }), tx.done])
  notifyListeners()
}

export async function findTake(id: string): Promise<Take | null> {
  return (await (await openDatabase()).get('takes', id)) ?? null
}

/** The user's takes whose uploads resume automatically, because the member has pressed Send. */
export async function listTakesBeingSent(userId: string): Promise<Take[]> {
  const takes = await (await openDatabase()).getAll('takes')
  return takes.filter((take) => take.userId === userId && take.isSending)
}

/** The user's takes of an event, oldest first. */
export async function listTakes(userId: string, eventId: string): Promise<Take[]> {
  const takes = await (await openDatabase()).getAllFromIndex('takes', 'event', eventId)
  return takes.filter((take) => take.userId === userId).toSorted((a, b) => a.startedAt - b.startedAt)
}

/** All takes of the user that have ended, oldest first. */
export async function listEndedTakes(userId: string): Promise<Take[]> {
  const takes = await (await openDatabase()).getAll('takes')
  return takes.filter((take) => take.userId === userId && hasEnded(take)).toSorted((a, b) => a.startedAt - b.startedAt)
}

/** A take whose last piece is at most this old may still be recording in another tab. A time in the future counts as old: the clock was set back. */
const runningTakeMaxAgeMs = 15_000

export function hasEnded({ isStopped, storedAt }: Take): boolean {
  return isStopped || Math.abs(Date.now() - storedAt) > runningTakeMaxAgeMs
}

/** The milliseconds until `hasEnded` returns true for a take that gets no more pieces, for example because its page was closed. */
export function msUntilEnded(take: Take): number {
  return hasEnded(take) ? 0 : take.storedAt + runningTakeMaxAgeMs + 1 - Date.now()
}

export async function readTake({ id, mime }: Take): Promise<Blob> {
  const pieces = await (await openDatabase()).getAll('pieces', IDBKeyRange.bound([id, 0], [id, Infinity]))
  return new Blob(pieces, { type: mime })
}

export async function deleteTake(id: string): Promise<void> {
  const tx = (await openDatabase()).transaction(['takes', 'pieces'], 'readwrite')
  await Promise.all([
    tx.objectStore('takes').delete(id),
    tx.objectStore('pieces').delete(IDBKeyRange.bound([id, 0], [id, Infinity])),
    tx.done,
  ])
  notifyListeners()
}
