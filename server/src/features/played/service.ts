import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@gaffer/domain/shared/app-error'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { formatPlayedCsv } from '@gaffer/domain/played/played-csv'
import { playedMessages } from '@gaffer/domain/played/played-messages'
import {
  playedRefusalMessageFor,
  type ParsedPlayedList,
  type PlayedList,
  type UnreportedGig,
} from '@gaffer/domain/played/played'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { EventKey } from '#features/events/event-columns.ts'
import { lockAndReadEntry, readEntry } from '#features/events/service.ts'
import { inTransaction, onOneConnection, type Db } from '#platform/db/connection.ts'
import { invalidFieldError } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { refuseStaleEdit, type SeenVersions } from '#platform/version-check.ts'
import {
  findPlayedListRow,
  findVenueOfGig,
  listPlayedItems,
  listSetlistSongs,
  listUnreportedGigsOfBand,
  lockPlayedSongs,
  replacePlayedItems,
  updateLastPlayed,
  updatePlayedListRow,
} from './store.ts'

const unsavedListRow = { reportedOn: null, version: 0 }

export function readPlayed(pool: Db, member: MemberContext, eventId: string): Promise<PlayedList> {
  return onOneConnection(pool, async (db) => {
    const [event, list] = await Promise.all([
      readEntry(db, member, eventId),
      readPlayedList(db, { bandId: member.bandId, eventId }),
    ])
    requireGig(event)
    return list
  })
}

/** Returns the played list as it was saved; before the first save, the songs of the set list. */
async function readPlayedList(db: Db, key: EventKey): Promise<PlayedList> {
  const row = await findPlayedListRow(db, key)
  return row
    ? { items: await listPlayedItems(db, key), ...row }
    : { items: await listSetlistSongs(db, key), ...unsavedListRow }
}

/** Replaces the whole list, and recomputes when each affected song was last played. */
export function savePlayed(
  db: Db,
  member: MemberContext,
  eventId: string,
  { items, reportedOn }: ParsedPlayedList,
  seenVersions: SeenVersions,
): Promise<PlayedList> {
  return inTransaction(db, async (tx) => {
    const key = { bandId: member.bandId, eventId }
    const event = requireGig(await lockAndReadEntry(tx, member, eventId))
    const refusal = playedRefusalMessageFor(event, todayInLondon(tx.clock.now()))
    if (refusal) throw new AppError('conflict', refusal)
    const row = await findPlayedListRow(tx, key)
    refuseStaleEdit(row ?? unsavedListRow, seenVersions)
    const before = await lockPlayedSongs(tx, { ...key, songIds: items.flatMap(({ songId }) => songId ?? []) })
    const listedIds = new Set(before.flatMap(({ id, isListed }) => (isListed ? [id] : [])))
    const unknownSongIndex = items.findIndex(({ songId }) => songId !== null && !listedIds.has(songId))
    if (unknownSongIndex >= 0) throw invalidFieldError(`items.${unknownSongIndex}.songId`, playedMessages.songUnknown)
    const stored = row && (await readPlayedList(tx, key))
    // Clients get a removed song as a title and send the title back. The song's id is stored again, so that a restored song is in the list.
    const removedSongIdsByTitle = new Map(
      before.flatMap(({ id, title, isListed }) => (isListed ? [] : [[title, id] as const])),
    )
    await replacePlayedItems(
      tx,
      key,
      items.map(({ songId, title }) => ({
        songId: songId ?? (title && removedSongIdsByTitle.get(title)) ?? null,
        title,
      })),
    )
    await updateLastPlayed(tx, { bandId: member.bandId, songIds: before.map(({ id }) => id) })
    const savedItems = await listPlayedItems(tx, key)
    // An unchanged list keeps its version, so that parallel edits get no 412.
    if (
      stored &&
      isDeepStrictEqual({ items: stored.items, reportedOn: stored.reportedOn }, { items: savedItems, reportedOn })
    )
      return stored
    return { items: savedItems, ...(await updatePlayedListRow(tx, { ...key, reportedOn })) }
  })
}

export function exportPlayed(
  pool: Db,
  member: MemberContext,
  eventId: string,
): Promise<{ name: string; content: string }> {
  return onOneConnection(pool, async (db) => {
    const key = { bandId: member.bandId, eventId }
    const [event, { items }, place] = await Promise.all([
      readEntry(db, member, eventId),
      readPlayedList(db, key),
      findVenueOfGig(db, key),
    ])
    const { title, date } = requireGig(event)
    const { venue = null, address = null } = place ?? {}
    return {
      name: [title ?? venue, date].filter(Boolean).join(' '),
      content: formatPlayedCsv({ venue, address, date, items }),
    }
  })
}

/** Lists the gigs that are not reported, the oldest first: its report is due next. */
export function listUnreportedGigs(db: Db, { bandId }: MemberContext): Promise<UnreportedGig[]> {
  return listUnreportedGigsOfBand(db, { bandId })
}

function requireGig(event: CalendarEntry): CalendarEntry {
  if (!isGigOrFestival(event.type)) throw new AppError('invalid_input', playedMessages.notGig)
  return event
}
