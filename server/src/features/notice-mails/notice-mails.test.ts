import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startFakeSmtp, type FakeMail, type FakeSmtp, type SmtpFault } from '@gaffer/fakes/smtp'
import type { Band } from '@gaffer/domain/band'
import type { Event } from '@gaffer/domain/event'
import type { Membership } from '@gaffer/domain/member'
import { defaultNoticeSettings, type NoticeKind } from '@gaffer/domain/notice'
import { findNoticeEmail } from '#features/notice-emails/service.ts'
import { smtpMail } from '#providers/mail.ts'
import { aBand, aGig, joinBand } from '#testing/builders.ts'
import { postForm } from '#testing/forms.ts'
import type { TestClient } from '#testing/test-client.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { mailNotice } from './service.ts'

let smtp: FakeSmtp, server: TestServer
beforeAll(async () => {
  smtp = await startFakeSmtp()
  server = await startTestServer({ SMTP_URL: smtp.url, MAIL_FROM: smtp.from })
})
afterAll(async () => {
  await server?.stop()
  await smtp?.close()
})

let dee: TestClient, ros: TestClient
let band: Band & { membership: Membership }, rosCard: Membership, gig: Event
let email: string,
  people = 0
beforeEach(async () => {
  smtp.fail(null)
  smtp.clear()
  people += 1
  email = `ros${people}@example.org`
  dee = await server.createUser({ displayName: 'Dee' })
  ros = await server.createUser({ displayName: 'Ros' })
  band = await aBand(dee)
  rosCard = await joinBand(dee, band.id, ros)
  gig = await aGig(dee, band.id, { title: 'Launch', notes: 'Canary notes' })
  await server.deps.db`insert into notice_emails (user_id, email) values (${ros.user.id}, ${email})`
})

type Given = { kind?: NoticeKind; title?: string; body?: string; eventId?: string | null; bandId?: string | null }

/** A notice to Ros with a mail to deliver. */
async function aNotice(given: Given = {}): Promise<string> {
  const {
    kind = 'answer.asked',
    title = 'Can you make it? Launch, Fri 12 Mar, 8 PM',
    body = 'Dee asks. Place: X.',
  } = given
  const { eventId = gig.id, bandId = band.id } = given
  const { db } = server.deps
  const id = randomUUIDv7()
  const url = eventId === null ? '/notices' : `/bands/${bandId}/events/${eventId}`
  await db`
    insert into notices (user_id, id, band_id, event_id, cause_id, kind, title, body, url, schedule_version)
    values (${ros.user.id}, ${id}, ${bandId}, ${eventId}, ${randomUUIDv7()}, ${kind}, ${title}, ${body}, ${url},
      ${kind === 'reminder' ? 1 : null})`
  await db`insert into notice_deliveries (notice_id, way, due_at) values (${id}, 'email', now())`
  return id
}

const send = async (given?: Given) => mailNotice(server.deps, await aNotice(given))
function onlyMail(): FakeMail & { text: string; html: string } {
  expect(smtp.messages()).toHaveLength(1)
  return smtp.messages()[0] as FakeMail & { text: string; html: string }
}
const linksIn = (text: string) =>
  [...text.matchAll(/https?:\/\/[^\s"<]+/g)].map(([url]) => url.replaceAll('&amp;', '&'))
const pathOf = (url: string) => url.slice(server.deps.config.publicUrl.length)
const storedAnswer = async () =>
  (await dee.get(`/api/bands/${band.id}/events/${gig.id}/answers`)).body[1].answer as string | null

test('the mail of a request says in subject and both parts what happened, where and when, and for whom', async () => {
  expect(await send()).toBe('sent')
  const { to, subject, text, html } = onlyMail()
  expect([to, subject]).toEqual([[email], 'Can you make it? Launch, Fri 12 Mar, 8 PM · The Night Buses'])
  for (const part of [text, html]) {
    for (const fact of [
      'Ros · The Night Buses',
      'Dee asks. Place: X.',
      'Friday 12 March, 8 PM – 11 PM',
      'The Brudenell',
    ])
      expect(part).toContain(fact)
    expect(part).toContain('You get this because mail is on for “Asked of me” in your Gaffer profile.')
    expect(part).not.toContain('Canary notes')
  }
  expect(text).toMatch(/^Ros · The Night Buses\n\nCan you make it\?/)
  expect(text).not.toMatch(/<[a-z]/i)
  expect(text.split('\n').every((line) => line.length < 998)).toBe(true)
  expect(html).toContain('prefers-color-scheme:dark')
  expect(html).not.toMatch(/<(script|img|table|link)/i)
})

test('the links of both parts work: three answers, the event, the settings and the end of these mails', async () => {
  await send()
  const { text, html } = onlyMail()
  const links = linksIn(text)
  expect(links.map((url) => pathOf(url).replace(/[\w.-]{60,}/, 'TOKEN'))).toEqual([
    '/answer/TOKEN?answer=yes',
    '/answer/TOKEN?answer=maybe',
    '/answer/TOKEN?answer=no',
    `/bands/${band.id}/events/${gig.id}`,
    '/profile/notices',
    '/unsubscribe/TOKEN',
  ])
  expect(linksIn(html)).toEqual(links)
  const yes = pathOf(links[0] as string)
  const page = await server.newClient().get(yes)
  expect([page.status, page.text.includes('Press Yes to answer')]).toEqual([200, true])
  expect(await storedAnswer()).toBeNull()
  await postForm(server.newClient(), yes.split('?')[0] as string, { answer: 'yes' })
  expect(await storedAnswer()).toBe('yes')
  expect((await server.newClient().get(pathOf(links[5] as string))).status).toBe(200)
})

test('the headers have a stable id, the thread of the event and the end with one click', async () => {
  const id = await aNotice()
  await mailNotice(server.deps, id)
  const { headers, from } = onlyMail()
  const host = new URL(server.deps.config.publicUrl).hostname
  expect(headers['message-id']).toBe(`<notice-${id}@${host}>`)
  expect(headers['references']).toBe(`<event-${gig.id}@${host}>`)
  expect(headers['list-unsubscribe']).toMatch(/^<https?:\/\/[^>]+\/unsubscribe\/[\w.-]+>$/)
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(from).toBe('gaffer@pretend.test')
})

test('one POST to the address in the header turns the mails of this group off, and no others', async () => {
  await send()
  const path = pathOf((onlyMail().headers['list-unsubscribe'] as string).slice(1, -1))
  const { status } = await postForm(
    server.newClient(),
    path,
    { 'List-Unsubscribe': 'One-Click' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' },
  )
  expect(status).toBe(200)
  expect(await send()).toBe('dropped')
  expect(await send({ kind: 'event.changed' })).toBe('sent')
})

test('a reminder has a link to the map and no buttons; a change has neither', async () => {
  await send({ kind: 'reminder', title: 'Tomorrow: Launch' })
  expect(onlyMail().text).toContain('https://www.google.com/maps/search/?api=1&query=The%20Brudenell')
  expect(onlyMail().text).not.toContain('/answer/')
  smtp.clear()
  await send({ kind: 'event.changed', title: 'Launch moved' })
  expect(onlyMail().text).not.toMatch(/google|answer\//)
})

test('a notice about no band has a plain subject and no thread', async () => {
  const { groups, reminders } = structuredClone(defaultNoticeSettings)
  groups.news.email = true
  await server.deps.db`insert into notice_settings (user_id, groups, reminders)
    values (${ros.user.id}, ${JSON.stringify(groups)}, ${JSON.stringify(reminders)})`
  await send({ kind: 'calendar.failing', title: 'Your calendar can’t be read', bandId: null, eventId: null })
  const { subject, headers, text } = onlyMail()
  expect([subject, headers['references']]).toEqual(['Your calendar can’t be read', undefined])
  expect(text).toMatch(/^Ros\n\n/)
})

test('names and texts of members are escaped in the HTML and cannot add headers', async () => {
  await dee.patch(`/api/bands/${band.id}`, { name: '<b>&"' })
  await send({ title: 'x\r\nBcc: all@example.org', body: '<img src=x onerror=alert(1)>' })
  const { to, html, headers, subject } = onlyMail()
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).toContain('&lt;b&gt;&amp;&quot;')
  expect([to, headers['bcc'], subject]).toEqual([[email], undefined, expect.stringContaining('Bcc: all@example.org')])
})

test('a mail has nothing of another band of the member', async () => {
  const foxes = await aBand(ros, { name: 'Canary Foxes', displayName: 'CanaryRos', role: 'CanaryRole' })
  await aGig(ros, foxes.id, { title: 'Canary gig', venue: 'Canary Hall', notes: 'Canary notes' })
  await send()
  expect(JSON.stringify(onlyMail())).not.toMatch(/canary/i)
})

test('nothing is sent to a removed member, an unverified or removed address, or one whose mail came back', async () => {
  const removed = await aNotice({ eventId: null })
  const { db } = server.deps
  await db`delete from notice_emails where user_id = ${ros.user.id}`
  await ros.post('/api/me/email', { email: `new.${email}` })
  expect(await mailNotice(server.deps, removed)).toBe('dropped')
  await db`insert into notice_emails (user_id, email, bounced_at) values (${ros.user.id}, ${email}, now())`
  expect(await mailNotice(server.deps, removed)).toBe('dropped')
  await db`update notice_emails set bounced_at = null where user_id = ${ros.user.id}`
  await dee.delete(`/api/bands/${band.id}/members/${rosCard.id}`)
  expect(await mailNotice(server.deps, removed)).toBe('dropped')
  expect(smtp.messages().filter(({ to }) => to.includes(email))).toEqual([])
})

test('requests and reminders of a cancelled or deleted event, and answered nudges, are not mailed', async () => {
  const nudge = await aNotice({ kind: 'answer.nudge' })
  await ros.put(`/api/bands/${band.id}/events/${gig.id}/answers/${rosCard.id}`, { answer: 'yes' })
  expect(await mailNotice(server.deps, nudge)).toBe('dropped')
  const reminder = await aNotice({ kind: 'reminder' })
  await dee.patch(`/api/bands/${band.id}/events/${gig.id}`, { date: '2027-03-13' })
  expect(await mailNotice(server.deps, reminder)).toBe('dropped')
  const asked = await aNotice()
  await dee.patch(`/api/bands/${band.id}/events/${gig.id}`, { status: 'cancelled' })
  expect(await mailNotice(server.deps, asked)).toBe('dropped')
  expect(await send({ kind: 'event.cancelled', title: 'Launch is cancelled' })).toBe('sent')
})

test('20 workers at once send one mail', async () => {
  const id = await aNotice()
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => mailNotice(server.deps, id)))
  expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(1)
  expect(smtp.messages()).toHaveLength(1)
})

test.each<[string, SmtpFault]>([
  ['no greeting', { at: 'greeting', how: 'hang' }],
  ['421 at the greeting', { at: 'greeting', how: 421 }],
  ['451 at the recipient', { at: 'recipient', how: 451 }],
  ['452 after the text', { at: 'data', how: 452 }],
])('after %s a retry sends the same mail once', async (_, fault) => {
  const id = await aNotice()
  const deps = { ...server.deps, mail: smtpMail({ url: smtp.url, from: smtp.from, timeoutMs: 500 }) }
  smtp.fail(fault)
  await expect(mailNotice(deps, id)).rejects.toThrow('mail')
  smtp.fail(null)
  expect(await mailNotice(server.deps, id)).toBe('sent')
  expect(await mailNotice(server.deps, id)).toBe('failed')
  expect(onlyMail().headers['message-id']).toContain(id)
})

test.each<[string, SmtpFault]>([
  ['silence after the text', { at: 'data', how: 'hang' }],
  ['a dropped connection after the text', { at: 'data', how: 'drop' }],
])('after %s the mail may have arrived and is not sent again', async (_, fault) => {
  const id = await aNotice()
  const deps = { ...server.deps, mail: smtpMail({ url: smtp.url, from: smtp.from, timeoutMs: 500 }) }
  smtp.fail(fault)
  expect(await mailNotice(deps, id)).toBe('failed')
  smtp.fail(null)
  expect(await mailNotice(deps, id)).toBe('failed')
  expect(smtp.messages()).toHaveLength(1)
})

test('a server that answers rubbish fails the mail and nothing else', async () => {
  const rubbish = createServer((socket) => void socket.on('error', () => undefined).end('<html>hello</html>\r\n'))
  rubbish.listen(0, '127.0.0.1')
  await once(rubbish, 'listening')
  const { port } = rubbish.address() as AddressInfo
  const mail = smtpMail({ url: `smtp://127.0.0.1:${port}`, from: smtp.from, timeoutMs: 500 })
  expect(await mailNotice({ ...server.deps, mail }, await aNotice())).toBe('failed')
  rubbish.close()
  expect((await findNoticeEmail(server.deps.db, ros.user.id)).emailProblem).toBeNull()
})

test('an unknown address is marked for all its accounts, gets no more mail, and works after a new code', async () => {
  await server.deps.db`insert into notice_emails (user_id, email) values (${dee.user.id}, ${email.toUpperCase()})`
  smtp.fail({ at: 'recipient', how: 550 })
  expect(await send()).toBe('failed')
  smtp.fail(null)
  for (const { user } of [ros, dee]) {
    expect((await findNoticeEmail(server.deps.db, user.id)).emailProblem).toMatch(/^Mail to this address came back/)
  }
  expect(await send()).toBe('dropped')
  expect((await ros.post('/api/me/email', { email })).status).toBe(202)
  await expect.poll(() => smtp.messages().length).toBe(1)
  const code = (smtp.messages()[0]?.subject as string).slice(0, 6)
  const { body } = await ros.post('/api/me/email/verify', { code })
  expect([body.emailVerified, body.emailProblem]).toEqual([true, null])
  expect(await send()).toBe('sent')
})

test('a code to an unknown address is reported in the settings', async () => {
  await server.deps.db`delete from notice_emails where user_id = ${ros.user.id}`
  smtp.fail({ at: 'recipient', how: 550 })
  await ros.post('/api/me/email', { email })
  const problem = async () => (await findNoticeEmail(server.deps.db, ros.user.id)).emailProblem
  await expect.poll(problem).toMatch(/^Mail to this address came back/)
})

test('a refused sender marks no address', async () => {
  smtp.fail({ at: 'sender', how: 550 })
  expect(await send()).toBe('failed')
  expect((await findNoticeEmail(server.deps.db, ros.user.id)).emailProblem).toBeNull()
})

test('MAIL_PER_DAY limits notices too', async () => {
  const [row] = await server.deps.db<{ sent: number }[]>`
    select count(*)::int as sent from mails_sent where at > now() - interval '1 day'`
  const limited = { ...server.deps, config: { ...server.deps.config, mailPerDay: (row?.sent ?? 0) + 2 } }
  const notices = [await aNotice(), await aNotice(), await aNotice(), await aNotice()]
  const outcomes = await Promise.all(notices.map((id) => mailNotice(limited, id)))
  expect(outcomes.toSorted()).toEqual(['failed', 'failed', 'sent', 'sent'])
})
