// Long because it is one subject: every endpoint gets wrong values for every field. Each refusal is an `ErrorResponse` and leaves the
// database unchanged.

import { afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ErrorResponse, type EndpointDefinition } from '@gaffer/domain/shared/endpoint'
import type { TestResponse, TestClient } from '#testing/test-client.ts'
import { missingMarker, type FieldSpecs } from '#testing/refused-fields.ts'
import { refusedValues } from '#testing/refused-values.ts'
import { type EndpointRequest, type AccessFixture } from '#testing/access-roles.ts'
import {
  createAccessFixture,
  getEndpoint,
  endpointNameOf,
  sendRequest,
  makeValidRequest,
} from '#testing/access-fixture.ts'
import { fingerprintAllTables } from '#testing/fingerprint.ts'
import { waitUntilDueNoticesStored } from '#testing/notices.ts'
import { purgeExpired } from '#features/operations/retention.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

// A long settling time: the notices of events that the requests add must not change a fingerprint during a test.
const server = useTestServer({ NOTICE_SETTLE_SECONDS: '3600' })
let scene: AccessFixture
beforeAll(async () => {
  scene = await createAccessFixture(server())
  // Retention runs a minute after the start. Run it now, so that it does not change a fingerprint during the tests.
  await purgeExpired(server().services)
})

afterEach(testClock.reset)

const servedEndpoints = () => server().app.served.map(({ endpoint }) => endpoint)

/** A valid request from a caller with permission. */
async function makePermittedRequest(name: string): Promise<EndpointRequest & { as: TestClient }> {
  const guard = server().app.served.find(({ endpoint }) => endpointNameOf(endpoint) === name)?.guardName
  const request = await makeValidRequest(scene, name, 'owner')
  return guard === 'requirePlatformAdmin' ? { ...request, as: scene.platformAdmin } : request
}
const names = Object.keys(refusedValues)

function fieldsOf(schema: EndpointDefinition['body']): string[] {
  if (!schema) return []
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  // `anyOf`: the body has one of several shapes.
  const shapes = (shape.anyOf ?? [shape]) as { properties?: object }[]
  return shapes.flatMap(({ properties = {} }) => Object.keys(properties)).sort()
}

test('the test table refusedValues lists every body and query field of every endpoint', () => {
  for (const endpoint of servedEndpoints()) {
    const { body = {}, query = {} } = refusedValues[endpointNameOf(endpoint)] ?? {}
    const fields = { body: Object.keys(body).sort(), query: Object.keys(query).sort() }
    expect([endpointNameOf(endpoint), fields]).toEqual([
      endpointNameOf(endpoint),
      { body: fieldsOf(endpoint.body), query: fieldsOf(endpoint.query) },
    ])
  }
})

/** How a response differs from the expected refusal; an empty list if it does not. */
function faultsOf({ status, body, text }: TestResponse, expected: number): string[] {
  const reply = ErrorResponse.safeParse(body)
  const isSentence = reply.success && /^[A-Z"].{3,150}$/s.test(reply.data.message)
  return [
    ...(status === expected ? [] : [`answers ${status}, not ${expected}`]),
    ...(reply.success && reply.data.code !== 'failed' ? [] : [`is no error reply: ${text.slice(0, 200)}`]),
    ...(isSentence ? [] : [`says ${JSON.stringify(body.message)}`]),
    ...(/node_modules|\.ts:\d|\bat \w+ \(|postgres|zod/i.test(text) ? [`gives away ${text}`] : []),
  ]
}

const withField = (values: object, name: string, value: unknown) => {
  const { [name]: _, ...others } = values as Record<string, unknown>
  return value === missingMarker ? others : { ...others, [name]: value }
}
const abbreviate = (value: unknown) => (typeof value === 'symbol' ? 'missing' : JSON.stringify(value).slice(0, 60))

async function faultsWithBody(name: string, fields: FieldSpecs): Promise<string[]> {
  const request = await makePermittedRequest(name)
  await waitUntilDueNoticesStored(server())
  const before = await fingerprintAllTables(server())
  const faults: string[] = []
  for (const [field, { refuses, status = 400 }] of Object.entries(fields)) {
    for (const value of refuses) {
      const answer = await sendRequest(name, { ...request, body: withField(request.body ?? {}, field, value) })
      faults.push(...faultsOf(answer, status).map((fault) => `${field} = ${abbreviate(value)} ${fault}`))
      if (status !== 400 || answer.status !== 400) continue
      const paths = (answer.body.issues as { path: string }[] | undefined)?.map(({ path }) => path.split('.')[0])
      if (!paths?.includes(field)) faults.push(`${field} = ${abbreviate(value)} blames ${paths?.join()}`)
    }
  }
  expect(await fingerprintAllTables(server())).toEqual(before)
  return faults
}

async function faultsWithQuery(name: string, fields: FieldSpecs): Promise<string[]> {
  const request = await makePermittedRequest(name)
  const faults: string[] = []
  for (const [field, { refuses }] of Object.entries(fields)) {
    // Query values are always strings.
    for (const value of refuses.filter((one) => typeof one === 'string' || one === missingMarker)) {
      const query = withField(request.query ?? {}, field, value) as Record<string, string>
      const answer = await sendRequest(name, { ...request, query })
      faults.push(...faultsOf(answer, 400).map((fault) => `${field} = ${abbreviate(value)} ${fault}`))
    }
  }
  return faults
}

test.each(names)('%s refuses with 400 each value that the test table lists for its fields', async (name) => {
  const { body = {}, query = {} } = refusedValues[name] as { body?: FieldSpecs; query?: FieldSpecs }
  expect([...(await faultsWithBody(name, body)), ...(await faultsWithQuery(name, query))]).toEqual([])
})

const texts = names.flatMap((name) =>
  Object.entries(refusedValues[name]?.body ?? {}).flatMap(([field, { max, ...more }]) =>
    max ? [{ name, field, max, ...more }] : [],
  ),
)

test.each(texts)(
  '$name returns $field unescaped and without invisible characters, and accepts its longest value',
  async ({ name, field, max, with: more }) => {
    const send = async (value: string) => {
      const request = await makePermittedRequest(name)
      const answer = await sendRequest(name, {
        ...request,
        body: { ...(request.body as object), ...more, [field]: value },
      })
      expect([answer.status < 300, answer.text]).toEqual([true, answer.text])
      return answer.text
    }
    const kept = `<script>alert("1")</script> & 'quotes' {{x}} %s`
    expect(await send(`\u202E<script>\u0000alert("1")\u2066</script> & 'quo\u200Btes'\uFEFF {{x}} %s\u0007`)).toContain(
      JSON.stringify(kept),
    )
    const longest = '🎸'.repeat(max)
    expect(await send(longest)).toContain(JSON.stringify(longest))
  },
)

// Upload endpoints (tus) are left out: features/files/uploads.test.ts tests the refusals of their protocol.
const writes = () => servedEndpoints().filter(({ method, tus }) => method !== 'GET' && !tus)

// Providers add query parameters to callbacks, calendar programs to feed URLs, mail services to links, and other sites to public pages.
const endpointsWithFreeParameters = new Set([
  'GET /auth/google/callback',
  'GET /api/spotify/callback',
  'GET /feeds/:file',
  'GET /answer/:token',
  'GET /unsubscribe/:token',
  'GET /enquiry/:token',
  'GET /b/:slug',
  'GET /b/:slug.ics',
  'GET /b/:slug.rss',
  'GET /b/:slug.json',
  'GET /b/:slug/embed',
  'GET /b/:slug/picture.webp',
  'GET /b/:slug/share.png',
  'GET /sitemap.xml',
  'GET /robots.txt',
  // Robots that fill in the form add fields of their own.
  'POST /b/:slug/enquiries',
])
/** The pages of links accept forms: a form with wrong fields is refused with 400, not with 415. */
const formEndpoints = new Set(['POST /answer/:token', 'POST /unsubscribe/:token', 'POST /enquiry/:token'])
/** A form with wrong fields is shown again, with status 422. */
const formEndpointsWith422 = new Set(['POST /b/:slug/enquiries'])

test('every endpoint except uploads, callbacks, feeds, link pages and public pages refuses an unknown field with 400 and the name of the field, and stores nothing', async () => {
  for (const endpoint of servedEndpoints()) {
    const name = endpointNameOf(endpoint)
    // A body of bytes has no fields.
    if (endpointsWithFreeParameters.has(name) || endpoint.bytes || endpoint.tus) continue
    const request = await makePermittedRequest(name)
    await waitUntilDueNoticesStored(server())
    const before = await fingerprintAllTables(server())
    const extra =
      endpoint.method === 'GET'
        ? { query: { ...request.query, surprise: '1' } }
        : { body: { ...(request.body as object), surprise: 1 } }
    const answer = await sendRequest(name, { ...request, ...extra })
    const issues = [{ path: 'surprise', message: 'Unknown field' }]
    expect([name, answer.status, answer.body.issues]).toEqual([name, 400, issues])
    expect(await fingerprintAllTables(server())).toEqual(before)
  }
})

const json = { 'content-type': 'application/json' }

test.each([
  ['truncated JSON', '{"name":', json, 400],
  ['an empty string', '', json, 400],
  ['an array', '[]', json, 400],
  ['a string', '"name"', json, 400],
  ['a number', '1e999', json, 400],
  ['JSON with a __proto__ key', '{"__proto__":{"access":"owner"}}', json, 400],
  ['JSON with a constructor key', '{"constructor":{"prototype":{"access":"owner"}}}', json, 400],
  ['JSON nested a thousand times', '['.repeat(1000) + ']'.repeat(1000), json, 400],
  ['JSON with a lone surrogate', '{"\uD800":1}', json, 400],
  ['a URL-encoded form', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['a multipart form', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ['plain text', '{"name":"x"}', { 'content-type': 'text/plain' }, 415],
  ['XML', '<name/>', { 'content-type': 'application/xml' }, 415],
  ['JSON with a malformed content type', '{}', { 'content-type': 'json' }, 415],
])('write endpoints refuse %s as the body and change nothing', async (_, body, headers, status) => {
  const faults: string[] = []
  const requests = await requestsOfWrites()
  const before = await fingerprintAllTables(server())
  for (const [endpoint, request] of requests) {
    // An optional body may be empty: many clients send the JSON content type without one.
    if (body === '' && (endpoint.body?.safeParse(undefined).success ?? true)) continue
    const name = endpointNameOf(endpoint)
    // The page of an enquiry's link sends a form without fields, so an empty form is no wrong body there.
    if (body === '--x--' && name === 'POST /enquiry/:token') continue
    const answer = await sendRequest(name, { ...request, body }, headers)
    if (formEndpointsWith422.has(name) && answer.status === 422) continue
    const isForm = formEndpoints.has(name) && headers['content-type'].includes('form')
    const expected = endpoint.bytes ? 415 : isForm ? 400 : status
    faults.push(...faultsOf(answer, expected).map((fault) => `${name} ${fault}`))
  }
  expect(faults).toEqual([])
  expect(await fingerprintAllTables(server())).toEqual(before)
})

/** A valid request for each write endpoint, made once for all tests: a refused request changes nothing. */
function requestsOfWrites(): Promise<RequestOf[]> {
  madeRequests ??= (async () => {
    const requests: RequestOf[] = []
    for (const endpoint of writes()) requests.push([endpoint, await makePermittedRequest(endpointNameOf(endpoint))])
    await waitUntilDueNoticesStored(server())
    return requests
  })()
  return madeRequests
}
let madeRequests: Promise<RequestOf[]> | undefined
type RequestOf = [EndpointDefinition, Awaited<ReturnType<typeof makePermittedRequest>>]

test('every write endpoint that takes JSON refuses a body over its size limit with 413 and an error message, and answers a body within the limit with another status than 413', async () => {
  const pictures = new Set([
    'PUT /api/me',
    'POST /api/bands',
    'PATCH /api/bands/:bandId',
    'PATCH /api/bands/:bandId/members/:memberId',
  ])
  const charts = new Set(['POST /api/bands/:bandId/songs/:songId/charts', 'PATCH /api/bands/:bandId/charts/:chartId'])
  for (const endpoint of writes()) {
    if (endpoint.bytes) continue
    const name = endpointNameOf(endpoint)
    const request = await makePermittedRequest(name)
    const isFile = name === 'POST /api/bands/import'
    const isChart = charts.has(name)
    const isMarkup = name === 'PUT /api/bands/:bandId/charts/:chartId/markup'
    const kilobytes = pictures.has(name) ? 7680 : isFile ? 10_240 : isChart ? 300 : isMarkup ? 200 : 64
    const size = kilobytes * 1024
    const body = JSON.stringify(request.body ?? {}).padEnd(size + 1)
    const answer = await sendRequest(name, { ...request, body }, json)
    const sentence = isFile
      ? 'A band file can have 10 MB at most'
      : isChart
        ? 'A text chart can have up to 100 kB'
        : isMarkup
          ? 'Markings on a chart can have up to 200 kB. Erase some first.'
          : 'That is too large'
    expect([name, answer.status, answer.body.message]).toEqual([name, 413, sentence])
    // A body within the limit is read. In a profile, band or card only the picture may be this large.
    const avatarUrl = `data:image/png;base64,${'A'.repeat(size - 1000)}`
    const largest = pictures.has(name) ? JSON.stringify({ avatarUrl }) : body.slice(0, size)
    const within = await sendRequest(name, { ...request, body: largest }, json)
    expect([name, within.status]).not.toEqual([name, 413])
  }
})

test('every endpoint answers a malformed path parameter with 404, and a malformed percent encoding in a path gets 400', async () => {
  for (const endpoint of servedEndpoints().filter(({ params }) => params)) {
    const name = endpointNameOf(endpoint)
    // Without the advance the limit of 30 notes a minute for a member would refuse the valid requests.
    testClock.advance({ seconds: 10 })
    const request = await makePermittedRequest(name)
    for (const param of Object.keys(request.params as object)) {
      for (const value of ['x', "' or 1=1 --", '\u0000', '../../etc/passwd', 'x'.repeat(299), 'x'.repeat(3000), '😀']) {
        const answer = await sendRequest(name, { ...request, params: { ...request.params, [param]: value } })
        // A reply to HEAD has no body.
        const faults = endpoint.method === 'HEAD' ? [] : faultsOf(answer, 404)
        expect([name, param, value, answer.status, ...faults]).toEqual([name, param, value, 404])
      }
    }
  }
  expect(faultsOf(await scene.callers.owner.get('/api/bands/%zz'), 400)).toEqual([])
})

test.each([
  ['a repeated field', '?startDate=2027-03-01&startDate=2027-03-02&endDate=2027-03-31'],
  ['an array field', '?startDate[]=2027-03-01&endDate=2027-03-31'],
  ['__proto__', '?__proto__=1&startDate=2027-03-01&endDate=2027-03-31'],
  ['a zero byte', '?startDate=2027-03-01%00&endDate=2027-03-31'],
])('a query of the list of events with %s is refused with 400', async (_, query) => {
  expect(faultsOf(await scene.callers.owner.get(`/api/bands/${scene.band.id}/events${query}`), 400)).toEqual([])
})

test.each([
  ['PATCH /api/bands/:bandId/events/:eventId', 'rubbish'],
  ['DELETE /api/bands/:bandId/events/:eventId', '"98", "99"'],
  ['PATCH /api/bands/:bandId', '"99999999999999999999"'],
])('%s with If-Match: %s is refused with 412 and changes nothing', async (name, header) => {
  const request = await makePermittedRequest(name)
  await waitUntilDueNoticesStored(server())
  const before = await fingerprintAllTables(server())
  expect(faultsOf(await sendRequest(name, request, { 'if-match': header }), 412)).toEqual([])
  expect(await fingerprintAllTables(server())).toEqual(before)
})

test('an Idempotency-Key of 256 characters is refused with 400', async () => {
  const name = 'POST /api/bands/:bandId/events'
  const request = await makePermittedRequest(name)
  expect(faultsOf(await sendRequest(name, request, { 'idempotency-key': 'k'.repeat(256) }), 400)).toEqual([])
})

test('every endpoint in the test table refusedValues exists', () => {
  for (const name of names) expect(endpointNameOf(getEndpoint(name))).toBe(name)
})
