// The server that tools/bench/heavy-reads.mjs measures: a band with as many events as a band may have, with long notes, and a
// member of another band. Reports its event-loop delay on request. Exits with its parent.

import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { shorterInCheck, startServer } from './benchmark-server.mjs'

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { limits } = await import('@gaffer/domain/shared/limits')
const { openMaintenancePool } = await importServerModule('platform/db/connection.ts')
const { hashSecret, newSecret } = await importServerModule('platform/keys.ts')

const readerCount = 4
const eventCount = shorterInCheck(limits.eventsPerBand, 20)

const { gaffer, address, stop } = await startServer()
const { db, links } = gaffer.services
const [bigBand, otherBand] = [randomUUID(), randomUUID()]
await db`insert into bands (id, name) values (${bigBand}, 'The Big Ones'), (${otherBand}, 'The Others')`
const members = []
for (let index = 0; index < readerCount; index += 1) members.push(await addMember(bigBand, index))
const otherBandMember = await addMember(otherBand, readerCount)
const maintenance = openMaintenancePool(address)
// Notes with and without characters outside ASCII, so that lines take the code paths for both.
await maintenance`
  insert into events (band_id, id, type, title, date, last_day, start_time, end_time, location, notes, owner_user_id,
    is_public, is_all_day)
  select ${bigBand}, gen_random_uuid(), 'practice', 'Practice ' || n, day, day, '19:00', '22:00', 'Unit 4, Elm Road',
    left(repeat(case when n % 2 = 0 then 'Bring the spare amp, ' else 'Apportez l’ampli – été, ' end, 100), ${limits.notesLength}),
    ${members[0]?.userId ?? ''}, false, false
  from generate_series(1, ${eventCount}) n cross join lateral (select current_date + n / 14 as day) days`
await maintenance`vacuum analyze events`
await maintenance.end()

const url = await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('message', (message) => {
  if (message === 'begin') delay.reset()
  if (message === 'end') process.send?.({ longestMs: delay.max / 1e6 })
})
process.send?.({
  url,
  bandId: bigBand,
  readers: members.map(({ cookie }) => cookie),
  other: otherBandMember.cookie,
  feed: links.signFeed({ subscriberId: members[0]?.membershipId, kind: 'full', version: 1 }),
})
process.once('disconnect', stop)

/** @param {string} bandId @param {number} number */
async function addMember(bandId, number) {
  const [userId, membershipId, cookie] = [randomUUID(), randomUUID(), newSecret()]
  await db`insert into users (id, phone, first_name, last_name, display_name)
    values (${userId}, ${`+44770090000${number}`}, 'Dee', 'Marsh', 'Dee')`
  await db`insert into sessions (id, token_hash, user_id, expires_at)
    values (${randomUUID()}, ${hashSecret(cookie)}, ${userId}, now() + interval '1 day')`
  await db`insert into memberships (band_id, id, user_id, role, access, status, color, icon, joined_at)
    values (${bandId}, ${membershipId}, ${userId}, 'Drums', 'owner', 'active', '#aa3344', 'drum', now())`
  return { userId, membershipId, cookie }
}
