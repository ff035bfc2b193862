// Time to read a page of notes or recordings of a full band, as a ratio to a band with one page.
//
//   npm run bench notes
//
// 5,000 notes on one event and 500 recordings, against 50 of each. Every page has 50, so that a page costs the same in both.

import { randomUUID } from 'node:crypto'
import { shorterInCheck, startServer } from './benchmark-server.mjs'
import { measureResponsesPerSecond, median } from './load.mjs'
import { report } from './report.mjs'

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { limits } = await import('@gaffer/domain/shared/limits')
const { openMaintenancePool } = await importServerModule('platform/db/connection.ts')
const { hashSecret, newSecret } = await importServerModule('platform/keys.ts')

const pageSize = limits.recordingsPerPage
const fullBand = {
  notes: shorterInCheck(limits.notesPerThread, 60),
  recordings: shorterInCheck(limits.recordingsPerBand, 60),
}
const size = { clients: 2, seconds: shorterInCheck(1, 0.03) }
const rounds = shorterInCheck(9, 1)
const limitRatio = 1.25

const { gaffer, address, stop } = await startServer()
try {
  const small = await addBand(0, { notes: pageSize, recordings: pageSize })
  const large = await addBand(1, fullBand)
  const maintenance = openMaintenancePool(address)
  await maintenance`vacuum analyze notes`
  await maintenance`vacuum analyze recordings`
  await maintenance`vacuum analyze recording_marks`
  await maintenance.end()
  const url = await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  /** @type {[string, (band: Band) => string, (band: Band) => string][]} */
  const reads = [
    ['the newest notes', notesPath, notesPath],
    ['the oldest notes', notesPath, ({ path, event, early }) => `${notesPath({ path, event, early })}&before=${early}`],
    ['the newest recordings', ({ path }) => `${path}/recordings`, ({ path }) => `${path}/recordings`],
    [
      'the recordings of an event',
      ({ path, event }) => `${path}/recordings?eventId=${event}`,
      ({ path, event }) => `${path}/recordings?eventId=${event}`,
    ],
    [
      'the recordings of a song',
      ({ path, song }) => `${path}/recordings?songId=${song}`,
      ({ path, song }) => `${path}/recordings?songId=${song}`,
    ],
  ]
  for (const [figure, ofSmall, ofLarge] of reads) {
    const times = { small: /** @type {number[]} */ ([]), large: /** @type {number[]} */ ([]) }
    for (let round = 0; round < rounds; round += 1) {
      times.small.push(await measureMs(url + ofSmall(small), small.headers))
      times.large.push(await measureMs(url + ofLarge(large), large.headers))
    }
    const [few, many] = [median(times.small), median(times.large)]
    report(figure, `${many.toFixed(2)} ms, with one page ${few.toFixed(2)} ms`, {
      ratio: many / few,
      atMost: limitRatio,
    })
  }
} finally {
  await stop()
}

/**
 * A band in the database. `event` and `song` are ids; `early` is the id of the note after the oldest page, which `before=early` reads.
 * @typedef {{ path: string, event: string, song: string, early: string, headers: Record<string, string> }} Band
 */

/** @param {Pick<Band, 'path' | 'event' | 'early'>} band */
function notesPath({ path, event }) {
  return `${path}/notes?about=event:${event}`
}

/** @param {string} url @param {Record<string, string>} headers */
async function measureMs(url, headers) {
  return (1000 * size.clients) / (await measureResponsesPerSecond({ url, headers, status: 200 }, size))
}

/** Adds a band with all notes and recordings on one event, and two marks for each recording. @param {number} number @param {{ notes: number, recordings: number }} count @returns {Promise<Band>} */
async function addBand(number, { notes, recordings }) {
  const { db } = gaffer.services
  const [user, band, member] = [randomUUID(), randomUUID(), randomUUID()]
  const [event, song, early] = [randomUUID(), randomUUID(), randomUUID()]
  const cookie = newSecret()
  await db`insert into users (id, phone, display_name) values (${user}, ${`+44770090010${number}`}, 'Dee')`
  await db`insert into sessions (id, token_hash, user_id, expires_at)
    values (${randomUUID()}, ${hashSecret(cookie)}, ${user}, now() + interval '1 day')`
  await db`insert into bands (id, name) values (${band}, 'The Night Buses')`
  await db`insert into memberships (band_id, id, user_id, role, access, status, color, icon, joined_at)
    values (${band}, ${member}, ${user}, 'Drums', 'owner', 'active', '#aa3344', 'drum', now())`
  await db`insert into songs (band_id, id, title, artist) values (${band}, ${song}, 'Dakota', 'Us')`
  await db`
    insert into events (band_id, id, type, date, last_day, start_time, end_time, location, is_public, is_all_day)
    values (${band}, ${event}, 'practice', current_date, current_date, '19:00', '22:00', 'Unit 4', false, false)`
  await db`
    insert into notes (band_id, id, event_id, position, text, written_by, created_at)
    select ${band}, case when n = ${pageSize + 1} then ${early}::uuid else gen_random_uuid() end, ${event}, n,
      'Who drives, and who has the PA?', ${member}, now() from generate_series(1, ${notes}) n`
  await db`
    insert into files (band_id, id, purpose, name, bytes, media_type, created_at)
    select ${band}, gen_random_uuid(), 'recording', 'Take.m4a', 1000, 'audio/mp4', now() from generate_series(1, ${recordings})`
  await db`
    insert into recordings (band_id, id, event_id, file_id, name, bytes, seconds, recorded_at, expires_at, created_at, updated_at)
    select band_id, id, ${event}, id, name, bytes, 60, now() - row_number() over () * interval '1 hour',
      now() + interval '90 days', now(), now() from files where band_id = ${band}`
  await db`
    insert into recording_marks (band_id, recording_id, id, song_id, at_seconds)
    select band_id, id, gen_random_uuid(), ${song}, n from recordings cross join generate_series(1, 2) n
    where band_id = ${band}`
  return { path: `/api/bands/${band}`, event, song, early, headers: { cookie: `gaffer_session=${cookie}` } }
}
