// Time of the free dates of 12 months for a band of eight, beside the calendar of a month, with 100,000 bands in the database.
//
//   npm run bench free-dates
//   npm run bench free-dates -- --bands 10000      (smaller: the default takes some minutes and some GB of disk)
//
// Every member is in three bands, has days away and a connected calendar. The two reads take turns. Figures: the median and its
// ratio to that of the calendar.

import { parseArgs } from 'node:util'
import { shorterInCheck, startServer } from './benchmark-server.mjs'
import { fillWithBands } from './many-bands.mjs'
import { report } from './report.mjs'

const limitMs = 50
const limitRatio = 8
const rounds = shorterInCheck(300, 2)
const { values } = parseArgs({ options: { bands: { type: 'string', default: shorterInCheck('100000', '5') } } })

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { openMaintenancePool } = await importServerModule('platform/db/connection.ts')

const { gaffer, address, stop } = await startServer()
try {
  const db = openMaintenancePool(address)
  await fillWithBands(db, Number(values.bands), 1)
  const { bandId, cookie } = await addBandOfEight(db)
  await db.end()
  const url = await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  const band = `${url}/api/bands/${bandId}`
  const reads = {
    calendar: `${band}/calendar?startDate=2027-03-01&endDate=2027-03-31`,
    'free dates': `${band}/free-dates?startDate=2026-12-01&endDate=2027-11-30&partOfDay=evening`,
  }
  const times = { calendar: /** @type {number[]} */ ([]), 'free dates': /** @type {number[]} */ ([]) }
  for (let round = 0; round < rounds; round += 1) {
    for (const name of /** @type {(keyof typeof reads)[]} */ (Object.keys(reads))) {
      times[name].push(await timeRequest(reads[name], cookie))
    }
  }
  const [calendar, freeDates] = [median(times.calendar), median(times['free dates'])]
  report('free dates of 12 months, eight members: median', `${freeDates.toFixed(2)} ms`, {
    ratio: freeDates / limitMs,
    atMost: 1,
  })
  report('free dates beside the calendar of a month', `${calendar.toFixed(2)} ms the calendar`, {
    ratio: freeDates / calendar,
    atMost: limitRatio,
  })
} finally {
  await stop()
}

/** Eight users who are members of two bands already join a new band. @param {any} db */
async function addBandOfEight(db) {
  return db.withConnection(async (/** @type {any} */ connection) => {
    const [band] = await connection`insert into bands (id, name) values (gen_random_uuid(), 'The Eight') returning id`
    const members = await connection`
      with joined as (
        insert into memberships (band_id, id, user_id, role, access, status, color, icon, joined_at)
        select ${band.id}, gen_random_uuid(), id, 'Drums', 'owner', 'active', '#aa3344', 'drum', now()
        from (select id from users order by random() limit 8) drawn
        returning user_id)
      select user_id as "userId" from joined`
    await connection`
      insert into events (band_id, id, type, date, last_day, start_time, end_time, location, is_public, is_all_day)
  select ${band.id}, gen_random_uuid(), 'practice', day, day, '19:00', '22:00', 'Unit 4', false, false
      from generate_series(0, 49) k cross join lateral (select date '2026-09-01' + k * 7 as day) days`
    await connection`
      insert into busy_calendars (id, user_id, name, key_id, sealed_url, host, next_read_at)
      select gen_random_uuid(), user_id, 'Work', 'k', '', 'calendars.example', now() + interval '1 day'
      from memberships where band_id = ${band.id}`
    await connection`
      insert into busy_intervals (calendar_id, date, last_day, start_time, end_time)
      select c.id, day, day, '10:00', '11:00'
      from busy_calendars c join memberships m on m.user_id = c.user_id and m.band_id = ${band.id}
      cross join generate_series(0, 364) k cross join lateral (select date '2026-12-01' + k as day) days`
    await connection`vacuum analyze`
    return { bandId: band.id, cookie: `secret-${members[0].userId}` }
  })
}

/** @param {string} url @param {string} cookie */
async function timeRequest(url, cookie) {
  const began = performance.now()
  const response = await fetch(url, { headers: { cookie: `gaffer_session=${cookie}`, 'accept-encoding': 'identity' } })
  const text = await response.text()
  const milliseconds = performance.now() - began
  if (response.status !== 200) throw new Error(`${url} answered ${response.status} ${text}`)
  return milliseconds
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
