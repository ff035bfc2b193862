import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { Setlist, type SetlistItem } from '@gaffer/domain/set-lists/set-list'
import type { Db } from '#platform/db/connection.ts'
import { countUpTo, insertWithinLimit } from '#platform/db/row-limit.ts'
import { isRestorable, restorationAssignments, softDeletionAssignments } from '#platform/db/soft-deletion.ts'
import { command, hasRow, isoText, literal, manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

type SetlistKey = MemberContext & { id: string }
const IdRow = z.strictObject({ id: Id })

const setlistsOfBand = sql`
  with counted as (
    select song_id, count(*) as charts from charts where band_id = $bandId and deleted_at is null group by song_id)
  select l.id, l.band_id as "bandId", l.name, coalesce(i.items, '[]') as items, l.version,
    ${isoText(sql`l.updated_at`)} as "updatedAt", l.note_count as "noteCount",
    $membershipId = any(l.notes_unread_by) as "hasUnreadNotes"
  from setlists l left join lateral (
    select json_agg(json_build_object(
      'id', item.id, 'songId', s.id, 'label', case when s.id is null then item.label end,
      'note', item.note, 'durationSeconds', item.duration_seconds, 'chartCount', coalesce(counted.charts, 0))
      order by item.position) as items
    from setlist_items item
    left join songs s on s.band_id = item.band_id and s.id = item.song_id and s.deleted_at is null
    left join counted on counted.song_id = s.id
    where item.band_id = l.band_id and item.setlist_id = l.id
  ) i on true
  where l.band_id = $bandId and l.deleted_at is null`

export const listSetlistsOfBand = manyRows(
  Setlist,
  sql<MemberContext>`${setlistsOfBand} order by l.updated_at desc, l.id`,
)

export const findSetlist = optionalRow(Setlist, sql<SetlistKey>`${setlistsOfBand} and l.id = $id`)

/** Locks the set list until the transaction ends; false if the band has no set list with this id. */
export const lockSetlist = hasRow(
  sql<SetlistKey>`
    select from setlists where band_id = $bandId and id = $id and deleted_at is null for no key update`,
)

const lockListedSongs = manyRows(
  IdRow,
  sql<{ bandId: string; ids: readonly string[] }>`
    select id from songs
    where band_id = $bandId and id = any($ids::uuid[]) and deleted_at is null order by id for key share`,
)

/** Returns the songs with these ids on the practice list, locked against deletion until the transaction ends. */
export async function lockSongs(tx: Db, { bandId }: MemberContext, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await lockListedSongs(tx, { bandId, ids })).map(({ id }) => id))
}

const listedSetlists = sql`setlists where band_id = $bandId and deleted_at is null`

const insertSetlistBelowLimit = optionalRow(
  IdRow,
  sql<SetlistKey & { name: string; maxRows: number }>`
    with caller as (
      select band_id from memberships where band_id = $bandId and id = $membershipId for key share)
    insert into setlists (band_id, id, name, created_at, updated_at)
    select band_id, $id, $name, $now, $now from caller where ${countUpTo(listedSetlists)} < $maxRows
    returning id`,
)

/** Inserts the set list; false if the band has as many set lists as the limit allows, or if the member's membership was deleted. */
export async function insertSetlist(
  tx: Db,
  member: MemberContext,
  setlist: { id: string; name: string },
): Promise<boolean> {
  const values = { ...member, ...setlist }
  return !!(await insertWithinLimit(tx, limits.setlistsPerBand, member.bandId, insertSetlistBelowLimit, values))
}

/** Whether the band has as many set lists as the limit allows. */
export const isSetlistLimitReached = hasRow(
  sql<MemberContext>`select from ${listedSetlists} offset ${literal(limits.setlistsPerBand - 1)} limit 1`,
)

/** An item as it is stored. `chartCount` is computed when it is read. */
export type StoredItem = Omit<SetlistItem, 'chartCount'>

type ListKey = { bandId: string; setlistId: string }

const deleteItems = command(sql<ListKey>`delete from setlist_items where band_id = $bandId and setlist_id = $setlistId`)

const insertItems = command(
  sql<ListKey & { items: string }>`
    insert into setlist_items (band_id, setlist_id, id, position, song_id, label, note, duration_seconds)
    select $bandId, $setlistId, i.id, i.position, s.id, coalesce(s.title, i.label), i.note, i."durationSeconds"
    from jsonb_to_recordset($items::jsonb)
      as i (id uuid, position integer, "songId" uuid, label text, note text, "durationSeconds" integer)
    left join songs s on s.band_id = $bandId and s.id = i."songId"`,
)

// The lock prevents retention from deleting the songs before the transaction ends.
const lockItemsOfRemovedSongs = manyRows(
  z.strictObject({ id: Id, label: z.string(), songId: Id }),
  sql<ListKey>`
    select i.id, i.label, s.id as "songId"
    from setlist_items i join songs s on s.band_id = i.band_id and s.id = i.song_id
    where i.band_id = $bandId and i.setlist_id = $setlistId and s.deleted_at is not null
    for key share of s`,
)

/**
 * Call `lockSongs` first. Clients get the item of a removed song as a line with its title. If a client sends that item back with its id and
 * label, the stored item keeps the song's id, so that a restored song is in the list again.
 */
export async function replaceSetlistItems(
  tx: Db,
  { bandId }: MemberContext,
  setlistId: string,
  items: readonly StoredItem[],
): Promise<void> {
  const removed = new Map((await lockItemsOfRemovedSongs(tx, { bandId, setlistId })).map((item) => [item.id, item]))
  await deleteItems(tx, { bandId, setlistId })
  if (items.length === 0) return
  const rows = items.map((item, position) => {
    const before = removed.get(item.id)
    return { ...item, songId: before && before.label === item.label ? before.songId : item.songId, position }
  })
  await insertItems(tx, { bandId, setlistId, items: JSON.stringify(rows) })
}

export const updateSetlist = command(
  sql<SetlistKey & { name: string }>`
    update setlists set name = $name, version = version + 1, updated_at = $now where band_id = $bandId and id = $id`,
)

/** `deletionId` is the id of the activity entry of the deletion. */
export const softDeleteSetlist = command(
  sql<SetlistKey & { deletionId: string }>`
    update setlists set ${softDeletionAssignments}, version = version + 1 where band_id = $bandId and id = $id`,
)

const isRestorableSetlist = sql`band_id = $bandId and id = $id and ${isRestorable(sql`deleted_at`)}`

const restoreSetlistBelowLimit = optionalRow(
  IdRow,
  sql<{ bandId: string; id: string; maxRows: number }>`
    update setlists set ${restorationAssignments}, version = version + 1, updated_at = $now
    where ${isRestorableSetlist} and ${countUpTo(listedSetlists)} < $maxRows
    returning id`,
)

/** Restores the set list; false if it is not restorable, or if the band has as many set lists as the limit allows. */
export async function restoreDeletedSetlist(tx: Db, { bandId }: MemberContext, id: string): Promise<boolean> {
  return !!(await insertWithinLimit(tx, limits.setlistsPerBand, bandId, restoreSetlistBelowLimit, { bandId, id }))
}

export const isSetlistRestorable = hasRow(sql<SetlistKey>`select from setlists where ${isRestorableSetlist}`)

/**
 * Makes clients refetch the events of a set list that was deleted or restored: `updated_at` is part of each event in a response, so the
 * ETag changes. The version stays: a parallel edit of an event would get 412 otherwise.
 */
export const touchEventsOfSetlist = command(
  sql<SetlistKey>`update events set updated_at = $now where band_id = $bandId and setlist_id = $id`,
)
