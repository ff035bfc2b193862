// What migration 0017 makes of the answers and ticks of an earlier release.

import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#testing/clone-database.ts'
import { openDatabasePool, type DatabasePool } from './connection.ts'
import { migrate, readMigrations } from './migrate.ts'

const band = '0190a000-0000-7000-8000-00000000000b'
const idOf = (number: number) => `0190a000-0000-7000-8000-00000000000${number}`
let db: DatabasePool
let drop: () => Promise<unknown>

beforeEach(async () => {
  const clone = await cloneDatabase(inject('database'), 'template0')
  drop = clone.drop
  db = openDatabasePool(clone.address, 1)
  await migrate(
    db,
    (await readMigrations()).filter(({ name }) => name < '0017'),
  )
  await db.query(`
    insert into bands (id, name) values ('${band}', 'The Night Buses');
    insert into users (id, phone) select ('0190a000-0000-7000-8000-00000000000' || n)::uuid, '+44770090000' || n from generate_series(1, 3) n;
    insert into memberships (band_id, id, user_id, role, access, status, color, icon)
      select '${band}', id, id, 'Bass', 'member', 'active', '#aa3344', 'music' from users;
    insert into events (band_id, id, type, date, last_day, start_time, location, is_public, is_all_day, schedule_version, deleted_at)
      select '${band}', ('0190a000-0000-7000-8000-00000000000' || n)::uuid, 'practice', current_date - n, current_date - n, '19:00', 'Unit 4',
        false, false, 2, case when n = 1 then now() end
      from generate_series(1, 2) n;
    insert into answers (band_id, event_id, membership_id, answer, schedule_version)
      select '${band}', '${idOf(2)}', id, answer, version
      from (values ('${idOf(1)}'::uuid, 'yes', 2), ('${idOf(2)}'::uuid, 'yes', 1), ('${idOf(3)}'::uuid, 'no', 1)) a (id, answer, version);
    insert into songs (band_id, id, title, artist, last_practised_at)
      select '${band}', ('0190a000-0000-7000-8000-00000000000' || n)::uuid, 'Song ' || n, 'The Larches', now() from generate_series(1, 2) n;
    insert into practised_songs (band_id, event_id, song_id, practised_at)
      select band_id, id, '${idOf(1)}', now() from events`)
  await migrate(db)
})
afterEach(async () => {
  await db.end()
  await drop()
})

test('migration 0017 keeps stale answers stale and current answers current, and an event lists its members by answer', async () => {
  const answers = await db<{ id: string; isStale: boolean }[]>`
    select a.membership_id as id, a.schedule <> schedule_of(e.date, e.start_time, e.location, e.venue) as "isStale"
    from answers a join events e on e.id = a.event_id order by 1`
  expect(answers.map(({ isStale }) => isStale)).toEqual([false, true, true])
  const [event] = await db<object[]>`select answered_yes, answered_no from events where id = ${idOf(2)}`
  expect(event).toEqual({ answered_yes: [idOf(1), idOf(2)], answered_no: [idOf(3)] })
})

test('after migration 0017 the date of a song’s last practice ignores deleted practices, and a song without a practice keeps its stored date', async () => {
  const songs = await db<{ daysAgo: number }[]>`
    select current_date - (last_practised_at at time zone 'Europe/London')::date as "daysAgo" from songs order by id`
  expect(songs).toEqual([{ daysAgo: 2 }, { daysAgo: 0 }])
})
