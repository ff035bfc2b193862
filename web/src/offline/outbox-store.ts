// The outbox: the changes that the server has not stored yet, in IndexedDB, shared by all tabs and the service worker. The ids are the order
// in which the changes were made. Changes that the browser does not store are in memory, and last as long as the page.

import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/**
 * Why a change is not sent again: it has an edit conflict (412), the server refused it, or it is older than the server keeps idempotency
 * keys. `text` is the message for the member.
 */
export type ChangeProblem = { kind: 'conflict' } | { kind: 'old' } | { kind: 'refused'; text: string }

export type NewOutboxChange = {
  /** The id of the user who made the change: no other account sees or sends it. */
  userId: string
  /** The endpoint's name: "PUT /api/bands/:bandId/events/:eventId/answers/:membershipId". */
  endpoint: string
  params: Record<string, string>
  body: unknown
  /** The time at which the change was made, by the clock of this device, in epoch ms. */
  madeAt?: number
  /** Sent as If-Match; null skips the check. */
  version: number | null
  idempotencyKey: string
  /** The id of the object that the change is about, such as an event, a song or a chart. */
  subjectId: string
  /** The change in words: "Your answer to Tonight". */
  words: string
  /** The object before an edit; null for other changes. */
  before: unknown
  /** The member is asked about a conflict even while the page still waits for the reply. */
  isConflictKept?: boolean
  /** The first request has no response yet: pages show the change, without the mark of a waiting change. */
  isFirstTry?: boolean
}

export type OutboxChange = NewOutboxChange & {
  id: number
  madeAt: number
  problem: ChangeProblem | null
}

interface Outbox extends DBSchema {
  changes: { key: number; value: OutboxChange; indexes: { user: string } }
}

const databaseName = 'gaffer-outbox'
const channelName = 'gaffer-outbox'

/** Changes of other accounts are deleted after this time, because these accounts may never sign in on this device again. */
const otherUsersMaxAgeMs = 14 * 86_400_000

let databasePromise: Promise<IDBPDatabase<Outbox>> | undefined
let isDatabaseNew = false

/** The ids of changes in memory are greater than all ids of the database, so that these changes are sorted last. */
const firstIdInMemory = 2 ** 40
let changesInMemory: readonly OutboxChange[] = []
let memoryChangeCount = 0

function openDatabase(): Promise<IDBPDatabase<Outbox>> {
  databasePromise ??= openNewConnection().catch((error: unknown) => {
    databasePromise = undefined
    throw error
  })
  return databasePromise
}

/** An async function, so that the error that a browser without storage throws becomes a rejection. */
async function openNewConnection(): Promise<IDBPDatabase<Outbox>> {
  return openDB<Outbox>(databaseName, 1, {
    upgrade(db) {
      isDatabaseNew = true
      db.createObjectStore('changes', { keyPath: 'id', autoIncrement: true }).createIndex('user', 'userId')
    },
    // The browser closed the database, for instance because it deleted the site's data.
    terminated: () => (databasePromise = undefined),
  })
}

/** The database, or null if the browser has no storage: the changes are then only in memory. */
function openIfPossible(): Promise<IDBPDatabase<Outbox> | null> {
  return openDatabase().catch(() => null)
}

/** Whether the database did not exist before this page opened it: the browser may have deleted an earlier one. Throws without storage. */
export async function isOutboxDatabaseNew(): Promise<boolean> {
  await openDatabase()
  return isDatabaseNew
}

/** Adds a change at the end: in memory if the browser has no storage, or if it is full. */
export async function addChange(change: NewOutboxChange): Promise<void> {
  const added = { madeAt: Date.now(), ...change, problem: null }
  // The database sets `id`.
  const storeInDatabase = async () => (await openDatabase()).add('changes', added as OutboxChange)
  // Once a change is in memory, later changes stay in memory too: with an id of the database, they would be sorted before that change.
  const isStored = changesInMemory.length === 0 && (await storeInDatabase().then(Boolean, () => false))
  if (!isStored) changesInMemory = [...changesInMemory, { ...added, id: firstIdInMemory + (memoryChangeCount += 1) }]
  broadcast({ kind: 'changed' })
}

/** The changes of a user, in the order in which they were made. */
export async function listChanges(userId: string): Promise<OutboxChange[]> {
  const stored = (await (await openIfPossible())?.getAllFromIndex('changes', 'user', userId)) ?? []
  return [...stored, ...changesInMemory.filter((change) => change.userId === userId)]
}

/** Whether a change is only in memory, and is lost when the page is closed. */
export function isInMemory({ id }: OutboxChange): boolean {
  return id > firstIdInMemory
}

/** Replaces each change of the outbox by what `edit` returns; null removes it. */
async function editChanges(
  edit: (change: OutboxChange) => OutboxChange | null,
  message: OutboxBroadcast = { kind: 'changed' },
): Promise<void> {
  const db = await openIfPossible()
  if (db) {
    const tx = db.transaction('changes', 'readwrite')
    const writes = (await tx.store.getAll()).map(async (change) => {
      const edited = edit(change)
      if (edited === null) await tx.store.delete(change.id)
      else if (edited !== change) await tx.store.put(edited)
    })
    await Promise.all([...writes, tx.done])
  }
  changesInMemory = changesInMemory.flatMap((change) => edit(change) ?? [])
  broadcast(message)
}

/**
 * Removes a change that the server has stored, and broadcasts the change with the server's reply. Later edits of the same object and version
 * are based on the removed edit, so they get the version of the reply, if it has one.
 */
export async function removeSentAndRebaseLater(sent: OutboxChange, reply: SentReply): Promise<void> {
  const version = reply?.version
  const isLaterEdit = (change: OutboxChange) =>
    change.userId === sent.userId &&
    change.subjectId === sent.subjectId &&
    change.endpoint === sent.endpoint &&
    change.version === sent.version
  await editChanges(
    (change) => {
      if (change.id === sent.id) return null
      return version !== undefined && isLaterEdit(change) ? { ...change, version } : change
    },
    { kind: 'sent', change: sent, reply },
  )
}

/** Updates fields of a change. Does nothing if the change was removed meanwhile. */
export function updateChange(id: number, fields: Partial<Omit<OutboxChange, 'id'>>): Promise<void> {
  return editChanges((change) => (change.id === id ? { ...change, ...fields } : change))
}

export function removeChanges(ids: readonly number[]): Promise<void> {
  return editChanges((change) => (ids.includes(change.id) ? null : change))
}

/** Marks all first-try changes of the user as waiting. */
export function markAllAsWaiting(userId: string): Promise<void> {
  return editChanges((change) =>
    change.userId === userId && change.isFirstTry === true ? { ...change, isFirstTry: false } : change,
  )
}

export function removeChangesOfUser(userId: string): Promise<void> {
  return editChanges((change) => (change.userId === userId ? null : change))
}

/** Removes changes of other accounts that are older than `otherUsersMaxAgeMs`. */
export function removeOldChangesOfOtherUsers(userId: string): Promise<void> {
  const oldest = Date.now() - otherUsersMaxAgeMs
  return editChanges((change) => (change.userId !== userId && change.madeAt < oldest ? null : change))
}

/** The body of the server's reply; undefined for an empty one. */
export type SentReply = { version?: number } | undefined

/** Sent to all tabs when the outbox changes. */
export type OutboxBroadcast = { kind: 'changed' } | { kind: 'sent'; change: OutboxChange; reply: SentReply }

function broadcast(message: OutboxBroadcast): void {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel.postMessage(message)
  channel.close()
}

/** Subscribes to the outbox's messages of all tabs and the service worker. Returns a function that unsubscribes. */
export function onOutboxBroadcast(listener: (message: OutboxBroadcast) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<OutboxBroadcast>) => listener(data))
  return () => channel.close()
}
