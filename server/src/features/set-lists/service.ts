import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@gaffer/domain/shared/app-error'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import type {
  Setlist,
  SetlistChanges,
  ParsedSetlist,
  ParsedSetlistItem,
  SetlistItem,
} from '@gaffer/domain/set-lists/set-list'
import { logActivity } from '#features/activity/service.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { invalidFieldError, notFoundError, orNotFound } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { refuseStaleEdit, type SeenVersions } from '#platform/version-check.ts'
import {
  isSetlistLimitReached,
  findSetlist,
  listSetlistsOfBand,
  insertSetlist,
  isSetlistRestorable,
  lockSetlist,
  lockSongs,
  replaceSetlistItems,
  restoreDeletedSetlist,
  softDeleteSetlist,
  touchEventsOfSetlist,
  updateSetlist,
  type StoredItem,
} from './store.ts'

export function listSetlists(db: Db, member: MemberContext): Promise<Setlist[]> {
  return listSetlistsOfBand(db, member)
}

export async function readSetlist(db: Db, member: MemberContext, id: string): Promise<Setlist> {
  return orNotFound(await findSetlist(db, { ...member, id }))
}

/** Refuses the input of an event whose set list is not a set list of the band. */
export async function refuseForeignSetlist(db: Db, member: MemberContext, setlistId: string | null): Promise<void> {
  if (setlistId === null || (await findSetlist(db, { ...member, id: setlistId }))) return
  throw invalidFieldError('setlistId', setlistMessages.setlistUnknown)
}

export function addSetlist(db: Db, member: MemberContext, { name, items, copyOf }: ParsedSetlist): Promise<Setlist> {
  return inTransaction(db, async (tx) => {
    const copiedItems = copyOf === undefined ? [] : await copyItems(tx, member, copyOf)
    const newItems = items ? await prepareItems(tx, member, items, []) : copiedItems
    const id = randomUUIDv7()
    if (!(await insertSetlist(tx, member, { id, name }))) {
      throw (await isSetlistLimitReached(tx, member))
        ? new AppError('conflict', setlistMessages.setlistsFull)
        : notFoundError()
    }
    await replaceSetlistItems(tx, member, id, newItems)
    await logActivity(tx, member, { verb: 'added_setlist', subject: name })
    return readSetlist(tx, member, id)
  })
}

export function changeSetlist(
  db: Db,
  member: MemberContext,
  id: string,
  changes: SetlistChanges,
  seenVersions: SeenVersions,
): Promise<Setlist> {
  return inTransaction(db, async (tx) => {
    const stored = await lockForEditing(tx, member, id, seenVersions)
    const name = changes.name ?? stored.name
    const items = changes.items && (await prepareItems(tx, member, changes.items, stored.items))
    const areItemsChanged = items !== undefined && !isDeepStrictEqual(items, stored.items.map(toStoredItem))
    // An unchanged set list keeps its version, so that parallel edits get no 412.
    if (name === stored.name && !areItemsChanged) return stored
    if (areItemsChanged) await replaceSetlistItems(tx, member, id, items)
    await updateSetlist(tx, { ...member, id, name })
    return readSetlist(tx, member, id)
  })
}

/** Soft delete. Events with the set list keep the reference for a restore, but are returned without a set list. */
export function deleteSetlist(db: Db, member: MemberContext, id: string, seenVersions: SeenVersions): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { name } = await lockForEditing(tx, member, id, seenVersions)
    const deletionId = await logActivity(tx, member, { verb: 'removed_setlist', subject: name })
    await softDeleteSetlist(tx, { ...member, id, deletionId })
    await touchEventsOfSetlist(tx, { ...member, id })
  })
}

/** If the set list is not deleted, returns it unchanged, so that a repeated Undo succeeds. */
export function restoreSetlist(db: Db, member: MemberContext, id: string): Promise<Setlist> {
  return inTransaction(db, async (tx) => {
    if (!(await restoreDeletedSetlist(tx, member, id))) {
      if (await isSetlistRestorable(tx, { ...member, id })) throw new AppError('conflict', setlistMessages.setlistsFull)
      return readSetlist(tx, member, id)
    }
    await touchEventsOfSetlist(tx, { ...member, id })
    const restored = await readSetlist(tx, member, id)
    await logActivity(tx, member, { verb: 'restored_setlist', subject: restored.name })
    return restored
  })
}

async function lockForEditing(tx: Db, member: MemberContext, id: string, seenVersions: SeenVersions): Promise<Setlist> {
  if (!(await lockSetlist(tx, { ...member, id }))) throw notFoundError()
  const stored = await readSetlist(tx, member, id)
  refuseStaleEdit(stored, seenVersions)
  return stored
}

/** Gives each item an id: an item that was in the list before keeps its id. Refuses songs that are not on the practice list. */
async function prepareItems(
  tx: Db,
  member: MemberContext,
  items: readonly ParsedSetlistItem[],
  before: readonly StoredItem[],
): Promise<StoredItem[]> {
  const songIds = items.flatMap(({ songId }) => (songId === null ? [] : [songId]))
  const knownSongIds = await lockSongs(tx, member, songIds)
  const unknownSongIndex = items.findIndex(({ songId }) => songId !== null && !knownSongIds.has(songId))
  if (unknownSongIndex >= 0)
    throw invalidFieldError(`items.${unknownSongIndex}.songId`, setlistMessages.setlistSongUnknown)
  const unusedIds = new Set(before.map(({ id }) => id))
  return items.map(({ id, songId, label, note, durationSeconds }) => ({
    id: id !== undefined && unusedIds.delete(id) ? id : randomUUIDv7(),
    songId,
    label,
    note,
    durationSeconds,
  }))
}

async function copyItems(tx: Db, member: MemberContext, setlistId: string): Promise<StoredItem[]> {
  const sourceSetlist = await findSetlist(tx, { ...member, id: setlistId })
  if (!sourceSetlist) throw invalidFieldError('copyOf', setlistMessages.setlistUnknown)
  // Locks the songs before the items are read again: a song that was deleted meanwhile is copied as a line with its title.
  await lockSongs(
    tx,
    member,
    sourceSetlist.items.flatMap(({ songId }) => (songId === null ? [] : [songId])),
  )
  const { items } = await readSetlist(tx, member, setlistId)
  return items.map((item) => ({ ...toStoredItem(item), id: randomUUIDv7() }))
}

function toStoredItem(item: SetlistItem): StoredItem {
  const { chartCount: _, ...stored } = item
  return stored
}
