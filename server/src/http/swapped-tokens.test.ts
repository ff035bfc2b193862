// Every kind of token, presented wherever another kind is accepted, and broken tokens of each kind: all are refused, and nothing changes.

import { beforeAll, expect, test } from 'vitest'
import { createTestBand, createTestGig, joinBand } from '#testing/builders.ts'
import { createTestDep, askDeps, waitForDepLinkPath } from '#testing/dep-helpers.ts'
import { fingerprintAllTables } from '#testing/fingerprint.ts'
import { postForm } from '#testing/forms.ts'
import { startGoogleSignIn } from '#testing/google.ts'
import { waitForMailTo } from '#testing/mail.ts'
import { immediateNoticesEnvironment } from '#testing/notices.ts'
import { createEnquiryToken, turnPageOn } from '#testing/public-page.ts'
import { startSpotifyConnection } from '#testing/spotify.ts'
import { TestClient, type TestResponse } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer(immediateNoticesEnvironment)

const kinds = [
  'answer link',
  'dep link',
  'sheet link',
  'enquiry link',
  'unsubscribe link',
  'full feed',
  'public feed',
  'member feed',
  'personal feed',
  'invitation',
  'session',
  'bearer',
  'email code',
  'Google state',
  'Google cookie',
  'Spotify state',
] as const
type Kind = (typeof kinds)[number]

/** A live token of each kind. */
const tokens = {} as Record<Kind, string>
/** The signed-in user of the requests, who has an unused email code. */
let dee: TestClient

beforeAll(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  const kit = await server().createUser({ firstName: 'Kit' })
  const { id: bandId } = await createTestBand(dee)
  const { id: membershipId } = await joinBand(dee, bandId, kit)
  await turnPageOn(dee, bandId)
  const { id: eventId } = await createTestGig(dee, bandId)
  const event = `/api/bands/${bandId}/events/${eventId}`
  const dep = await createTestDep(dee, bandId)
  await askDeps(dee, event, [dep])
  const depLink = await waitForDepLinkPath(dee, dep)
  // A dep who plays has a calendar file.
  await dee.post(depLink, { answer: 'yes' })
  const feeds = (await kit.get(`/api/bands/${bandId}/calendar/url`)).body.urls
  const lastSegment = (url: string) => new URL(url, server().url).pathname.split('/').at(-1) as string
  const feed = (url: string) => lastSegment(url).replace(/\.ics$/, '')
  const { links } = server().services
  const google = server().newClient()
  const address = await startGoogleSignIn(google)
  await dee.post('/api/me/email', { email: 'dee@example.org' })
  Object.assign(tokens, {
    'answer link': links.signLink('answer', [membershipId, eventId]),
    'dep link': lastSegment(depLink),
    'sheet link': lastSegment((await dee.post(`${event}/gig-sheet/share`)).body.url),
    'enquiry link': await createEnquiryToken(server(), bandId),
    'unsubscribe link': links.signLink('unsubscribe', [kit.user.id], { boundTo: 'changes' }),
    'full feed': feed(feeds.full),
    'public feed': feed(feeds.public),
    'member feed': feed(feeds.member),
    'personal feed': feed((await kit.get('/api/me/calendar/url')).body.url),
    invitation: lastSegment((await dee.post(`/api/bands/${bandId}/invites/general`)).body.inviteLink),
    session: kit.cookies.get('gaffer_session'),
    bearer: (await kit.post('/auth/token')).body.accessToken,
    'email code': (await waitForMailTo(dee, 'dee@example.org')).text.slice(0, 6),
    'Google state': address.searchParams.get('state'),
    'Google cookie': google.cookies.get('gaffer_google'),
    'Spotify state': (await startSpotifyConnection(kit)).searchParams.get('state'),
  } satisfies Record<Kind, string | null | undefined>)
  const missing = kinds.filter((kind) => !tokens[kind])
  if (missing.length > 0) throw new Error(`No token for ${missing.join(', ')}`)
})

type TokenEndpoint = {
  /** The kinds of token that the endpoint accepts. */
  accepts: readonly Kind[]
  refusal: (answer: TestResponse) => boolean
  present: (token: string) => Promise<TestResponse>
}

const nobody = () => server().newClient()
const segment = encodeURIComponent
const status =
  (...expected: number[]) =>
  (answer: TestResponse) =>
    expected.includes(answer.status)
const notFound = status(404)
const isExpired = ({ status: code, headers }: TestResponse) =>
  code === 302 &&
  headers.get('location') === '/auth/callback?error=google_expired' &&
  headers.getSetCookie().length === 0

const endpoint = (
  accepts: readonly Kind[],
  present: TokenEndpoint['present'],
  refusal: TokenEndpoint['refusal'] = notFound,
): TokenEndpoint => ({
  accepts,
  present,
  refusal,
})

const tokenEndpoints: Record<string, TokenEndpoint> = {
  'GET /api/answer-links/:token': endpoint(['answer link'], (token) =>
    nobody().get(`/api/answer-links/${segment(token)}`),
  ),
  'POST /api/answer-links/:token': endpoint(['answer link'], (token) =>
    nobody().post(`/api/answer-links/${segment(token)}`, { answer: 'no' }),
  ),
  'GET /answer/:token': endpoint(['answer link'], (token) => nobody().get(`/answer/${segment(token)}`)),
  'POST /answer/:token': endpoint(['answer link'], (token) =>
    postForm(nobody(), `/answer/${segment(token)}`, { answer: 'no' }),
  ),
  'GET /api/dep-links/:token': endpoint(['dep link'], (token) => nobody().get(`/api/dep-links/${segment(token)}`)),
  'GET /api/dep-links/:token/charts': endpoint(['dep link'], (token) =>
    nobody().get(`/api/dep-links/${segment(token)}/charts`),
  ),
  // Also a dep's own link gets 404 for an unknown chart.
  'GET /api/dep-links/:token/charts/:chartId/content': endpoint([], (token) =>
    nobody().get(`/api/dep-links/${segment(token)}/charts/01890000-0000-7000-8000-000000000000/content`),
  ),
  'GET /dep/:token.ics': endpoint(['dep link'], (token) => nobody().get(`/dep/${segment(token)}.ics`)),
  'POST /api/dep-links/:token': endpoint(['dep link'], (token) =>
    nobody().post(`/api/dep-links/${segment(token)}`, { answer: 'never' }),
  ),
  'DELETE /api/dep-links/:token': endpoint(['dep link'], (token) =>
    nobody().delete(`/api/dep-links/${segment(token)}`),
  ),
  'GET /enquiry/:token': endpoint(['enquiry link'], (token) => nobody().get(`/enquiry/${segment(token)}`)),
  'POST /enquiry/:token': endpoint(['enquiry link'], (token) => postForm(nobody(), `/enquiry/${segment(token)}`, {})),
  'GET /api/sheets/:token': endpoint(['sheet link'], (token) => nobody().get(`/api/sheets/${segment(token)}`)),
  'GET /unsubscribe/:token': endpoint(['unsubscribe link'], (token) => nobody().get(`/unsubscribe/${segment(token)}`)),
  'POST /unsubscribe/:token': endpoint(['unsubscribe link'], (token) =>
    postForm(nobody(), `/unsubscribe/${segment(token)}`, { 'List-Unsubscribe': 'One-Click' }),
  ),
  'GET /feeds/:file': endpoint(['full feed', 'public feed', 'member feed', 'personal feed'], (token) =>
    nobody().get(`/feeds/${segment(token)}.ics`),
  ),
  'GET /api/invites/:token': endpoint(['invitation'], (token) => nobody().get(`/api/invites/${segment(token)}`)),
  'POST /api/invites/:token/accept': endpoint(['invitation'], (token) =>
    dee.post(`/api/invites/${segment(token)}/accept`),
  ),
  'POST /auth/invite': {
    accepts: ['invitation'],
    refusal: status(400, 404),
    present: (token) => nobody().post('/auth/invite', { token }),
  },
  'the session cookie': {
    accepts: ['session'],
    refusal: status(401),
    present: (token) => new TestClient(server().url, { gaffer_session: segment(token) }).get('/api/me'),
  },
  'the bearer token': {
    accepts: ['bearer'],
    refusal: status(401),
    present: (token) => nobody().get('/api/me', { authorization: `Bearer ${segment(token)}` }),
  },
  'GET /auth/google/callback': {
    // Needs state and cookie, which differ.
    accepts: [],
    refusal: isExpired,
    present: (token) =>
      new TestClient(server().url, { gaffer_google: segment(token) }).get(
        `/auth/google/callback?code=${segment(token)}&state=${segment(token)}`,
      ),
  },
  'GET /api/spotify/callback': {
    accepts: ['Spotify state'],
    refusal: ({ status: code, text }) => code < 500 && !text.includes('data-handle'),
    present: (token) => dee.get(`/api/spotify/callback?code=${segment(token)}&state=${segment(token)}`),
  },
  'the handle of a Spotify connection': {
    accepts: [],
    refusal: status(401),
    present: (token) => dee.get('/api/spotify/user', { authorization: `Bearer ${segment(token)}` }),
  },
}

/** Broken forms of a genuine token. */
function brokenForms(token: string): string[] {
  const otherCase = token.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  return [
    token.slice(0, -1),
    token.slice(1),
    token.slice(0, token.length >> 1),
    ...(otherCase === token ? [] : [otherCase]),
    `${token}A`,
    `${token}=`,
    ` ${token}`,
    `${token}\n`,
    `${token}\u0000`,
    `${token}.ics`,
    `é${token.slice(1)}`,
  ]
}

const invalidTokens = [
  '',
  '../../etc/passwd',
  '/',
  '\u0000',
  '😀',
  '１２３４５６',
  "' or 1=1 --",
  'null',
  'A'.repeat(16),
  'A'.repeat(43),
  'A'.repeat(44),
  'A'.repeat(64),
  'A'.repeat(300),
  'é'.repeat(301),
  // Three of these still fit into the headers of a request.
  'A'.repeat(4000),
]

test('the tests of this file cover every endpoint with a token in its path', () => {
  const names = server()
    .app.served.map(({ endpoint: { method, path } }) => `${method} ${path}`)
    .filter((name) => /:token|^GET .feeds/.test(name))
  expect(names.filter((name) => !(name in tokenEndpoints))).toEqual([])
})

test.each(Object.entries(tokenEndpoints))(
  '%s refuses tokens of every other kind, broken tokens and invalid texts, and changes no table',
  async (_, { accepts, refusal, present }) => {
    const before = await fingerprintAllTables(server())
    const others = kinds.filter((kind) => !accepts.includes(kind)).map((kind) => tokens[kind])
    const presented = [...others, ...accepts.flatMap((kind) => brokenForms(tokens[kind])), ...invalidTokens]
    // In groups: as many connections as requests would exceed the backlog.
    for (let start = 0; start < presented.length; start += 16) {
      const group = presented.slice(start, start + 16)
      const answers = await Promise.all(group.map(present))
      const passed = group.flatMap((token, at) => (refusal(answers[at]!) ? [] : [[token, answers[at]!.status]]))
      expect(passed).toEqual([])
    }
    expect(await fingerprintAllTables(server())).toEqual(before)
  },
)

test('a token that is no valid percent-encoding gets 400, 401 or 404 at every endpoint with a token in its path', async () => {
  const paths = Object.keys(tokenEndpoints).filter((name) => name.includes('/:'))
  for (const name of paths) {
    const [method = '', path = ''] = name.split(' ')
    for (const broken of ['%', '%zz', '%ff', '%c0%af', '%ed%a0%80']) {
      const { status: code } = await nobody().send(method, path.replace(/:\w+/, broken), undefined)
      expect([name, broken, [400, 401, 404].includes(code)]).toEqual([name, broken, true])
    }
  }
})

test('the 200 and the 404 of a token link have no-store, noindex and no-referrer headers, even if the path is percent-encoded', async () => {
  const links = Object.entries(tokenEndpoints).filter(([name]) => /^GET .*:token/.test(name))
  expect(links.length).toBeGreaterThan(5)
  for (const [name, { accepts }] of links) {
    const answered: [number, string][] = [
      [404, 'A'.repeat(64)],
      ...accepts.map((kind): [number, string] => [200, tokens[kind]]),
    ]
    for (const [code, token] of answered) {
      const path = name.slice('GET '.length).replace(':token', token)
      const encoded = path.replace(/^\/(.)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`)
      for (const url of [path, encoded]) {
        const { status: given, headers } = await nobody().get(url)
        const seen = ['cache-control', 'referrer-policy', 'x-robots-tag'].map((header) => headers.get(header))
        expect([url, given, ...seen]).toEqual([url, code, 'no-store', 'no-referrer', 'noindex, nofollow'])
      }
    }
  }
})

test('the verification of an email address answers every other kind of token with 400, and verifies no address', async () => {
  for (const kind of kinds.filter((one) => one !== 'email code')) {
    expect([kind, (await dee.post('/api/me/email/verify', { code: tokens[kind] })).status]).toEqual([kind, 400])
  }
  expect((await dee.get('/api/me/notice-settings')).body.emailVerified).toBe(false)
})

// The last test, because it uses tokens up.
test('each link, feed, invitation, session and bearer token is accepted by its own endpoints (acceptance of invitations and the Spotify callback not tried)', async () => {
  for (const [name, { accepts, refusal, present }] of Object.entries(tokenEndpoints)) {
    if (name === 'POST /api/invites/:token/accept' || name === 'GET /api/spotify/callback') continue
    for (const kind of accepts) expect([name, kind, refusal(await present(tokens[kind]))]).toEqual([name, kind, false])
  }
})
