// What programs send that no browser would: requests that read one way here and another way elsewhere, bodies that grow
// when they are opened, and more of everything than anybody needs.

import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { createConnection } from 'node:net'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/band'
import { aBand, joinBand } from '#testing/builders.ts'
import type { Caller } from '#testing/caller.ts'
import { useWorld } from '#testing/world.ts'

const world = useWorld()
let dee: Caller, band: Band
beforeAll(async () => {
  dee = await world().person()
  band = await aBand(dee)
})

/** The bytes as they are, on a connection of their own; everything that comes back until it is closed. */
function raw(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(new URL(world().url).port), '127.0.0.1', () =>
      socket.write(request, 'latin1'),
    )
    let answer = ''
    socket.setTimeout(5000, () => socket.destroy())
    socket.on('data', (data) => (answer += data.toString('latin1')))
    socket.on('error', reject).on('close', () => resolve(answer))
  })
}
const statuses = (answer: string) => [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
const cookie = () => `cookie: gaffer_session=${dee.cookies.get('gaffer_session')}`
const bands = async () => (await dee.get('/api/me')).body.bands.length

test.each([
  ['two lengths', 'content-length: 2\r\ncontent-length: 40\r\n\r\n{}'],
  ['a length beside chunks', 'content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
  ['chunks by another name', 'transfer-encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
  ['chunks twice', 'transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n'],
  ['a length with a sign', 'content-length: +2\r\n\r\n{}'],
  ['a space before the colon', 'content-length : 2\r\n\r\n{}'],
  ['a folded header', 'x-one: a\r\n b\r\ncontent-length: 2\r\n\r\n{}'],
  ['a chunk with a size too large', 'transfer-encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n'],
  ['lines without a return', 'content-length: 2\n\n{}'],
])('a request with %s hides no second one behind it', async (_, rest) => {
  const before = await bands()
  const hidden = `POST /api/bands HTTP/1.1\r\nhost: x\r\n${cookie()}\r\ncontent-type: application/json\r\ncontent-length: 17\r\n\r\n{"name":"Hidden"}`
  const answer = await raw(
    `POST /auth/logout HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${rest}${hidden}`,
  )
  expect(statuses(answer)[0]).toBe(400)
  expect(statuses(answer)).not.toContain(201)
  expect(await bands()).toBe(before)
})

test.each([
  ['an absolute address', 'GET http://evil.example/api/me HTTP/1.1\r\nhost: evil.example'],
  ['two hosts', 'GET /api/me HTTP/1.1\r\nhost: localhost\r\nhost: evil.example'],
  ['another host', 'GET /api/me HTTP/1.1\r\nhost: evil.example'],
  ['a host beside it', 'GET /api/me HTTP/1.1\r\nhost: x\r\nx-forwarded-host: evil.example\r\nx-original-url: /metrics'],
  ['two slashes', 'GET //evil.example/%2e%2e HTTP/1.1\r\nhost: x'],
  ['a way back up', 'GET /api/../../../etc/passwd HTTP/1.1\r\nhost: x'],
  ['a hidden way back up', 'GET /assets/..%2f..%2f..%2fpackage.json HTTP/1.1\r\nhost: x'],
  ['a zero byte', 'GET /assets/x.js%00.png HTTP/1.1\r\nhost: x'],
  ['a backslash', 'GET /\\evil.example HTTP/1.1\r\nhost: x'],
  ['no address', 'GET * HTTP/1.1\r\nhost: x'],
  ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nhost: x'],
  ['an echo', 'TRACE / HTTP/1.1\r\nhost: x\r\nx-secret: 1'],
])('%s leads nowhere else, and is not repeated', async (_, head) => {
  const answer = await raw(`${head}\r\nconnection: close\r\n\r\n`)
  expect(answer).not.toMatch(/evil\.example|passwd|x-secret|"workspaces"|^location/im)
  expect(statuses(answer).every((status) => [200, 400, 401, 404].includes(status))).toBe(true)
})

test.each([
  ['two hosts', 400, 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nHOST: evil.example'],
  ['one host twice', 400, 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nhost: localhost'],
  ['no host', 400, 'GET /healthz HTTP/1.1'],
  ['no host', 400, 'GET /api/me HTTP/1.1'],
  ['a host that is none', 400, 'GET /healthz HTTP/1.1\r\nhost: evil.example/a b'],
  ['a host with a person before it', 400, 'GET /healthz HTTP/1.1\r\nhost: a@evil.example'],
  ['an address for a host', 200, 'GET /healthz HTTP/1.1\r\nhost: [::1]:3000'],
  ['a host and a port', 200, 'GET /healthz HTTP/1.1\r\nhost: gaffer.example:3000'],
  ['the version that knew no host', 200, 'GET /healthz HTTP/1.0'],
])('a request with %s answers %i', async (_, status, head) => {
  const answer = await raw(`${head}\r\nconnection: close\r\n\r\n`)
  expect(statuses(answer)).toEqual([status])
  expect(answer).toContain(status === 200 ? '"status":"ok"' : '"code":"invalid_input"')
})

test.each([
  ['an address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x`],
  ['a header', `GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}`],
  ['many headers', `GET /healthz HTTP/1.1\r\nhost: x\r\n${'x: a\r\n'.repeat(4000)}x: a`],
])('%s that is too long is not read', async (_, head) => {
  expect(statuses(await raw(`${head}\r\n\r\n`))).toEqual([431])
})

test('no header turns one method into another', async () => {
  const headers = { 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE', 'x-method-override': 'DELETE' }
  expect((await dee.post('/api/me?_method=DELETE', undefined, headers)).status).toBe(404)
  expect((await dee.get('/api/me', headers)).status).toBe(200)
})

test('who says that a request was passed on is not believed', async () => {
  const limited = await world().another()
  const said = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }
  const { text, headers } = await dee.get(`/api/bands/${band.id}/calendar/url`, said)
  expect(text).not.toContain('evil.example')
  expect(JSON.stringify([...headers])).not.toContain('evil.example')
  expect((await dee.get('/metrics', said)).status).toBe(404)
  await limited.stop()
})

test('a body that was packed grows no further than any other', async () => {
  const body = gzipSync(JSON.stringify({ name: 'x'.repeat(50 * 1024 * 1024) }))
  expect(body.length).toBeLessThan(64 * 1024)
  const answer = await fetch(`${world().url}/api/bands`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', cookie: cookie().slice(8) },
    body,
  })
  expect(answer.status).toBe(413)
})

test.each(['gzip', 'deflate', 'br', 'zstd'])('a body that says %s and is not is refused at once', async (encoding) => {
  const send = (with_: Record<string, string>) =>
    dee.send('POST', '/api/bands', '{"name":"Foxes"}', { 'content-type': 'application/json', ...with_ })
  const { status, body } = await send({ 'content-encoding': encoding })
  expect([status, body.code]).toEqual([400, 'invalid_input'])
  expect((await send({ 'content-encoding': 'identity' })).status).toBe(201)
})

test.each(['gzip, gzip', 'gzip,identity', 'br, gzip', 'compress'])(
  'the content encoding "%s" is answered 415 with a sentence about encodings, before the body has arrived',
  async (encoding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding, cookie: cookie().slice(8) }
    const unfinished = request(`${world().url}/api/bands`, { method: 'POST', headers })
    unfinished.write(gzipSync(gzipSync('{"name":"Foxes"}')))
    const [answer] = (await once(unfinished, 'response')) as [IncomingMessage]
    expect([answer.statusCode, await json(answer)]).toEqual([
      415,
      {
        code: 'wrong_content_type',
        message: 'Send the body as it is, or compressed once (gzip, br, deflate or zstd)',
      },
    ])
    unfinished.destroy()
  },
)

test.each(['', ' ', '""'])('an empty Idempotency-Key (%j) is refused and creates nothing', async (key) => {
  const before = (await dee.get('/api/me')).body.bands.length
  const { status, body } = await dee.post('/api/bands', { name: 'Foxes' }, { 'idempotency-key': key })
  expect([status, body.code, body.message]).toEqual([400, 'invalid_input', 'The Idempotency-Key is empty'])
  expect((await dee.get('/api/me')).body.bands).toHaveLength(before)
})

test('however much is wrong with a request, its answer is short', async () => {
  const wrong = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, 1]))
  const { status, text } = await dee.post('/api/bands', wrong)
  expect(status).toBe(400)
  expect(text.length).toBeLessThan(4000)
})

test.each([
  ['lists in lists', '['.repeat(3_000_000) + ']'.repeat(3_000_000)],
  ['fields', `{${Array.from({ length: 500_000 }, (_, at) => `"k${at}":1`).join()}}`],
  ['objects', `{"firstName":[${'{"a":1},'.repeat(800_000)}1]}`],
])('a body that is large by its many %s is refused unread', async (_, body) => {
  const { status, body: refusal } = await dee.send('PUT', '/api/me', body, { 'content-type': 'application/json' })
  expect([status, refusal.code]).toEqual([413, 'too_large'])
})

test('what belongs to somebody is kept by no cache between', async () => {
  const paths = [
    '/api/me',
    `/api/bands/${band.id}`,
    `/api/bands/${band.id}/members`,
    '/api/me/sessions',
    '/api/me/export',
  ]
  for (const path of paths) {
    const { headers } = await dee.get(path)
    expect([path, headers.get('cache-control')]).toEqual([path, expect.stringMatching(/private|no-store/)])
  }
})

test('a poisoned prototype reaches nobody', async () => {
  for (const body of ['{"__proto__":{"access":"owner"}}', '{"constructor":{"prototype":{"access":"owner"}}}']) {
    await dee.send('POST', '/api/bands', body, { 'content-type': 'application/json' })
    await dee.get('/api/me/events?__proto__[access]=owner&constructor[prototype][access]=owner')
  }
  expect(({} as { access?: string }).access).toBeUndefined()
})

test('a name breaks no line of any header or message', async () => {
  const name = 'Foxes\r\nSet-Cookie: planted=1\r\n\r\n<h1>\u2028X-Planted: 1'
  const own = await aBand(dee, { name })
  const exported = await dee.get(`/api/bands/${own.id}/calendar/export/ical`)
  expect(exported.headers.get('content-disposition')).toMatch(/^attachment; filename="[ -~]+\.ics"$/)
  expect([exported.headers.get('set-cookie'), exported.headers.get('x-planted')]).toEqual([null, null])
  expect(exported.text).not.toMatch(/^(set-cookie|x-planted)/im)
  const email = 'sal@example.org'
  await dee.post(`/api/bands/${own.id}/members/invite`, { email, role: 'Bass\r\nBcc: a@b.org', displayName: 'Sal' })
  const [mail] = await mailsTo(email)
  expect(mail?.text).not.toMatch(/^(set-cookie|bcc|x-planted)/im)
})

async function mailsTo(address: string): Promise<{ text: string }[]> {
  let mails: { text: string }[] = []
  const read = async () => {
    const inbox = await fetch(`${world().url}/dev/inbox?format=json&to=${encodeURIComponent(address)}`)
    mails = (await inbox.json()) as { text: string }[]
    return mails.length
  }
  await expect.poll(read).toBe(1)
  return mails
}

test('nobody writes what is not theirs to write', async () => {
  const guest = await world().person()
  const membership = await joinBand(dee, band.id, guest)
  const mine = `/api/bands/${band.id}/members/${membership.id}`
  const names = { firstName: 'A', lastName: 'B', displayName: 'C' }
  for (const extra of ['platformAdmin', 'id', 'phone', 'externalId', 'profileCompleted', 'createdAt']) {
    expect([extra, (await guest.put('/api/me', { ...names, [extra]: true })).status]).toEqual([extra, 400])
  }
  for (const extra of ['userId', 'bandId', 'status', 'joinedAt', 'permissions', 'user']) {
    expect([extra, (await guest.patch(mine, { [extra]: 'owner' })).status]).toEqual([extra, 400])
  }
  expect((await guest.patch(mine, { access: 'owner' })).status).toBe(403)
  const { body } = await guest.get('/api/me')
  expect([body.user.platformAdmin, body.bands[0].access]).toEqual([false, 'member'])
})
