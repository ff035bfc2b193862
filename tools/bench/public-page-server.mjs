// The servers that tools/bench/public-page.mjs measures: Gaffer with a band whose page has ten gigs, and a bare route that sends the bytes
// of the page. Ends when its parent process disconnects.

import { randomUUID } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { startServer } from './benchmark-server.mjs'

const { hashSecret, newSecret } = await import(new URL('../../server/src/platform/keys.ts', import.meta.url).href)

const { gaffer, stop } = await startServer()
const { db } = gaffer.services
const [user, band, cookie] = [randomUUID(), randomUUID(), newSecret()]
await db`insert into users (id, phone, first_name, last_name, display_name)
  values (${user}, '+447700900001', 'Dee', 'Marsh', 'Dee')`
await db`insert into sessions (id, token_hash, user_id, expires_at)
  values (${randomUUID()}, ${hashSecret(cookie)}, ${user}, now() + interval '1 day')`
await db`insert into bands (id, name) values (${band}, 'The Night Buses')`
await db`insert into memberships (band_id, id, user_id, role, access, status, color, icon, joined_at)
  values (${band}, ${randomUUID()}, ${user}, 'Drums', 'owner', 'active', '#aa3344', 'drum', now())`
await db`
  insert into events (band_id, id, type, date, last_day, start_time, end_time, venue, is_public, is_all_day, is_listed, price_text)
  select ${band}, gen_random_uuid(), 'public_gig', day, day, '20:00', '23:00', 'The Brudenell, Leeds', true, false, true, '£10'
  from generate_series(1, 10) n cross join lateral (select current_date + n as day) days`
await db`insert into public_pages (band_id, is_on, bio, genres, links, accepts_enquiries, shows_past, updated_at)
  values (${band}, true, ${'Soul from Leeds. '.repeat(20)}, '{Soul}', '[]', true, false, now())`
await db`insert into public_slugs (slug, band_id) values ('the-night-buses', ${band})`

const url = await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
const page = `${url}/b/the-night-buses`
const html = Buffer.from(await (await fetch(page)).arrayBuffer())
const compressed = brotliCompressSync(html)
const dateAhead = (/** @type {number} */ ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

const bare = Fastify()
bare.get('/', (_, reply) => reply.type('text/html; charset=utf-8').send(compressed))
process.send?.({
  page,
  bare: await bare.listen({ port: 0, host: '127.0.0.1' }),
  calendar: `${url}/api/bands/${band}/calendar?startDate=${dateAhead(0)}&endDate=${dateAhead(30)}`,
  cookie,
  sizes: { html: html.length, compressed: compressed.length },
})
process.once('disconnect', async () => {
  await bare.close()
  await stop()
})
