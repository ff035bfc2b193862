// Fuzz test: valid, almost valid and random requests generated from the schemas of every endpoint, sent by a band's owner.

import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { api } from '@gaffer/domain/endpoints'
import { ErrorResponse, type EndpointDefinition } from '@gaffer/domain/shared/endpoint'
import { arbitraryRequest, type ValidRequest, type EncodedRequest } from '#testing/generated-requests.ts'
import { type AccessFixture } from '#testing/access-roles.ts'
import { createAccessFixture, endpointNameOf, sendRequest, makeValidRequest } from '#testing/access-fixture.ts'
import { useTestServer } from '#testing/test-server.ts'

// `npm run chaos -- fuzz` sets other values.
const perCall = Number(process.env['GENERATED_REQUESTS'] ?? 20)
const seed = Number(process.env['GENERATED_SEED'] ?? 20_270_305)

const server = useTestServer()
let scene: AccessFixture
/** The fixtures of the writes: each is used for a few endpoints, because reads get slower with the rows that the writes add. */
const scenes: AccessFixture[] = []
// With more requests than usual, an endpoint could reach a limit of its member, such as the texts of a day.
const endpointsPerScene = perCall > 20 ? 1 : 4
let endpointsOfLastScene = endpointsPerScene
beforeAll(async () => {
  scene = await createAccessFixture(server())
})

/** The last fixture; a new one if enough endpoints have used it, or if one of them removed or demoted a member. */
async function sceneForWrites(): Promise<AccessFixture> {
  const last = scenes.at(-1)
  if (last && endpointsOfLastScene < endpointsPerScene && (await hasAllMembers(last))) {
    endpointsOfLastScene += 1
    await deleteUnfinishedUploads()
    return last
  }
  const next = await createAccessFixture(server())
  scenes.push(next)
  endpointsOfLastScene = 1
  return next
}

/** A member may have ten unfinished uploads, and some valid requests need a new one. */
async function deleteUnfinishedUploads(): Promise<void> {
  const { db } = server().services
  await db`delete from files where expires_at is not null`
  await db`delete from zip_uploads`
}

async function hasAllMembers({ band, callers }: AccessFixture): Promise<boolean> {
  const { status, body } = await callers.owner.get(`/api/bands/${band.id}/members`)
  const roles = status === 200 ? (body as { access: string }[]).map(({ access }) => access) : []
  return ['owner', 'admin', 'member'].every((access) => roles.includes(access))
}

/** Reads first: they get slower with the rows that the writes add. */
const calls = Object.values(api)
  .map((endpoint): [string, EndpointDefinition] => [endpointNameOf(endpoint), endpoint])
  .sort(([, a], [, b]) => Number(a.method !== 'GET') - Number(b.method !== 'GET'))

const reads = calls.filter(
  ([name, { method, response }]) => method === 'GET' && response && !name.includes('/spotify/'),
)

type Reply = { status: number; headers: Record<string, unknown>; text: string }

async function send(
  { method, path }: EndpointDefinition,
  base: ValidRequest,
  { params, search, body, headers }: EncodedRequest,
): Promise<Reply> {
  const url = path.replace(/:([a-zA-Z]+)/g, (_, name: string) => params[name] as string) + search
  const cookie = [...base.as.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await server().app.inject({
    method: method as 'GET',
    url,
    headers: {
      cookie,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...base.headers,
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body }),
    payloadAsStream: true,
  })
  const stream = answer.stream()
  const endless = String(answer.headers['content-type']).startsWith('text/event-stream')
  let text = ''
  if (endless) stream.destroy()
  else for await (const piece of stream) text += String(piece)
  return { status: answer.statusCode, headers: answer.headers, text }
}

/** Endpoints that call a provider may answer 501 to 503. */
const callsProvider = (name: string) => /\/(spotify|google)/.test(name)

function faultsOf(name: string, endpoint: EndpointDefinition, got: Reply): string[] {
  const { status, headers, text } = got
  const type = String(headers['content-type'] ?? '')
  const planted = /x-planted|planted=|\r|\n/.test(
    `${Object.keys(headers)} ${headers['set-cookie']} ${headers['location']}`,
  )
  const fails = status >= 500 && !(callsProvider(name) && [501, 502, 503].includes(status))
  return [
    ...(fails ? [`answers ${status}`] : []),
    ...(/node_modules|\.ts:\d|\n {4}at /.test(text) ? ['shows a stack trace'] : []),
    ...(planted ? ['carries a header that was planted'] : []),
    ...(type.startsWith('text/html') && text.includes('<script>planted') ? ['repeats markup'] : []),
    ...(status < 400 ? successFaults(endpoint, got, type) : errorFaults(endpoint, text, type)),
  ]
}

function successFaults({ status, contentType, response, tus }: EndpointDefinition, got: Reply, type: string): string[] {
  if ([204, 302, 304].includes(got.status)) return got.text === '' ? [] : [`has the body ${got.text}`]
  if (got.status !== status) return [`answers ${got.status}, not ${status}`]
  if (tus) return got.text === '' ? [] : [`has the body ${got.text}`]
  if (contentType === '*/*') return type === '' ? ['has no content type'] : []
  if (contentType) return type.startsWith(contentType) ? [] : [`is ${type}`]
  const issues = response?.safeParse(JSON.parse(got.text)).error?.issues
  return issues ? [`is not its shape: ${JSON.stringify(issues)}`] : []
}

function errorFaults({ contentType, method }: EndpointDefinition, text: string, type: string): string[] {
  if (method === 'HEAD') return []
  // Endpoints with an HTML page answer errors as HTML.
  if (contentType === 'text/html' && type.startsWith(contentType)) return []
  if (!type.startsWith('application/json')) return [`refuses as ${type}`]
  const { data } = ErrorResponse.safeParse(JSON.parse(text))
  if (!data) return [`refuses with ${text.slice(0, 200)}`]
  // Error messages must not reflect input.
  return /[<>\p{Cc}\p{Cf}]|planted|drop table|passwd/u.test(data.message) ? [`repeats ${data.message}`] : []
}

test.each(calls)(
  `%s answers ${perCall} generated requests with a response of its schema or an error response, and with a 5xx status only if the endpoint calls a provider`,
  async (name, endpoint) => {
    const own = endpoint.method === 'GET' ? scene : await sceneForWrites()
    const make = (): Promise<ValidRequest> =>
      makeValidRequest(own, name, 'owner').then((request) =>
        /platform/.test(name) ? { ...request, as: scene.platformAdmin } : request,
      )
    let base = await make()
    const { band, memberships } = own
    const ids = [band.id, memberships.owner.id, memberships.member.id, ...Object.values(base.params ?? {})]
    let sent = 0
    await fc.assert(
      fc.asyncProperty(arbitraryRequest(endpoint, base, ids), async (request) => {
        sent += 1
        // Earlier requests may have deleted or signed out what the base request uses.
        if (sent % 50 === 0) base = await make()
        const answer = await send(endpoint, base, withTargets(request, base))
        expect(faultsOf(name, endpoint, answer)).toEqual([])
      }),
      { numRuns: perCall, seed, endOnFailure: true },
    )

    /** Replaces ids of the first base request with those of the current one. */
    function withTargets(request: EncodedRequest, { params = {} }: ValidRequest): EncodedRequest {
      const renewed = Object.entries(request.params).map(([key, value]) => [
        key,
        ids.includes(value) && params[key] ? encodeURIComponent(params[key]) : value,
      ])
      return { ...request, params: Object.fromEntries(renewed) }
    }
  },
)

test('after the generated requests every JSON GET endpoint, except those of Spotify, answers with 200 and a response of its schema', async () => {
  await deleteUnfinishedUploads()
  for (const band of [scene, ...scenes]) {
    // A read with a further id in its path reads a row that is made for the read, so one band is enough.
    const ofBand = band === scene ? reads : reads.filter(([name]) => !/:(?!bandId)/.test(name))
    await Promise.all(
      ofBand.map(async ([name, { response }]) => {
        const { status, body } = await sendRequest(name, await makeValidRequest(band, name, 'owner'))
        expect([name, status, response?.safeParse(body).error?.issues]).toEqual([name, 200, undefined])
      }),
    )
  }
})
