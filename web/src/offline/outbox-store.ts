// The changes that wait to be sent, in IndexedDB: shared by all tabs and the service worker. The ids are the order in which they
// were made.

import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/** Why a change is not sent again: it has an edit conflict (412), or the server refused it. `text` is the message for the member. */
export type ChangeProblem = { kind: 'conflict' } | { kind: 'refused'; text: string }

export type NewOutboxChange = {
  /** The id of the user who made the change: no other account sees or sends it. */
  userId: string
  /** The endpoint's name: "PUT /api/bands/:bandId/events/:eventId/answers/:membershipId". */
  endpoint: string
  params: Record<string, string>
  body: unknown
  /** Sent as If-Match; null skips the check. */
  version: number | null
  idempotencyKey: string
  /** The id of the event or song that the change is about. */
  subjectId: string
  /** The change in words: "Your answer to Tonight". */
  words: string
  /** The object before an edit; null for other changes. */
  before: unknown
}

export type OutboxChange = NewOutboxChange & {
  id: number
  /** The time at which the change was made, by the clock of this device, in epoch ms. */
  madeAt: number
  problem: ChangeProblem | null
}

interface Outbox extends DBSchema {
  changes: { key: number; value: OutboxChange; indexes: { user: string } }
}

const databaseName = 'gaffer-outbox'
const channelName = 'gaffer-outbox'

/** After this time, changes of other accounts are deleted: those accounts may never sign in on this device again. */
const keptOfOthersMs = 14 * 86_400_000

let opened: Promise<IDBPDatabase<Outbox>> | undefined
let isNew = false

function open(): Promise<IDBPDatabase<Outbox>> {
  opened ??= openDB<Outbox>(databaseName, 1, {
    upgrade(db) {
      isNew = true
      db.createObjectStore('changes', { keyPath: 'id', autoIncrement: true }).createIndex('user', 'userId')
    },
    // The browser closed the database, for instance because it deleted the site's data.
    terminated: () => (opened = undefined),
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

/** Whether the database did not exist before this page opened it: the browser may have deleted an earlier one. */
export async function isOutboxDatabaseNew(): Promise<boolean> {
  await open()
  return isNew
}

/** Adds a change at the end. Throws if the browser has no storage, or if it is full. */
export async function addChange(change: NewOutboxChange): Promise<void> {
  const db = await open()
  // The database sets `id`.
  await db.add('changes', { ...change, madeAt: Date.now(), problem: null } as OutboxChange)
  broadcast({ kind: 'changed' })
}

/** The changes of a user, in the order in which they were made. */
export async function listChanges(userId: string): Promise<OutboxChange[]> {
  return (await open()).getAllFromIndex('changes', 'user', userId)
}

/**
 * Removes a change that the server has stored as `storedVersion`. Later edits of the same object and version were made on top of it, so
 * their version becomes `storedVersion`. Null for a response without a version.
 */
export async function removeSentAndRebaseLater(sent: OutboxChange, storedVersion: number | null): Promise<void> {
  const tx = (await open()).transaction('changes', 'readwrite')
  await tx.store.delete(sent.id)
  if (storedVersion !== null) {
    const later = (await tx.store.index('user').getAll(sent.userId)).filter(
      ({ subjectId, endpoint, version }) =>
        subjectId === sent.subjectId && endpoint === sent.endpoint && version === sent.version,
    )
    await Promise.all(later.map((change) => tx.store.put({ ...change, version: storedVersion })))
  }
  await tx.done
  broadcast({ kind: 'sent', change: sent, storedVersion })
}

/** Updates fields of a change. Does nothing if the change was removed meanwhile. */
export async function updateChange(id: number, fields: Partial<Omit<OutboxChange, 'id'>>): Promise<void> {
  const tx = (await open()).transaction('changes', 'readwrite')
  const change = await tx.store.get(id)
  if (change) await tx.store.put({ ...change, ...fields })
  await tx.done
  broadcast({ kind: 'changed' })
}

export async function removeChanges(ids: readonly number[]): Promise<void> {
  const tx = (await open()).transaction('changes', 'readwrite')
  await Promise.all(ids.map((id) => tx.store.delete(id)))
  await tx.done
  broadcast({ kind: 'changed' })
}

export async function removeChangesOfUser(userId: string): Promise<void> {
  await removeChanges((await listChanges(userId)).map(({ id }) => id))
}

/** Removes changes of other accounts that are older than `keptOfOthersMs`. */
export async function removeOldChangesOfOtherUsers(userId: string): Promise<void> {
  const old = (await (await open()).getAll('changes')).filter(
    (change) => change.userId !== userId && change.madeAt < Date.now() - keptOfOthersMs,
  )
  if (old.length > 0) await removeChanges(old.map(({ id }) => id))
}

/** Sent to all tabs when the outbox changes. */
export type OutboxBroadcast = { kind: 'changed' } | { kind: 'sent'; change: OutboxChange; storedVersion: number | null }

function broadcast(news: OutboxBroadcast): void {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel.postMessage(news)
  channel.close()
}

/** Subscribes to outbox messages of all tabs and the service worker. Returns the function that unsubscribes. */
export function onOutboxBroadcast(listener: (news: OutboxBroadcast) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<OutboxBroadcast>) => listener(data))
  return () => channel.close()
}
