// Requests that no browser sends: request smuggling, decompression bombs and oversized input.

import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { createConnection } from 'node:net'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import type { InboxMessage } from '#dev/fakes.ts'
import { createTestBand, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, band: Band
beforeAll(async () => {
  dee = await server().createUser()
  band = await createTestBand(dee)
})

/** Sends raw bytes on a new connection; resolves with everything received until it closes. */
function sendRaw(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(new URL(server().url).port), '127.0.0.1', () =>
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
const countBands = async () => (await dee.get('/api/me')).body.bands.length

test.each([
  ['two Content-Length headers', 'content-length: 2\r\ncontent-length: 40\r\n\r\n{}'],
  [
    'Content-Length and Transfer-Encoding',
    'content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  ],
  ['an unknown Transfer-Encoding', 'transfer-encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
  ['two Transfer-Encoding headers', 'transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n'],
  ['a signed Content-Length', 'content-length: +2\r\n\r\n{}'],
  ['a space before a header colon', 'content-length : 2\r\n\r\n{}'],
  ['a folded header', 'x-one: a\r\n b\r\ncontent-length: 2\r\n\r\n{}'],
  ['an oversized chunk size', 'transfer-encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n'],
  ['bare line feeds', 'content-length: 2\n\n{}'],
])('a request with %s is refused with 400 and cannot smuggle a second request', async (_, rest) => {
  const before = await countBands()
  const hidden = `POST /api/bands HTTP/1.1\r\nhost: x\r\n${cookie()}\r\ncontent-type: application/json\r\ncontent-length: 17\r\n\r\n{"name":"Hidden"}`
  const answer = await sendRaw(
    `POST /auth/logout HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${rest}${hidden}`,
  )
  expect(statuses(answer)[0]).toBe(400)
  expect(statuses(answer)).not.toContain(201)
  expect(await countBands()).toBe(before)
})

test.each([
  ['an absolute URL', 'GET http://evil.example/api/me HTTP/1.1\r\nhost: evil.example'],
  ['two Host headers', 'GET /api/me HTTP/1.1\r\nhost: localhost\r\nhost: evil.example'],
  ['another Host', 'GET /api/me HTTP/1.1\r\nhost: evil.example'],
  [
    'X-Forwarded-Host and X-Original-URL',
    'GET /api/me HTTP/1.1\r\nhost: x\r\nx-forwarded-host: evil.example\r\nx-original-url: /metrics',
  ],
  ['a path with two slashes', 'GET //evil.example/%2e%2e HTTP/1.1\r\nhost: x'],
  ['path traversal', 'GET /api/../../../etc/passwd HTTP/1.1\r\nhost: x'],
  ['encoded path traversal', 'GET /assets/..%2f..%2f..%2fpackage.json HTTP/1.1\r\nhost: x'],
  ['a zero byte in the path', 'GET /assets/x.js%00.png HTTP/1.1\r\nhost: x'],
  ['a backslash in the path', 'GET /\\evil.example HTTP/1.1\r\nhost: x'],
  ['an asterisk as path', 'GET * HTTP/1.1\r\nhost: x'],
  ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nhost: x'],
  ['TRACE', 'TRACE / HTTP/1.1\r\nhost: x\r\nx-secret: 1'],
])('a request with %s gets neither a file, metrics nor a redirect, and is not echoed', async (_, head) => {
  const answer = await sendRaw(`${head}\r\nconnection: close\r\n\r\n`)
  expect(answer).not.toMatch(/evil\.example|passwd|x-secret|"workspaces"|^location/im)
  expect(answer).not.toMatch(/# HELP/)
  expect(statuses(answer).every((status) => [200, 400, 401, 404].includes(status))).toBe(true)
})

test.each([
  ['two different Host headers', 400, 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nHOST: evil.example'],
  ['two equal Host headers', 400, 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nhost: localhost'],
  ['no Host for /healthz', 400, 'GET /healthz HTTP/1.1'],
  ['no Host for /api/me', 400, 'GET /api/me HTTP/1.1'],
  ['an invalid Host', 400, 'GET /healthz HTTP/1.1\r\nhost: evil.example/a b'],
  ['user info in the Host', 400, 'GET /healthz HTTP/1.1\r\nhost: a@evil.example'],
  ['an IPv6 address as Host', 200, 'GET /healthz HTTP/1.1\r\nhost: [::1]:3000'],
  ['a port in the Host', 200, 'GET /healthz HTTP/1.1\r\nhost: gaffer.example:3000'],
  ['HTTP/1.0 and no Host', 200, 'GET /healthz HTTP/1.0'],
])('a request with %s is answered with status %i', async (_, status, head) => {
  const answer = await sendRaw(`${head}\r\nconnection: close\r\n\r\n`)
  expect(statuses(answer)).toEqual([status])
  expect(answer).toContain(status === 200 ? '"status":"ok"' : '"code":"invalid_input"')
})

test.each([
  ['path', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x`],
  ['header', `GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}`],
  ['header block', `GET /healthz HTTP/1.1\r\nhost: x\r\n${'x: a\r\n'.repeat(4000)}x: a`],
])('a request with a %s over the limit is answered with 431', async (_, head) => {
  expect(statuses(await sendRaw(`${head}\r\n\r\n`))).toEqual([431])
})

test.each([
  ['whose URL cannot be decoded', 'GET /%ff HTTP/1.1\r\nhost: x\r\nconnection: close'],
  ['that is not HTTP', 'GET / HTTP/1.1\r\nhost: x\r\nno colon'],
])(
  'the 400 for a request %s has no-store, nosniff and a Content-Security-Policy that allows nothing',
  async (_, head) => {
    const answer = await sendRaw(`${head}\r\n\r\n`)
    expect(statuses(answer)).toEqual([400])
    for (const header of [
      "content-security-policy: default-src 'none'",
      'x-content-type-options: nosniff',
      'cache-control: no-store',
    ])
      expect(answer).toContain(`${header}\r\n`)
  },
)

test('method override headers and parameters are ignored', async () => {
  const headers = { 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE', 'x-method-override': 'DELETE' }
  expect((await dee.post('/api/me?_method=DELETE', undefined, headers)).status).toBe(404)
  expect((await dee.get('/api/me', headers)).status).toBe(200)
})

test('without TRUST_PROXY, X-Forwarded headers do not change the calendar URL, and a request for /metrics with X-Forwarded headers gets 404', async () => {
  const said = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }
  const { text, headers } = await dee.get(`/api/bands/${band.id}/calendar/url`, said)
  expect(text).not.toContain('evil.example')
  expect(JSON.stringify([...headers])).not.toContain('evil.example')
  expect([(await dee.get('/metrics')).status, (await dee.get('/metrics', said)).status]).toEqual([200, 404])
})

test('a compressed body that exceeds the size limit when decompressed is refused with 413', async () => {
  const body = gzipSync(JSON.stringify({ name: 'x'.repeat(50 * 1024 * 1024) }))
  expect(body.length).toBeLessThan(64 * 1024)
  const answer = await fetch(`${server().url}/api/bands`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', cookie: cookie().slice(8) },
    body,
  })
  expect(answer.status).toBe(413)
})

test.each(['gzip', 'deflate', 'br', 'zstd'])(
  'an uncompressed body with Content-Encoding %s is refused with 400',
  async (encoding) => {
    const send = (with_: Record<string, string>) =>
      dee.send('POST', '/api/bands', '{"name":"Foxes"}', { 'content-type': 'application/json', ...with_ })
    const { status, body } = await send({ 'content-encoding': encoding })
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect((await send({ 'content-encoding': 'identity' })).status).toBe(201)
  },
)

test.each(['gzip, gzip', 'gzip,identity', 'br, gzip', 'compress'])(
  'the Content-Encoding "%s" is refused with 415 before the body has arrived',
  async (encoding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding, cookie: cookie().slice(8) }
    const unfinished = request(`${server().url}/api/bands`, { method: 'POST', headers })
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

test.each(['', ' ', '""'])('a POST with an empty Idempotency-Key (%j) gets 400 and creates no band', async (key) => {
  const before = (await dee.get('/api/me')).body.bands.length
  const { status, body } = await dee.post('/api/bands', { name: 'Foxes' }, { 'idempotency-key': key })
  expect([status, body.code, body.message]).toEqual([400, 'invalid_input', 'The Idempotency-Key is empty'])
  expect((await dee.get('/api/me')).body.bands).toHaveLength(before)
})

test('the response to a body with 5,000 unknown fields is under 4,000 characters', async () => {
  const wrong = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, 1]))
  const { status, text } = await dee.post('/api/bands', wrong)
  expect(status).toBe(400)
  expect(text.length).toBeLessThan(4000)
})

test.each([
  ['nested arrays', '['.repeat(3_000_000) + ']'.repeat(3_000_000)],
  ['fields', `{${Array.from({ length: 500_000 }, (_, at) => `"k${at}":1`).join()}}`],
  ['objects', `{"firstName":[${'{"a":1},'.repeat(800_000)}1]}`],
])('a body of several megabytes of %s is refused with 413', async (_, body) => {
  const { status, body: refusal } = await dee.send('PUT', '/api/me', body, { 'content-type': 'application/json' })
  expect([status, refusal.code]).toEqual([413, 'too_large'])
})

test('the responses with the profile, band, members, sessions and export have Cache-Control private or no-store', async () => {
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

test('__proto__ and constructor keys in bodies and queries do not change Object.prototype', async () => {
  for (const body of ['{"__proto__":{"access":"owner"}}', '{"constructor":{"prototype":{"access":"owner"}}}']) {
    await dee.send('POST', '/api/bands', body, { 'content-type': 'application/json' })
    await dee.get('/api/me/events?__proto__[access]=owner&constructor[prototype][access]=owner')
  }
  expect(({} as { access?: string }).access).toBeUndefined()
})

test('line breaks in a band name or role add no header to the calendar export or to a mail, and no line to the text of a mail', async () => {
  const name = 'Foxes\r\nSet-Cookie: planted=1\r\n\r\n<h1>\u2028X-Planted: 1'
  const own = await createTestBand(dee, { name })
  const exported = await dee.get(`/api/bands/${own.id}/calendar/export/ical`)
  expect(exported.headers.get('content-disposition')).toMatch(/^attachment; filename="[ -~]+\.ics"$/)
  expect([exported.headers.get('set-cookie'), exported.headers.get('x-planted')]).toEqual([null, null])
  expect(exported.text).not.toMatch(/^(set-cookie|x-planted)/im)
  const email = 'sal@example.org'
  await dee.post(`/api/bands/${own.id}/members/invite`, { email, role: 'Bass\r\nBcc: a@b.org', displayName: 'Sal' })
  const [mail] = await mailsTo(email)
  expect(mail?.text).not.toMatch(/^(set-cookie|bcc|x-planted)/im)
  expect(mail?.subject).toContain('Foxes')
  expect(mail?.subject).not.toMatch(/[\r\n\u2028]/)
  for (const planted of ['set-cookie', 'bcc', 'x-planted']) expect(mail?.headers).not.toHaveProperty(planted)
})

async function mailsTo(address: string): Promise<InboxMessage[]> {
  let mails: InboxMessage[] = []
  const read = async () => {
    const inbox = await fetch(`${server().url}/dev/inbox?format=json&to=${encodeURIComponent(address)}`)
    mails = (await inbox.json()) as InboxMessage[]
    return mails.length
  }
  await expect.poll(read).toBe(1)
  return mails
}

test('a member can change neither read-only fields of their profile and membership nor their own access', async () => {
  const guest = await server().createUser()
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
