// The calendar: rows of band events and of days away, and the one shape that both become.

import type { Event } from '@gaffer/domain/event'
import type { BusyMember } from '@gaffer/domain/conflict-check'
import { addDays } from '@gaffer/domain/dates'
import type { EventType } from '@gaffer/domain/event-type'
import { limits } from '@gaffer/domain/limits'
import type { Db } from '#db/connection.ts'
import type { ActingMember, SignedInPerson } from '#http/gate/gates.ts'

/** First and last day, yyyy-MM-dd. */
export type Days = { from: string; to: string }
/** Somebody in one of their bands, or with no band chosen. */
export type Viewer = SignedInPerson | ActingMember

export type EventRow = {
  id: string
  band_id: string | null
  type: EventType
  title: string | null
  date: string
  end_date: string | null
  start_time: string | null
  end_time: string | null
  location: string | null
  venue: string | null
  notes: string | null
  is_public: boolean
  is_all_day: boolean
  membership_id: string | null
  owner_user_id: string | null
  display_name: string | null
  band_name: string | null
  version: number
  created_at: Date
  updated_at: Date
}

export function toEvent(row: EventRow): Event {
  return {
    id: row.id,
    bandId: row.band_id,
    type: row.type,
    title: row.title,
    date: row.date,
    endDate: row.end_date,
    startTime: toTime(row.start_time),
    endTime: toTime(row.end_time),
    location: row.location,
    venue: row.venue,
    notes: row.notes,
    isPublic: row.is_public,
    isAllDay: row.is_all_day,
    membershipId: row.membership_id,
    ownerUserId: row.owner_user_id,
    displayName: row.display_name,
    bandName: row.band_name,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** HH:mm of PostgreSQL's HH:mm:ss. */
function toTime(time: string | null): string | null {
  return time && time.slice(0, 5)
}

/** The columns of an event `e`; with `band b`, the name of another band that it belongs to. */
export function bandEvent(db: Db, bandName = db`null::text`) {
  return db`
    e.id, e.band_id, e.type, e.title, e.date, e.end_date, e.start_time, e.end_time, e.location, e.venue, e.notes,
    e.is_public, e.is_all_day, null::uuid as membership_id, e.owner_user_id, null::text as display_name,
    ${bandName} as band_name, e.version, e.created_at, e.updated_at`
}

/**
 * The columns of days away `u`, as the viewer may see them: who and when for every band of that person, but what was
 * written about it only for the band where it was written, and for its owner.
 */
export function daysAway(db: Db, viewer: Viewer) {
  const bandId = bandOf(viewer)
  const ifTold = (column: 'band_id' | 'title' | 'notes') =>
    db`case when u.user_id = ${viewer.userId} or u.band_id = ${bandId} then ${db(`u.${column}`)} end as ${db(column)}`
  const membershipId = bandId ? db`m.id` : db`null::uuid`
  const name = bandId ? db`coalesce(m.display_name, p.display_name, 'New member')` : db`p.display_name`
  return db`
    u.id, ${ifTold('band_id')}, 'unavailable' as type, ${ifTold('title')}, u.date, u.end_date, null::time as start_time,
    null::time as end_time, null::text as location, null::text as venue, ${ifTold('notes')}, false as is_public,
    true as is_all_day, ${membershipId} as membership_id, u.user_id as owner_user_id, ${name} as display_name,
    null::text as band_name, u.version, u.created_at, u.updated_at`
}

/** The people `p` whose days away the viewer may see: the band's active members `m`, or the viewer alone. */
export function people(db: Db, viewer: Viewer) {
  const bandId = bandOf(viewer)
  return bandId
    ? db`(users p join memberships m on m.user_id = p.id and m.band_id = ${bandId} and m.status = 'active')`
    : db`(select * from users where id = ${viewer.userId}) p`
}

function bandOf(viewer: Viewer): string | null {
  return 'bandId' in viewer ? viewer.bandId : null
}

/** Any day of it is among the days. Nothing is longer than a limit, so the index is read from there and not from its start. */
function touches(db: Db, { from, to }: Days) {
  const earliest = addDays(from, -limits.eventDays)
  return db`date between ${earliest} and ${to} and last_day >= ${from} and deleted_at is null`
}

const inOrder = (db: Db) => db`order by date, start_time nulls first, id`

/** The band's events and all its members' days away. */
function ofBand(db: Db, acting: ActingMember, days: Days) {
  return db`
    select ${bandEvent(db)}, 'bandEvents' as list
    from events e where e.band_id = ${acting.bandId} and ${touches(db, days)}
    union all
    select ${daysAway(db, acting)}, case when u.user_id = ${acting.userId} then 'userEvents' else 'bandEvents' end
    from ${people(db, acting)} join unavailabilities u on u.user_id = p.id where ${touches(db, days)}`
}

/** The events of the person's bands, but for one. */
function ofOtherBands(db: Db, viewer: Viewer, days: Days) {
  const bandId = bandOf(viewer)
  return db`
    select ${bandEvent(db, db`b.name`)}, 'otherBandEvents' as list
    from memberships m join bands b on b.id = m.band_id join events e on e.band_id = m.band_id
    where m.user_id = ${viewer.userId} and m.status = 'active' ${bandId ? db`and m.band_id <> ${bandId}` : db``}
      and ${touches(db, days)}`
}

export type Calendar = { bandEvents: Event[]; userEvents: Event[]; otherBandEvents: Event[] }

export async function findCalendar(db: Db, acting: ActingMember, days: Days): Promise<Calendar> {
  const rows = await db<(EventRow & { list: keyof Calendar })[]>`
    ${ofBand(db, acting, days)} union all ${ofOtherBands(db, acting, days)} ${inOrder(db)}`
  const calendar: Calendar = { bandEvents: [], userEvents: [], otherBandEvents: [] }
  for (const row of rows) calendar[row.list].push(toEvent(row))
  return calendar
}

export async function listBandEntries(db: Db, acting: ActingMember, days: Days): Promise<Event[]> {
  const rows = await db<EventRow[]>`${ofBand(db, acting, days)} ${inOrder(db)}`
  return rows.map(toEvent)
}

/** The events of all the person's bands, and their own days away. */
export async function listEntriesOfPerson(db: Db, person: SignedInPerson, days: Days): Promise<Event[]> {
  const rows = await db<EventRow[]>`
    ${ofOtherBands(db, person, days)}
    union all
    select ${daysAway(db, person)}, 'userEvents'
    from ${people(db, person)} join unavailabilities u on u.user_id = p.id where ${touches(db, days)}
    ${inOrder(db)}`
  return rows.map(toEvent)
}

/** When members of the band are on with another one: who and when, nothing else leaves the other band. */
export async function listBusyElsewhere(db: Db, acting: ActingMember, days: Days): Promise<BusyMember[]> {
  const rows = await db<EventRow[]>`
    select m.id as membership_id, coalesce(m.display_name, p.display_name, 'New member') as display_name,
      e.date, e.end_date, e.start_time, e.end_time
    from ${people(db, acting)}
    join memberships other on other.user_id = p.id and other.band_id <> m.band_id and other.status = 'active'
    join events e on e.band_id = other.band_id
    where ${touches(db, days)}
    order by e.date, e.start_time nulls first, e.id, m.id`
  return rows.map((row) => ({
    membershipId: row.membership_id as string,
    displayName: row.display_name as string,
    date: row.date,
    endDate: row.end_date,
    startTime: toTime(row.start_time),
    endTime: toTime(row.end_time),
  }))
}
