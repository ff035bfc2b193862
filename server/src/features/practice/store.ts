import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { gigTypes } from '#features/events/conditions.ts'
import type { Db } from '#platform/db/connection.ts'
import { command, literal, manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { isTickOnPracticeDay } from './columns.ts'

/** The band's next gig or festival from the date on, with the songs of its set list; undefined if none is within a year. */
export const findNextGig = optionalRow(
  z.strictObject({ eventId: Id, date: z.string(), title: z.nullable(z.string()), songIds: z.array(Id) }),
  sql<MemberContext & { date: string }>`
    select e.id as "eventId", e.date, e.title, array(
      select distinct i.song_id::text from setlists l
      join setlist_items i on i.band_id = l.band_id and i.setlist_id = l.id
      join songs s on s.band_id = i.band_id and s.id = i.song_id and s.deleted_at is null
      where l.band_id = e.band_id and l.id = e.setlist_id and l.deleted_at is null) as "songIds"
    from events e
    where e.band_id = $bandId and e.deleted_at is null
      and e.date between $date::date and $date::date + ${literal(limits.eventDays)}
      and e.type in (${gigTypes}) and e.status <> 'cancelled'
    order by e.date, e.start_time nulls first, e.id limit 1`,
)

const lockListedSongs = manyRows(
  z.strictObject({ id: Id }),
  sql<{ bandId: string; ids: readonly string[] }>`
    select id from songs
    where band_id = $bandId and id = any($ids::uuid[]) and deleted_at is null
    order by id for no key update`,
)

/** Returns the songs with these ids on the practice list, and locks them in id order until the transaction ends. */
export async function lockSongsForUpdate(
  tx: Db,
  { bandId }: MemberContext,
  ids: readonly string[],
): Promise<Set<string>> {
  return new Set((await lockListedSongs(tx, { bandId, ids })).map(({ id }) => id))
}

type PracticeKey = { bandId: string; eventId: string }

const listPractisedSongs = manyRows(
  z.strictObject({ songId: Id }),
  sql<PracticeKey>`
    select p.song_id as "songId" from practised_songs p
    join songs s on s.band_id = p.band_id and s.id = p.song_id and s.deleted_at is null
    join events e on e.band_id = p.band_id and e.id = p.event_id and ${isTickOnPracticeDay}
    where p.band_id = $bandId and p.event_id = $eventId order by p.song_id`,
)

export async function listPractisedSongIds(db: Db, { bandId }: MemberContext, eventId: string): Promise<string[]> {
  return (await listPractisedSongs(db, { bandId, eventId })).map(({ songId }) => songId)
}

// A deleted song keeps its ticks, which count again if the song is restored.
const deleteOtherTicks = command(
  sql<PracticeKey & { songIds: readonly string[] }>`
    delete from practised_songs p using songs s
    where p.band_id = $bandId and p.event_id = $eventId and p.song_id <> all($songIds::uuid[])
      and s.band_id = p.band_id and s.id = p.song_id and s.deleted_at is null`,
)

export const insertTicks = command(
  sql<PracticeKey & { songIds: readonly string[] }>`
    insert into practised_songs (band_id, event_id, song_id, practised_at)
    select e.band_id, e.id, song.id, (e.date + coalesce(e.start_time, time '12:00')) at time zone 'Europe/London'
    from events e cross join (select distinct unnest($songIds::uuid[]) as id) song
    where e.band_id = $bandId and e.id = $eventId
    on conflict (band_id, event_id, song_id) do update set practised_at = excluded.practised_at`,
)

export const deleteTicks = command(
  sql<PracticeKey & { songIds: readonly string[] }>`
    delete from practised_songs where band_id = $bandId and event_id = $eventId and song_id = any($songIds::uuid[])`,
)

export async function replacePractisedSongs(
  tx: Db,
  { bandId }: MemberContext,
  eventId: string,
  songIds: readonly string[],
): Promise<void> {
  await deleteOtherTicks(tx, { bandId, eventId, songIds })
  await insertTicks(tx, { bandId, eventId, songIds })
}

/** Recomputes when the songs were last practised. A trigger does the same when a practice moves, is cancelled, deleted or restored. */
export const updateLastPractised = command(
  sql<MemberContext & { songIds: readonly string[] }>`
    update songs s set last_practised_at = last_practised_at(s.band_id, s.id)
    where s.band_id = $bandId and s.id = any($songIds::uuid[])`,
)
