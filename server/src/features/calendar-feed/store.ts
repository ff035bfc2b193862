// What calendars are made from: the entries that a reader may have, told apart by feed, and which state they are in.

import type { EventType } from '@gaffer/domain/event-type'
import type { Db } from '#db/connection.ts'
import type { FeedKind } from '#http/gate/feed-token.ts'
import type { Subscriber } from '#http/gate/gates.ts'
import type { CalendarEntry } from './calendar-text.ts'

/** `since` is the first day that still matters, null for all; a feed also tells what was deleted lately. */
export type Selection = { kind: FeedKind; since: string | null; withCancelled: boolean }

type EntryRow = {
  id: string
  type: EventType
  title: string | null
  date: string
  end_date: string | null
  start_time: string | null
  end_time: string | null
  is_all_day: boolean
  location: string | null
  venue: string | null
  notes: string | null
  display_name: string | null
  band_name: string | null
  version: number
  created_at: Date
  updated_at: Date
  is_cancelled: boolean
}

function toEntry(row: EntryRow): CalendarEntry {
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    date: row.date,
    endDate: row.end_date,
    startTime: row.start_time && row.start_time.slice(0, 5),
    endTime: row.end_time && row.end_time.slice(0, 5),
    isAllDay: row.is_all_day,
    location: row.location,
    venue: row.venue,
    notes: row.notes,
    displayName: row.display_name,
    bandName: row.band_name,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    isCancelled: row.is_cancelled,
  }
}

function isSelected(db: Db, { since, withCancelled }: Selection) {
  const live = since === null ? db`deleted_at is null` : db`(deleted_at is null and last_day >= ${since})`
  return withCancelled ? db`(${live} or deleted_at > now() - interval '30 days')` : live
}

/** The columns of an event `e`, without its notes where strangers read along. */
function bandEvent(db: Db, { notes = db`e.notes`, bandName = db`null::text` } = {}) {
  return db`
    e.id, e.type, e.title, e.date, e.end_date, e.start_time, e.end_time, e.is_all_day, e.location, e.venue,
    ${notes} as notes, null::text as display_name, ${bandName} as band_name, e.version, e.created_at, e.updated_at,
    e.deleted_at is not null as is_cancelled`
}

/** Days away `u` of a person `p` by their membership `m`. Their words are for their owner and the band they were written in. */
function daysAway(db: Db, { userId, bandId }: Subscriber) {
  const ifTold = (column: 'title' | 'notes') =>
    db`case when u.user_id = ${userId} or u.band_id = ${bandId} then ${db(`u.${column}`)} end as ${db(column)}`
  return db`
    u.id, 'unavailable' as type, ${ifTold('title')}, u.date, u.end_date, null::time as start_time,
    null::time as end_time, true as is_all_day, null::text as location, null::text as venue, ${ifTold('notes')},
    coalesce(m.display_name, p.display_name, 'New member') as display_name, null::text as band_name, u.version,
    u.created_at, u.updated_at, u.deleted_at is not null as is_cancelled`
}

/**
 * The rows of one calendar. Public: public events, without the notes, which are the band's own. Full: all events of
 * the band and who is away. Member: what "My Events" shows beside it, so the member's own days away and their other
 * bands' events, by name.
 */
function rows(db: Db, reader: Subscriber, selection: Selection) {
  const { userId, bandId } = reader
  const selected = isSelected(db, selection)
  const away = db`
    select ${daysAway(db, reader)}
    from memberships m join users p on p.id = m.user_id join unavailabilities u on u.user_id = m.user_id
    where m.band_id = ${bandId} and m.status = 'active' and ${selected}`
  switch (selection.kind) {
    case 'public':
      return db`
        select ${bandEvent(db, { notes: db`null::text` })} from events e
        where e.band_id = ${bandId} and e.is_public and ${selected}`
    case 'full':
      return db`
        select ${bandEvent(db)} from events e where e.band_id = ${bandId} and ${selected}
        union all ${away}`
    case 'member':
      return db`
        select ${bandEvent(db, { bandName: db`b.name` })}
        from memberships m join bands b on b.id = m.band_id join events e on e.band_id = m.band_id
        where m.user_id = ${userId} and m.status = 'active' and m.band_id <> ${bandId} and ${selected}
        union all ${away} and m.user_id = ${userId}`
  }
}

export async function listEntries(db: Db, reader: Subscriber, selection: Selection): Promise<CalendarEntry[]> {
  const found = await db<EntryRow[]>`${rows(db, reader, selection)} order by date, start_time nulls first, id`
  return found.map(toEntry)
}

/** The band's name, and a mark that differs whenever any of the entries does. */
export async function findState(
  db: Db,
  reader: Subscriber,
  selection: Selection,
): Promise<{ bandName: string; state: string }> {
  const [row] = await db<{ bandName: string; state: string }[]>`
    select name as "bandName",
      (select concat(count(*), ' ', sum(hashtextextended(entry::text, 0))) from (${rows(db, reader, selection)}) entry) as state
    from bands where id = ${reader.bandId}`
  return row as { bandName: string; state: string }
}

export async function findBandName(db: Db, { bandId }: Subscriber): Promise<string> {
  const [row] = await db<{ name: string }[]>`select name from bands where id = ${bandId}`
  return (row as { name: string }).name
}

export async function findFeedVersion(db: Db, { bandId, membershipId }: Subscriber): Promise<number | undefined> {
  const [row] = await db<{ feed_version: number }[]>`
    select feed_version from memberships where band_id = ${bandId} and id = ${membershipId}`
  return row?.feed_version
}

/** Makes every address of the member's feeds a dead one; returns the version of the next. */
export async function nextFeedVersion(db: Db, { bandId, membershipId }: Subscriber): Promise<number | undefined> {
  const [row] = await db<{ feed_version: number }[]>`
    update memberships set feed_version = feed_version + 1 where band_id = ${bandId} and id = ${membershipId}
    returning feed_version`
  return row?.feed_version
}
