import { beforeEach, expect, test } from 'vitest'
import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { Band } from '@gaffer/domain/bands/band'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Membership } from '@gaffer/domain/bands/member'
import { createTestBand, createTestGig, joinBand } from '#testing/builders.ts'
import { postForm } from '#testing/forms.ts'
import { openChangeStream } from '#testing/sse-client.ts'
import { startTestServer, useTestServer } from '#testing/test-server.ts'
import type { TestClient } from '#testing/test-client.ts'

const server = useTestServer()
let dee: TestClient, ros: TestClient, stranger: TestClient
let band: Band & { membership: Membership }, rosCard: Membership, gig: CalendarEntry

beforeEach(async () => {
  dee = await server().createUser({ displayName: 'Dee' })
  ros = await server().createUser({ displayName: 'Ros <b>' })
  stranger = server().newClient()
  band = await createTestBand(dee, { displayName: 'Dee' })
  rosCard = await joinBand(dee, band.id, ros)
  gig = await createTestGig(dee, band.id, { title: 'Launch & party', notes: 'Notes of the band' })
})

const tokenFor = (membershipId = rosCard.id, eventId = gig.id) =>
  server().services.links.signLink('answer', [membershipId, eventId])
const pagePath = (token = tokenFor()) => `/answer/${token}`
const eventPath = () => `/api/bands/${band.id}/events/${gig.id}`
const browser = { accept: 'text/html,application/xhtml+xml' }
const storedAnswer = async () => {
  const [, mine] = (await dee.get(`${eventPath()}/answers`)).body as MemberAnswer[]
  return [mine?.answer, mine?.comment, mine?.setBy]
}

test('the answer page shows event, band and member with escaped markup and without notes, has one form and no script, and is neither cached nor indexed', async () => {
  const { status, text, headers } = await stranger.get(pagePath())
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  for (const shown of ['Can you make it?', 'Launch &amp; party', 'Friday 12 March, 8 PM – 11 PM', 'The Brudenell'])
    expect(text).toContain(shown)
  expect(text).toContain('The Night Buses')
  expect(text).toContain('Answer of Ros &lt;b&gt;')
  expect(text).not.toContain('Notes of the band')
  expect(text.match(/<form method="post">/g)).toHaveLength(1)
  expect(text.match(/<button class="plain" name="answer" value="(yes|maybe|no)">/g)).toHaveLength(3)
  expect(text).not.toMatch(/<script|<b>|\son\w+=/i)
})

test('200 GETs and a HEAD of the answer page, with and without an answer in the query, store no answer', async () => {
  const search = ['', '?answer=yes', '?answer=maybe', '?answer=no', '?answer=yes&utm_source=x', '?answer=yes&answer=no']
  for (let round = 0; round < 10; round += 1) {
    const opened = Array.from({ length: 20 }, (_, index) => stranger.get(pagePath() + search[index % search.length]))
    expect(new Set((await Promise.all(opened)).map(({ status }) => status))).toEqual(new Set([200]))
  }
  expect((await stranger.send('HEAD', `${pagePath()}?answer=yes`, undefined)).status).toBe(200)
  expect(await storedAnswer()).toEqual([null, null, null])
})

test('the answer page with ?answer=no highlights the No button, with an unknown answer in the query shows the plain question, and stores no answer', async () => {
  const { text } = await stranger.get(`${pagePath()}?answer=no`)
  expect(text).toContain('Press No to answer')
  expect(text.match(/class="main"/g)).toHaveLength(1)
  expect(text).toContain('<button class="main" name="answer" value="no">')
  expect((await stranger.get(`${pagePath()}?answer=%3Cscript%3E`)).text).toContain('Can you make it?')
  expect(await storedAnswer()).toEqual([null, null, null])
})

test("the form of the answer page stores the answer of the link's member and thanks the member, and a second form replaces the answer", async () => {
  const first = await postForm(stranger, pagePath(), { answer: 'yes', comment: 'With the van ' })
  expect(first.status).toBe(200)
  expect(first.text).toContain('Thanks, Ros &lt;b&gt;. You said Yes.')
  expect(first.text).toContain('Yes · With the van')
  expect(await storedAnswer()).toEqual(['yes', 'With the van', null])
  const second = await postForm(stranger, `${pagePath()}?answer=yes`, { answer: 'no', comment: '' })
  expect(second.text).toContain('You said No.')
  expect(await storedAnswer()).toEqual(['no', null, null])
})

test('the answer page shows the earlier comment beside the answer, as text and not in the form', async () => {
  await postForm(stranger, pagePath(), { answer: 'maybe', comment: '</textarea><script>x' })
  const { text } = await stranger.get(pagePath())
  expect(text).toContain('Maybe · &lt;/textarea&gt;&lt;script&gt;x')
  expect(text).toContain('></textarea>')
})

test('an answer form without a comment keeps the stored comment if the answer stays the same, and deletes it if the answer changes', async () => {
  await postForm(stranger, pagePath(), { answer: 'no', comment: 'At a wedding' })
  await postForm(stranger, pagePath(), { answer: 'no', comment: '' })
  expect(await storedAnswer()).toEqual(['no', 'At a wedding', null])
  await postForm(stranger, pagePath(), { answer: 'yes', comment: '' })
  expect(await storedAnswer()).toEqual(['yes', null, null])
})

test('after an event is moved to another date, the answer page marks the earlier answer with "(before the change)"', async () => {
  await postForm(stranger, pagePath(), { answer: 'yes' })
  await dee.patch(eventPath(), { date: '2027-03-13' })
  expect((await stranger.get(pagePath())).text).toContain('Yes (before the change)')
})

test('an answer sent by the form of the answer page sends a change of events to the open change stream of a member of the band', async () => {
  const live = await openChangeStream(dee)
  await postForm(stranger, pagePath(), { answer: 'yes' })
  await expect.poll(() => live.changes).toContainEqual(expect.objectContaining({ what: 'events', bandId: band.id }))
  live.leave()
})

test('the answer form is accepted with Sec-Fetch-Site same-origin or none, or with Origin null and no Sec-Fetch-Site, and a form from another site gets 403', async () => {
  const sent = async (headers: Record<string, string>) =>
    (await postForm(stranger, pagePath(), { answer: 'yes' }, headers)).status
  expect(await sent({ origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe(200)
  expect(await sent({ origin: 'null', 'sec-fetch-site': 'none' })).toBe(200)
  expect(await sent({ origin: 'null' })).toBe(200)
  expect(await sent({ origin: 'null', 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await sent({ origin: 'https://elsewhere.example' })).toBe(403)
})

test('the JSON route of answer links refuses a form with 415 and a request with Origin null with 403', async () => {
  const link = `/api/answer-links/${tokenFor()}`
  expect((await postForm(stranger, link, { answer: 'yes' })).status).toBe(415)
  expect((await stranger.post(link, { answer: 'yes' }, { origin: 'null' })).status).toBe(403)
  expect(await storedAnswer()).toEqual([null, null, null])
})

test('the answer page of a cancelled event has no buttons, and a form sent to that page gets a 409 page', async () => {
  await dee.patch(eventPath(), { status: 'cancelled' })
  const { status, text } = await stranger.get(pagePath())
  expect([status, text.includes('This event is cancelled'), text.includes('<button')]).toEqual([200, true, false])
  const refused = await postForm(stranger, pagePath(), { answer: 'yes' })
  expect(refused.status).toBe(409)
  expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(refused.text).toContain('<h1>This event is cancelled</h1>')
  expect(refused.headers.get('cache-control')).toBe('no-store')
})

test('an invalid answer token and the token of a removed member get a 404 page without names of events or bands', async () => {
  const foxes = await createTestBand(ros, { name: 'The Foxes' })
  const theirs = await createTestGig(ros, foxes.id)
  const tokens = [
    tokenFor(gig.id, rosCard.id),
    tokenFor(rosCard.id, theirs.id),
    `${tokenFor().slice(0, -4)}AAAA`,
    'x',
    'x'.repeat(250),
    '%00',
  ]
  for (const token of tokens) {
    for (const got of [
      await stranger.get(pagePath(token), browser),
      await postForm(stranger, pagePath(token), { answer: 'yes' }),
    ]) {
      expect([got.status, got.text.includes('<h1>This link is no longer valid</h1>')]).toEqual([404, true])
      expect(got.text).not.toMatch(/Launch|Foxes|Night Buses/)
    }
  }
  await dee.delete(`/api/bands/${band.id}/members/${rosCard.id}`)
  const dead = await stranger.get(pagePath())
  expect(dead.status).toBe(404)
  expect(dead.text).not.toMatch(/Launch|Night Buses/)
})

test('an invalid answer form gets a 400 page, a form of 70 kB gets 413, and neither stores an answer', async () => {
  const bodies: [string, string?][] = [
    ['answer=perhaps'],
    [''],
    [`answer=yes&comment=${'x'.repeat(201)}`],
    ['answer=yes&membershipId=1'],
    ['answer=yes&__proto__=1'],
    ['--x\r\nrubbish', 'multipart/form-data; boundary=x'],
    ['answer=yes', 'multipart/form-data'],
  ]
  for (const [body, type = 'application/x-www-form-urlencoded'] of bodies) {
    const { status, text } = await stranger.post(pagePath(), body, { 'content-type': type, ...browser })
    expect([body, status, text.includes('<h1>')]).toEqual([body, 400, true])
  }
  const large = `answer=yes&comment=${'x'.repeat(70_000)}`
  const refused = await stranger.post(pagePath(), large, { 'content-type': 'application/x-www-form-urlencoded' })
  expect(refused.status).toBe(413)
  expect(await storedAnswer()).toEqual([null, null, null])
})

test('the 61st request of an answer page within a minute from one address gets 429, as a page if the client accepts HTML', async () => {
  const limited = await startTestServer({ RATE_LIMIT: 'on' })
  try {
    const visitor = limited.newClient()
    const statuses: number[] = []
    for (let count = 0; count < 61; count += 1) statuses.push((await visitor.get('/answer/x')).status)
    expect([statuses.filter((status) => status === 404).length, statuses.at(-1)]).toEqual([60, 429])
    const refused = await visitor.get('/answer/x', browser)
    expect([refused.status, refused.text.includes('<h1>')]).toEqual([429, true])
  } finally {
    await limited.stop()
  }
})
