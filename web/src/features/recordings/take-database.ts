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
  /** The start, in epoch ms. */
  startedAt: number
  /** The time at which the last piece was stored, in epoch ms. */
  storedAt: number
  /** The length of the stored pieces. */
  seconds: number
  marks: readonly Mark[]
  isStopped: boolean
  /** Whether the member has pressed Send. If the page was closed meanwhile, the upload then resumes automatically. */
  isSending: boolean
}

interface TakeDatabase extends DBSchema {
  takes: { key: string; value: Take; indexes: { event: string } }
  pieces: { key: [takeId: string, index: number]; value: ArrayBuffer }
}

let database: Promise<IDBPDatabase<TakeDatabase>> | undefined

function openDatabase(): Promise<IDBPDatabase<TakeDatabase>> {
  database ??= openDB<TakeDatabase>('gaffer-takes', 1, {
    upgrade(db) {
      db.createObjectStore('takes', { keyPath: 'id' }).createIndex('event', 'eventId')
      db.createObjectStore('pieces')
    },
    terminated: () => (database = undefined),
  }).catch((error: unknown) => {
    database = undefined
    throw error
  })
  return database
}

export async function storeTake(take: Take): Promise<void> {
  await (await openDatabase()).put('takes', take)
}

/** Stores a piece and the take with its new length, in one transaction. */
export async function storePiece(take: Take, index: number, piece: ArrayBuffer): Promise<void> {
  const tx = (await openDatabase()).transaction(['takes', 'pieces'], 'readwrite')
  await Promise.all([tx.objectStore('pieces').put(piece, [take.id, index]), tx.objectStore('takes').put(take), tx.done])
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

/** In milliseconds. A take whose last piece is newer than this may still be recording in another tab. */
const runningTakeMaxAgeMs = 15_000

export function hasEnded({ isStopped, storedAt }: Take): boolean {
  return isStopped || Date.now() - storedAt > runningTakeMaxAgeMs
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
}
