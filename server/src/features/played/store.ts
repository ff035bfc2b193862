import * as z from 'zod/mini'
import { PlayedItem, PlayedList, UnreportedGig } from '@gaffer/domain/played/played'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { gigTypes } from '#features/events/conditions.ts'
import type { EventKey } from '#features/events/event-columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { command, literal, manyRows, oneRow, optionalRow, sql } from '#platform/db/statement.ts'

const PlayedListRow = z.pick(PlayedList, { reportedOn: true, version: true })

/** The report date and version of the played list; undefined until the list is saved for the first time. */
export const findPlayedListRow = optionalRow(
  PlayedListRow,
  sql<EventKey>`
    select reported_on as "reportedOn", version from played_lists where band_id = $bandId and event_id = $eventId`,
)

export const updatePlayedListRow = oneRow(
  PlayedListRow,
  sql<EventKey & { reportedOn: string | null }>`
    update played_lists set reported_on = $reportedOn, version = version + 1
    where band_id = $bandId and event_id = $eventId
    returning reported_on as "reportedOn", version`,
)

export const listPlayedItems = manyRows(
  PlayedItem,
  sql<EventKey>`
    select case when s.deleted_at is null then s.id end as "songId", coalesce(s.title, p.title) as title,
      case when s.id is null then p.writers else s.writers end as writers, coalesce(s.is_own, p.is_own) as "isOwn",
      case when s.id is null then p.seconds else s.duration_seconds end as seconds
    from played_songs p left join songs s on s.band_id = p.band_id and s.id = p.song_id
    where p.band_id = $bandId and p.event_id = $eventId order by p.position`,
)

/** The songs of the event's set list, without breaks and own lines. */
export const listSetlistSongs = manyRows(
  PlayedItem,
  sql<EventKey>`
    select case when s.deleted_at is null then s.id end as "songId", s.title, s.writers, s.is_own as "isOwn",
      s.duration_seconds as seconds
    from events e
    join setlists l on l.band_id = e.band_id and l.id = e.setlist_id and l.deleted_at is null
    join setlist_items i on i.band_id = l.band_id and i.setlist_id = l.id
    join songs s on s.band_id = i.band_id and s.id = i.song_id
    where e.band_id = $bandId and e.id = $eventId order by i.position`,
)

/** The songs with these ids and the songs of the stored list, locked in id order until the transaction ends. */
export const lockPlayedSongs = manyRows(
  z.strictObject({ id: Id, title: z.string(), isListed: z.boolean() }),
  sql<EventKey & { songIds: readonly string[] }>`
    select id, title, deleted_at is null as "isListed" from songs
    where band_id = $bandId and id = any($songIds::uuid[] || array(
      select p.song_id from played_songs p
      where p.band_id = $bandId and p.event_id = $eventId and p.song_id is not null))
    order by id for no key update`,
)

const insertPlayedListRow = command(
  sql<EventKey>`
    insert into played_lists (band_id, event_id, version) values ($bandId, $eventId, 0)
    on conflict (band_id, event_id) do nothing`,
)

const deleteItems = command(sql<EventKey>`delete from played_songs where band_id = $bandId and event_id = $eventId`)

const insertItems = command(
  sql<EventKey & { items: string }>`
    insert into played_songs (band_id, event_id, position, song_id, title, writers, is_own, seconds)
    select $bandId, $eventId, i.position, s.id, coalesce(s.title, i.title), s.writers, coalesce(s.is_own, false),
      s.duration_seconds
    from jsonb_to_recordset($items::jsonb) as i (position integer, "songId" uuid, title text)
    left join songs s on s.band_id = $bandId and s.id = i."songId"`,
)

/** Replaces all items of the list. Lock the songs first. */
export async function replacePlayedItems(
  tx: Db,
  key: EventKey,
  items: readonly { songId: string | null; title: string | null }[],
): Promise<void> {
  await insertPlayedListRow(tx, key)
  await deleteItems(tx, key)
  if (items.length === 0) return
  await insertItems(tx, { ...key, items: JSON.stringify(items.map((item, position) => ({ ...item, position }))) })
}

/** Recomputes when the songs were last played. A trigger does the same when a gig moves, is cancelled, deleted or restored. */
export const updateLastPlayed = command(
  sql<{ bandId: string; songIds: readonly string[] }>`
    update songs s set last_played_on = last_played_on(s.band_id, s.id)
    where s.band_id = $bandId and s.id = any($songIds::uuid[])`,
)

export const findVenueOfGig = optionalRow(
  z.strictObject({ venue: z.nullable(z.string()), address: z.nullable(z.string()) }),
  sql<EventKey>`
    select coalesce(e.venue, e.location) as venue, g.address
    from events e left join gig_sheets g on g.band_id = e.band_id and g.event_id = e.id
    where e.band_id = $bandId and e.id = $eventId`,
)

const reportPeriod = sql`make_interval(months => ${literal(limits.reportMonths)})`

/** Past unreported gigs within the report period, with own songs in the played list, or in the set list until a played list is saved. */
export const listUnreportedGigsOfBand = manyRows(
  UnreportedGig,
  sql<{ bandId: string }>`
    select e.id as "eventId", e.title, coalesce(e.venue, e.location) as place, e.date,
      (e.date + ${reportPeriod})::date as "lastDay"
    from events e
    left join played_lists l on l.band_id = e.band_id and l.event_id = e.id
    where e.band_id = $bandId and e.deleted_at is null and e.status <> 'cancelled' and e.type in (${gigTypes})
      and e.date < $today and e.date >= ($today - ${reportPeriod})::date and l.reported_on is null
      and case when l.event_id is not null then (
          select true from played_songs p left join songs s on s.band_id = p.band_id and s.id = p.song_id
          where p.band_id = e.band_id and p.event_id = e.id and coalesce(s.is_own, p.is_own) limit 1)
        else (
          select true from setlists t
          join setlist_items i on i.band_id = t.band_id and i.setlist_id = t.id
          join songs s on s.band_id = i.band_id and s.id = i.song_id
          where t.band_id = e.band_id and t.id = e.setlist_id and t.deleted_at is null and s.is_own limit 1) end
    order by e.date, e.id limit ${literal(limits.unreportedShown)}`,
)
