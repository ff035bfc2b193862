import { changeKinds } from '@gaffer/domain/shared/change-notification'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createTestBand, createTestGig, joinBand } from '#testing/builders.ts'
import { TestClient } from '#testing/test-client.ts'
import { waitUntilDueNoticesStored } from '#testing/notices.ts'
import { openChangeStream, waitForEarlierChanges } from '#testing/sse-client.ts'
import { signInBySms } from '#testing/sms.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

/** An SSE request on a raw socket, so that the test controls its reading. */
function openSocket(caller: TestClient, version = '1.1') {
  const cookie = [...caller.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { port } = new URL(server().url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET /api/me/live HTTP/${version}\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`)
  let text = ''
  socket.on('data', (data) => (text += data.toString()))
  socket.on('error', () => undefined)
  return { socket, said: () => text }
}

test('the change stream has SSE headers that disable buffering, caching and compression by proxies', async () => {
  const dee = await server().createUser()
  const { status, headers, raw, leave } = await openChangeStream(dee)
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

test('an HTTP/1.0 client gets the change stream without chunked encoding', async () => {
  const dee = await server().createUser()
  const band = await createTestBand(dee)
  const { socket, said } = openSocket(dee, '1.0')
  await expect.poll(said).toContain('retry: 3000')
  await createTestGig(dee, band.id)
  await expect.poll(said).toContain(`\n\ndata: {"bandId":"${band.id}","what":"events"}\n\n`)
  expect(said()).not.toMatch(/transfer-encoding/i)
  socket.destroy()
})

test('a HEAD request for the change stream is answered with 404', async () => {
  const dee = await server().createUser()
  expect((await dee.send('HEAD', '/api/me/live', undefined)).status).toBe(404)
})

test.each([
  ['a sign-out', (dee: TestClient) => dee.post('/auth/logout')],
  [
    'the deletion of its session',
    async (dee: TestClient) => dee.delete(`/api/me/sessions/${(await dee.get('/api/me/sessions')).body[0].id}`),
  ],
])('%s closes the change stream, and a new change stream is refused with 401', async (_, leave) => {
  const dee = await server().createUser()
  const before = new Map(dee.cookies)
  const mine = await openChangeStream(dee)
  await leave(dee)
  await mine.ended
  const again = await openChangeStream(new TestClient(server().url, Object.fromEntries(before)))
  expect(again.status).toBe(401)
})

test('a sign-out closes the change stream of its session and not the change stream of another session of the same user', async () => {
  const dee = await server().createUser()
  const band = await createTestBand(dee)
  const otherBrowser = server().newClient()
  await signInBySms(otherBrowser, dee.user.phone)
  const bearer = { authorization: `Bearer ${(await otherBrowser.post('/auth/token')).body.accessToken}` }
  const [closed, kept] = [await openChangeStream(dee), await openChangeStream(otherBrowser, { headers: bearer })]
  await dee.post('/auth/logout')
  await closed.ended
  await createTestGig(otherBrowser, band.id)
  await expect.poll(() => kept.changes.map(({ what }) => what)).toContain('events')
  kept.leave()
})

test('an eleventh change stream of a user is refused with 429 while ten are open, and accepted after one is closed', async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  const pages = await Promise.all(Array.from({ length: 10 }, () => openChangeStream(dee)))
  expect((await dee.get('/api/me/live')).status).toBe(429)
  const kits = await openChangeStream(kit)
  expect(kits.status).toBe(200)
  pages[0]?.leave()
  await expect.poll(async () => (await dee.get('/api/me/live')).status).toBe(200)
  for (const page of [...pages, kits]) page.leave()
})

const terminateListenConnection = () => server().services.db`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'gaffer listen'`

test('after a lost LISTEN connection the server sends every kind of change, closes streams of expired sessions and then sends later changes', async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  const band = await createTestBand(dee)
  // Wait until the change notifications of creating the band have been sent.
  await waitForEarlierChanges(server())
  const [dees, kits] = [await openChangeStream(dee), await openChangeStream(kit)]
  await server().services.db`update sessions set expires_at = ${testClock.now()} where user_id = ${kit.user.id}`
  expect(await terminateListenConnection()).toHaveLength(1)
  await expect.poll(() => dees.changes.map(({ what }) => what).toSorted()).toEqual(changeKinds.toSorted())
  await kits.ended
  await createTestGig(dee, band.id)
  await expect.poll(() => dees.changes.at(-1)).toEqual({ bandId: band.id, what: 'events' })
  expect(dees.changes).toHaveLength(changeKinds.length + 1)
  dees.leave()
})

test('the change stream of a client that does not read is closed, and another user’s change stream gets every change', async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  const band = await createTestBand(dee)
  await joinBand(dee, band.id, kit)
  await waitUntilDueNoticesStored(server())
  await waitForEarlierChanges(server())
  const { socket, said } = openSocket(kit)
  await expect.poll(said).toContain('retry: 3000')
  socket.pause()
  const closed = new Promise<void>((done) => socket.once('close', () => done()))
  const dees = await openChangeStream(dee)
  const { live } = server().services
  const [change] = [{ bandId: band.id, what: 'events', userId: null }] as const
  const isOneStreamLeft = async () => /^gaffer_open_streams 1$/m.test((await server().services.metrics.read()).text)
  // Fill the kernel's socket buffers (some megabytes) and then the server's, in steps below the buffer limit.
  let sent = 0
  while (!(await isOneStreamLeft())) {
    live.announce(Array.from({ length: 800 }, (_, at) => ({ ...change, page: `${sent + at}` })))
    sent += 800
    await expect.poll(() => dees.changes.length, { interval: 5 }).toBe(sent)
  }
  socket.resume()
  await closed
  dees.leave()
})

test('a stop of the server closes its change streams within 5 s', async () => {
  const other = await server().startAnother()
  const dee = await other.createUser()
  const pages = await Promise.all([openChangeStream(dee), openChangeStream(dee)])
  const began = performance.now()
  await other.stop()
  await Promise.all(pages.map(({ ended }) => ended))
  expect(performance.now() - began).toBeLessThan(5000)
  expect(pages.map(({ raw }) => raw())).toEqual(Array(2).fill('retry: 3000\n\n'))
})

test('gaffer_open_streams counts the open change streams', async () => {
  const dee = await server().createUser()
  const countOpenStreams = async () =>
    Number(/^gaffer_open_streams (\d+)$/m.exec((await server().services.metrics.read()).text)?.[1])
  await expect.poll(countOpenStreams).toBe(0)
  const pages = [await openChangeStream(dee), await openChangeStream(dee)]
  expect(await countOpenStreams()).toBe(2)
  for (const page of pages) page.leave()
  await expect.poll(countOpenStreams).toBe(0)
  await waitForEarlierChanges(server())
})
