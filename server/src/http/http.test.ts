import { readFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { networkOf } from '#http/pipeline/client-network.ts'
import { createTestBand } from '#testing/builders.ts'
import { startTestServer, useTestServer } from '#testing/test-server.ts'

const server = useTestServer({ RATE_LIMIT: 'on' })

test.each([
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  // Sec-Fetch-Site outranks Origin.
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, 204],
  [{ 'sec-fetch-site': 'none' }, 204],
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: 'http://localhost:3000' }, 204],
  [{}, 204],
])('the cross-site check answers a POST with the headers %o with status %i', async (headers, status) => {
  expect((await server().newClient().post('/auth/logout', undefined, headers)).status).toBe(status)
})

test('a cross-site write with a text/plain body is refused with 403 and without CORS headers', async () => {
  const dee = await server().createUser()
  const answer = await dee.put('/api/me', '{"firstName":"Mallory"}', {
    origin: 'https://evil.example',
    'content-type': 'text/plain',
  })
  expect(answer.status).toBe(403)
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test.each([
  ['/healthz', 200],
  ['/api/me', 401],
  ['/api/nothing', 404],
  ['/auth/google', 302],
])('the response of %s with status %i has the security headers and a request id', async (path, expected) => {
  const { status, headers } = await server().newClient().get(path)
  expect(status).toBe(expected)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe-eval')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  expect(headers.get('strict-transport-security')).toBeNull()
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{12}$/)
})

test('GET /api/me with the current ETag is answered with 304, and after a change of the profile with 200', async () => {
  const dee = await server().createUser()
  const first = await dee.get('/api/me')
  const etag = first.headers.get('etag') as string
  expect(etag).toBeTruthy()
  const again = await dee.get('/api/me', { 'if-none-match': etag })
  expect([again.status, again.text]).toEqual([304, ''])
  await dee.put('/api/me', { firstName: 'New', lastName: 'Name', displayName: 'New' })
  expect((await dee.get('/api/me', { 'if-none-match': etag })).status).toBe(200)
})

test('the redirect to Google has no body and no content type', async () => {
  const { status, headers, text } = await server().newClient().get('/auth/google')
  expect([status, text, headers.get('content-type')]).toEqual([302, '', null])
})

test('the OpenAPI document is compressed with Brotli for a client that accepts br and gzip', async () => {
  const { headers } = await server().newClient().get('/api/openapi.json', { 'accept-encoding': 'br, gzip' })
  expect(headers.get('content-encoding')).toBe('br')
})

test('the OpenAPI document has exactly the served endpoints and the version of the release', async () => {
  const { body } = await server().newClient().get('/api/openapi.json')
  const documented = Object.entries(body.paths as Record<string, object>).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const served = server().app.served.map(
    ({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:([a-zA-Z]+)/g, '{$1}')}`,
  )
  expect(documented.sort()).toEqual(served.sort())
  const root = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')
  expect(body.info.version).toBe(JSON.parse(root).version)
  expect((await server().newClient().get('/api/docs/')).text).toContain('swagger')
})

test('the OpenAPI document lists the error codes of adding a song and of reading Spotify playlists under their HTTP status', async () => {
  const { body } = await server().newClient().get('/api/openapi.json')
  const { responses } = body.paths['/api/bands/{bandId}/songs'].post
  const codes = Object.fromEntries(
    Object.entries(responses as Record<string, { content: Record<string, { schema: object }> }>).map(
      ([status, { content }]) => [status, content['application/json']?.schema],
    ),
  )
  const schemaOf = (...sharing: string[]) => ({
    $ref: '#/components/schemas/Error',
    properties: { code: { enum: sharing } },
  })
  expect(codes).toEqual({
    201: expect.any(Object),
    400: schemaOf('invalid_input'),
    401: schemaOf('not_signed_in'),
    403: schemaOf('not_allowed'),
    404: schemaOf('not_found'),
    409: schemaOf('conflict'),
    413: schemaOf('too_large'),
    415: schemaOf('wrong_content_type'),
    422: schemaOf('idempotency_key_reused'),
    429: schemaOf('too_many_requests'),
    500: schemaOf('failed'),
    503: schemaOf('unavailable'),
  })
  const spotify = body.paths['/api/spotify/playlists'].get.responses
  expect(spotify['401'].content['application/json'].schema).toEqual(schemaOf('not_signed_in', 'not_connected'))
})

test.each(['/api/nothing', '/api', '/auth/nothing', '/feeds/', '/dev/nothing', '/assets/none.js'])(
  'a GET of the unknown path %s is answered with a JSON 404',
  async (path) => {
    const { status, body } = await server().newClient().get(path)
    expect([status, body]).toEqual([404, { code: 'not_found', message: 'Not found' }])
  },
)

test('the 121st signed-out request of an IP address within a minute is answered with 429 and Retry-After', async () => {
  // An own server, on which no other test has made a request.
  const fresh = await startTestServer({ RATE_LIMIT: 'on' })
  try {
    expect(fresh.services.config.rateLimit).toBe(true)
    const client = fresh.newClient()
    const statuses = new Set<number>()
    for (let request = 0; request < 120; request += 1) statuses.add((await client.get('/api/settings')).status)
    expect(statuses).toEqual(new Set([200]))
    const { status, body, headers } = await client.get('/api/settings')
    const refusal = { code: 'too_many_requests', message: 'Too many requests. Please wait a moment.' }
    expect([status, body]).toEqual([429, refusal])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await fresh.stop()
  }
})

test('requests for pages do not count for the rate limit, requests for an encoded API path count, and /healthz and /readyz are 200 after the limit is used up', async () => {
  const statuses = new Set<number>()
  for (let request = 0; request < 130; request += 1) statuses.add((await server().newClient().get('/login')).status)
  // Without built pages /login is 404.
  expect(statuses).toEqual(new Set([statuses.has(404) ? 404 : 200]))

  let last = 0
  for (let request = 0; request < 130 && last !== 429; request += 1) {
    last = (await server().newClient().get('/api/%73ettings')).status
  }
  expect(last).toBe(429)
  for (const path of ['/healthz', '/readyz']) expect((await server().newClient().get(path)).status).toBe(200)
})

/** Sends raw bytes; resolves with everything received until the server closes the connection. */
function sendRaw(...parts: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = createConnection(Number(new URL(server().url).port), '127.0.0.1', () => {
      for (const part of parts) socket.write(part)
    })
    socket.on('data', (data) => (answer += data.toString())).on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

test.each([
  [
    'a malformed header',
    'GET / HTTP/1.1\r\nbad header\r\n\r\n',
    400,
    'invalid_input',
    'Some of the details are not right. Please check them and try again.',
  ],
  [
    'a header of 20,000 characters',
    `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'too_large',
    'That is too large',
  ],
])('a request with %s gets a JSON error with nosniff', async (_, request, status, code, message) => {
  const [head = '', body = ''] = (await sendRaw(request)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toContain('x-content-type-options: nosniff')
  expect(JSON.parse(body)).toEqual({ code, message })
})

test.each([
  ['content-length: 20000000', 'x'.repeat(20_000_000)],
  ['transfer-encoding: chunked', `${(20_000_000).toString(16)}\r\n${'x'.repeat(20_000_000)}\r\n0\r\n\r\n`],
])('a body of 20 MB (%s) is read to its end, so that the client can read the 413', async (header, body) => {
  const dee = await server().createUser()
  const cookie = [...dee.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = `POST /api/bands HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\n${header}\r\n\r\n`
  const next = `GET /api/me HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\nconnection: close\r\n\r\n`
  const answers = await sendRaw(head, body, next)
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  expect(answers).toContain('{"code":"too_large","message":"That is too large"}')
})

test.each([
  ['truncated JSON', '{"name":'],
  ['an object with a __proto__ key', '{"__proto__":{"a":1},"name":"x"}'],
  ['a body in Latin-1', Buffer.from('{"name":"Caf\xe9"}', 'latin1')],
])('%s is refused as invalid JSON', async (_, body) => {
  const dee = await server().createUser()
  const cookie = [...dee.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, 'content-type': 'application/json' }
  const answer = await fetch(`${server().url}/api/bands`, { method: 'POST', headers, body })
  expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
    400,
    'The request is not valid JSON',
  ])
})

test.each([
  ['truncated JSON', '{', 'application/json'],
  ['a form', 'a=b', 'application/x-www-form-urlencoded'],
  ['an oversized body', 'x'.repeat(200_000), 'application/json'],
])('a POST of %s to an unknown path is 404', async (_, body, type) => {
  for (const path of ['/api/nowhere', '/feeds/x.ics', '/calendar']) {
    const answer = await server().newClient().send('POST', path, body, { 'content-type': type })
    expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found'])
  }
})

test('an empty body with a JSON content type is accepted by endpoints without a body, and refused with 400 "Required" by an endpoint with a body', async () => {
  const dee = await server().createUser()
  const { id } = await createTestBand(dee)
  const json = { 'content-type': 'application/json' }
  const rotated = await dee.send('POST', `/api/bands/${id}/calendar/url/rotate`, '', json)
  const left = await dee.send('DELETE', `/api/me/sessions/${(await dee.get('/api/me/sessions')).body[0].id}`, '', json)
  expect([rotated.status, left.status]).toEqual([200, 204])
  const answer = await (await server().createUser()).send('POST', '/api/bands', '', json)
  expect([answer.status, answer.body.message]).toEqual([400, 'Required'])
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the rate limit counts the IP address %s as %s', (ip, block) => {
  expect(networkOf(ip)).toBe(block)
})
