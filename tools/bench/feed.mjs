// Calendar feeds of 1,000 events per second to four clients, as a ratio to Radicale.
//
//   npm run bench feed
//
// Also the rate of unchanged feeds (304), as a ratio to the rate of complete responses.

import { randomUUID } from 'node:crypto'
import { shorterInCheck, startServer } from './benchmark-server.mjs'
import { measureResponsesPerSecond, median } from './load.mjs'
import { report } from './report.mjs'

// Feeds per second of Radicale 3 with the same calendar, four clients and two cores of the same class.
const radicaleFeedsPerSecond = 6
const limitRatio = 25
const size = { clients: 4, seconds: shorterInCheck(2, 0.05) }
const rounds = shorterInCheck(5, 1)

const { gaffer, stop } = await startServer()
try {
  const url = await addFeed()
  const first = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const text = await first.text()
  const etag = first.headers.get('etag') ?? ''
  console.log(`${text.match(/BEGIN:VEVENT/g)?.length} events, ${Math.round(Buffer.byteLength(text) / 1000)} kB`)
  const rates = { built: /** @type {number[]} */ ([]), unchanged: /** @type {number[]} */ ([]) }
  for (let round = 0; round < rounds; round += 1) {
    rates.built.push(await measureResponsesPerSecond({ url, status: 200 }, size))
    rates.unchanged.push(
      await measureResponsesPerSecond({ url, status: 304, headers: { 'if-none-match': etag } }, size),
    )
  }
  const [built, unchanged] = [median(rates.built), median(rates.unchanged)]
  report('whole feed', `${Math.round(built)}/s, Radicale ${radicaleFeedsPerSecond}/s`, {
    ratio: built / radicaleFeedsPerSecond,
    atLeast: limitRatio,
  })
  report('unchanged feed (304)', `${Math.round(unchanged)}/s, whole ${Math.round(built)}/s`, {
    ratio: unchanged / built,
    atLeast: 1,
  })
} finally {
  await stop()
}

/** Adds a band with 1,000 events. @returns {Promise<string>} the URL of its feed */
async function addFeed() {
  const { db, links } = gaffer.services
  const [user, band, membershipId] = [randomUUID(), randomUUID(), randomUUID()]
  await db`insert into users (id, phone, display_name) values (${user}, '+447700900001', 'Dee')`
  await db`insert into bands (id, name) values (${band}, 'The Night Buses')`
  await db`insert into memberships (band_id, id, user_id, role, access, status, color, icon, joined_at)
    values (${band}, ${membershipId}, ${user}, 'Drums', 'owner', 'active', '#aa3344', 'drum', now())`
  await db`
    insert into events (band_id, id, type, title, date, last_day, start_time, end_time, location, notes, is_public,
      is_all_day)
    select ${band}, gen_random_uuid(), 'practice', 'Practice ' || n, day, day, '19:00', '22:00', 'Unit 4, Elm Road',
      'Bring the spare amp', false, false
    from generate_series(1, 1000) n cross join lateral (select current_date + n as day) days`
  await db`vacuum analyze events`
  const url = await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  return `${url}/feeds/${links.signFeed({ subscriberId: membershipId, kind: 'full', version: 1 })}.ics`
}
