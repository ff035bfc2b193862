// The open connection itself: how it travels, when it ends, and what it survives.

import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { aBand, aGig, joinBand } from '#testing/builders.ts'
import { Caller } from '#testing/caller.ts'
import { listen, quiet } from '#testing/listening.ts'
import { useWorld } from '#testing/world.ts'

const world = useWorld()

/** An EventSource's request by hand, over a connection whose reading the test controls. */
function openSocket(caller: Caller, version = '1.1') {
  const cookie = [...caller.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { port } = new URL(world().url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET /api/me/live HTTP/${version}\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`)
  let text = ''
  socket.on('data', (data) => (text += data.toString()))
  socket.on('error', () => undefined)
  return { socket, said: () => text }
}

test('it passes proxies and caches as it is', async () => {
  const dee = await world().person()
  const { status, headers, raw, leave } = await listen(dee)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(headers.get('x-accel-buffering')).toBe('no')
  expect(headers.get('cache-control')).toBe('no-store, no-transform')
  expect([headers.get('content-encoding'), headers.get('etag'), headers.get('content-length')]).toEqual([
    null,
    null,
    null,
  ])
  expect(raw()).toBe('retry: 3000\n\n')
  leave()
})

test('a proxy that speaks HTTP/1.0 gets it as well, unchunked', async () => {
  const dee = await world().person()
  const band = await aBand(dee)
  const { socket, said } = openSocket(dee, '1.0')
  await expect.poll(said).toContain('retry: 3000')
  await aGig(dee, band.id)
  await expect.poll(said).toContain(`\n\ndata: {"bandId":"${band.id}","what":"events"}\n\n`)
  expect(said()).not.toMatch(/transfer-encoding/i)
  socket.destroy()
})

test('asking for its head alone leaves nothing open', async () => {
  const dee = await world().person()
  expect((await dee.send('HEAD', '/api/me/live', undefined)).status).toBe(404)
})

test.each([
  ['signs out', (dee: Caller) => dee.post('/auth/logout')],
  [
    'is signed out from another device',
    async (dee: Caller) => dee.delete(`/api/me/sessions/${(await dee.get('/api/me/sessions')).body[0].id}`),
  ],
])('it ends when its person %s, and a new one is refused', async (_, leave) => {
  const dee = await world().person()
  const before = new Map(dee.cookies)
  const mine = await listen(dee)
  await leave(dee)
  await mine.ended
  const again = await listen(new Caller(world().url, Object.fromEntries(before)))
  expect(again.status).toBe(401)
})

test('another session of the same person goes on', async () => {
  const dee = await world().person()
  const band = await aBand(dee)
  const bearer = { authorization: `Bearer ${(await dee.post('/auth/token')).body.accessToken}` }
  const kept = await listen(dee, { headers: bearer })
  const other = await world().person()
  await joinBand(dee, band.id, other)
  await other.post('/auth/logout')
  await aGig(dee, band.id)
  await expect.poll(() => kept.told.map(({ what }) => what)).toContain('events')
  kept.leave()
})

test('ten pages of one person may be open, no more, until one of them goes', async () => {
  const [dee, kit] = [await world().person(), await world().person()]
  const pages = await Promise.all(Array.from({ length: 10 }, () => listen(dee)))
  expect((await dee.get('/api/me/live')).status).toBe(429)
  const kits = await listen(kit)
  expect(kits.status).toBe(200)
  pages[0]?.leave()
  await expect.poll(async () => (await dee.get('/api/me/live')).status).toBe(200)
  for (const page of [...pages, kits]) page.leave()
})

const cutOff = () => world().deps.db`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'gaffer listen'`

test('after its line to the database was cut, it says to read everything again, ends what expired, and goes on', async () => {
  const [dee, kit] = [await world().person(), await world().person()]
  const band = await aBand(dee)
  // What the band's making announces is none of this.
  await quiet(world())
  const [dees, kits] = [await listen(dee), await listen(kit)]
  await world().deps.db`update sessions set expires_at = now() where user_id = ${kit.user.id}`
  expect(await cutOff()).toHaveLength(1)
  await expect.poll(() => dees.told.map(({ what }) => what)).toEqual(['events', 'songs', 'members', 'invites', 'band'])
  await kits.ended
  await aGig(dee, band.id)
  await expect.poll(() => dees.told.at(-1)).toEqual({ bandId: band.id, what: 'events' })
  expect(dees.told).toHaveLength(6)
  dees.leave()
})

test('whoever does not read is let go, and holds up nobody', async () => {
  const [dee, kit] = [await world().person(), await world().person()]
  const band = await aBand(dee)
  await joinBand(dee, band.id, kit)
  const { socket, said } = openSocket(kit)
  await expect.poll(said).toContain('retry: 3000')
  socket.pause()
  const closed = new Promise<void>((done) => socket.once('close', () => done()))
  const dees = await listen(dee)
  const { live } = world().deps
  const [change] = [{ bandId: band.id, what: 'events', userId: null }] as const
  const isLetGo = async () => /^gaffer_open_streams 1$/m.test((await world().deps.metrics.read()).text)
  // What the kernel holds for a reader, some megabytes, and then some: each time less than a reader may leave waiting.
  let told = 0
  while (!(await isLetGo())) {
    live.announce(Array.from({ length: 800 }, (_, at) => ({ ...change, page: `${told + at}` })))
    told += 800
    await expect.poll(() => dees.told.length, { interval: 5 }).toBe(told)
  }
  socket.resume()
  await closed
  dees.leave()
})

test('a server that stops ends it at once', async () => {
  const other = await world().another()
  const dee = await other.person()
  const pages = await Promise.all([listen(dee), listen(dee)])
  const began = performance.now()
  await other.stop()
  await Promise.all(pages.map(({ ended }) => ended))
  expect(performance.now() - began).toBeLessThan(5000)
  expect(pages.map(({ raw }) => raw())).toEqual(Array(2).fill('retry: 3000\n\n'))
})

test('each open page is counted, and none after it has gone', async () => {
  const dee = await world().person()
  const open = async () => Number(/^gaffer_open_streams (\d+)$/m.exec((await world().deps.metrics.read()).text)?.[1])
  await expect.poll(open).toBe(0)
  const pages = [await listen(dee), await listen(dee)]
  expect(await open()).toBe(2)
  for (const page of pages) page.leave()
  await expect.poll(open).toBe(0)
  await quiet(world())
})
