import { limits } from '@gaffer/domain/shared/limits'
import { gigTypesSql } from '#features/events/columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { preparedCommand, preparedQuery, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { isTickOnPracticeDaySql } from './columns.ts'

type NextGig = { eventId: string; date: string; title: string | null; songIds: string[] }

/** The band's next gig or festival from the date on, with the songs of its set list; undefined without one within a year. */
export const findNextGig = preparedOptionalRow<NextGig, MemberContext & { date: string }>(`
  select e.id as "eventId", e.date, e.title, array(
    select distinct i.song_id::text from setlists l
    join setlist_items i on i.band_id = l.band_id and i.setlist_id = l.id
    join songs s on s.band_id = i.band_id and s.id = i.song_id and s.deleted_at is null
    where l.band_id = e.band_id and l.id = e.setlist_id and l.deleted_at is null) as "songIds"
  from events e
  where e.band_id = $bandId and e.deleted_at is null and e.date between $date::date and $date::date + ${limits.eventDays}
    and e.type in (${gigTypesSql}) and e.status <> 'cancelled'
  order by e.date, e.start_time nulls first, e.id limit 1`)

const songLock = preparedQuery<{ id: string }>(`
  select id from songs
  where band_id = $bandId and id = any($ids::uuid[]) and deleted_at is null
  order by id for no key update`)

/** Returns those songs that are on the practice list; locks them in id order until the transaction ends. */
export async function lockSongsForUpdate(
  tx: Db,
  { bandId }: MemberContext,
  ids: readonly string[],
): Promise<Set<string>> {
  return new Set((await songLock(tx, { bandId, ids })).map(({ id }) => id))
}

const practisedSongs = preparedQuery<{ songId: string }>(`
  select p.song_id as "songId" from practised_songs p
  join songs s on s.band_id = p.band_id and s.id = p.song_id and s.deleted_at is null
  join events e on e.band_id = p.band_id and e.id = p.event_id and ${isTickOnPracticeDaySql}
  where p.band_id = $bandId and p.event_id = $eventId order by p.song_id`)

export async function listPractisedSongIds(db: Db, { bandId }: MemberContext, eventId: string): Promise<string[]> {
  return (await practisedSongs(db, { bandId, eventId })).map(({ songId }) => songId)
}

// A removed song keeps its ticks for a restore.
const deleteOthers = preparedCommand(`
  delete from practised_songs p using songs s
  where p.band_id = $bandId and p.event_id = $eventId and p.song_id <> all($songIds::uuid[])
    and s.band_id = p.band_id and s.id = p.song_id and s.deleted_at is null`)
const insertPractised = preparedCommand(`
  insert into practised_songs (band_id, event_id, song_id, practised_at)
  select e.band_id, e.id, song.id, (e.date + coalesce(e.start_time, time '12:00')) at time zone 'Europe/London'
  from events e cross join (select distinct unnest($songIds::uuid[]) as id) song
  where e.band_id = $bandId and e.id = $eventId
  on conflict (band_id, event_id, song_id) do update set practised_at = excluded.practised_at`)

export async function replacePractisedSongs(
  tx: Db,
  { bandId }: MemberContext,
  eventId: string,
  songIds: readonly string[],
): Promise<void> {
  await deleteOthers(tx, { bandId, eventId, songIds })
  await insertPractised(tx, { bandId, eventId, songIds })
}

/** When a practice moves, is cancelled, deleted or restored, a trigger updates its songs in the same way. */
export const updateLastPractised = preparedCommand<MemberContext & { songIds: readonly string[] }>(`
  update songs s set last_practised_at = last_practised_at(s.band_id, s.id)
  where s.band_id = $bandId and s.id = any($songIds::uuid[])`)
