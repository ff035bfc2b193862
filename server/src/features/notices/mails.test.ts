import { beforeEach, expect, test } from 'vitest'
import type { FakeSmtp } from '@gaffer/fakes/smtp'
import { defaultNoticeSettings } from '@gaffer/domain/notices/notice'
import { createTestBand, createTestGig } from '#testing/builders.ts'
import { postForm } from '#testing/forms.ts'
import {
  insertMailNotice,
  deliverNoticeMail,
  insertAndDeliverNotice,
  expectOnlyMail,
  useNoticeMailFixture,
  type NoticeMailScene,
} from '#testing/notice-mails.ts'
import { deliverNotice } from '#testing/messages.ts'
import { testClock } from '#testing/test-clock.ts'
import type { TestServer } from '#testing/test-server.ts'

const mailed = useNoticeMailFixture()
let server: TestServer, smtp: FakeSmtp
let dee: NoticeMailScene['dee'],
  ros: NoticeMailScene['ros'],
  band: NoticeMailScene['band'],
  rosCard: NoticeMailScene['rosCard']
let gig: NoticeMailScene['gig'], email: string
beforeEach(() => {
  server = mailed.server()
  smtp = mailed.smtp()
  ;({ dee, ros, band, rosCard, gig, email } = mailed.scene())
})

const linksIn = (text: string) =>
  [...text.matchAll(/https?:\/\/[^\s"<]+/g)].map(([url]) => url.replaceAll('&amp;', '&'))
const pathOf = (url: string) => url.slice(server.services.config.publicUrl.length)
const storedAnswer = async () =>
  (await dee.get(`/api/bands/${band.id}/events/${gig.id}/answers`)).body[1].answer as string | null

test('the mail that asks for an answer names the event and band in its subject, and the recipient, asker, time and place in its text and HTML', async () => {
  expect(await insertAndDeliverNotice()).toBe('sent')
  const { to, subject, text, html } = expectOnlyMail()
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

test("text and HTML of a notice's mail link to the three answers, the event, the settings and unsubscribe", async () => {
  await insertAndDeliverNotice()
  const { text, html } = expectOnlyMail()
  const links = linksIn(text)
  expect(links.map((url) => pathOf(url).replace(/(?<=^\/(answer|unsubscribe)\/)[\w.-]+/, 'TOKEN'))).toEqual([
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

test("a notice's mail has the notice's id in Message-ID, the event's id in References, and one-click List-Unsubscribe", async () => {
  const id = await insertMailNotice()
  await deliverNotice(server.services, id, 'mail')
  const { headers, from } = expectOnlyMail()
  const host = new URL(server.services.config.publicUrl).hostname
  expect(headers['message-id']).toBe(`<notice-${id}@${host}>`)
  expect(headers['references']).toBe(`<event-${gig.id}@${host}>`)
  expect(headers['list-unsubscribe']).toMatch(/^<https?:\/\/[^>]+\/unsubscribe\/[\w.-]+>$/)
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(from).toBe('gaffer@pretend.test')
})

test('one POST to the List-Unsubscribe URL of a mail turns off the mails of that group of notices, and not the mails of another group', async () => {
  await insertAndDeliverNotice()
  const path = pathOf((expectOnlyMail().headers['list-unsubscribe'] as string).slice(1, -1))
  const { status } = await postForm(
    server.newClient(),
    path,
    { 'List-Unsubscribe': 'One-Click' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' },
  )
  expect(status).toBe(200)
  expect(await insertAndDeliverNotice()).toBe('dropped')
  expect(await insertAndDeliverNotice({ kind: 'event.changed' })).toBe('sent')
})

test('the mail of a reminder has a link to the map and no answer links; the mail of a change has no link to the map and no answer links', async () => {
  await insertAndDeliverNotice({ kind: 'reminder', title: 'Tomorrow: Launch' })
  expect(expectOnlyMail().text).toContain('https://www.google.com/maps/search/?api=1&query=The%20Brudenell')
  expect(expectOnlyMail().text).not.toContain('/answer/')
  smtp.clear()
  await insertAndDeliverNotice({ kind: 'event.changed', title: 'Launch moved' })
  expect(expectOnlyMail().text).not.toMatch(/google|answer\//)
})

test('the mail of a notice without a band has a subject without a band name and no References header', async () => {
  const { groups, reminders } = structuredClone(defaultNoticeSettings)
  groups.news.email = true
  await server.services.db`insert into notice_settings (user_id, groups, reminders, changed_at)
    values (${ros.user.id}, ${JSON.stringify(groups)}, ${JSON.stringify(reminders)}, ${testClock.now()})`
  await insertAndDeliverNotice({
    kind: 'calendar.failing',
    title: 'Your calendar can’t be read',
    bandId: null,
    eventId: null,
  })
  const { subject, headers, text } = expectOnlyMail()
  expect([subject, headers['references']]).toEqual(['Your calendar can’t be read', undefined])
  expect(text).toMatch(/^Ros\n\n/)
})

test('names and texts of members are escaped in the HTML of mails and cannot add headers', async () => {
  await dee.patch(`/api/bands/${band.id}`, { name: '<b>&"' })
  await insertAndDeliverNotice({ title: 'x\r\nBcc: all@example.org', body: '<img src=x onerror=alert(1)>' })
  const { to, html, headers, subject } = expectOnlyMail()
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).toContain('&lt;b&gt;&amp;&quot;')
  expect([to, headers['bcc'], subject]).toEqual([[email], undefined, expect.stringContaining('Bcc: all@example.org')])
})

test("a notice's mail contains nothing of another band of the recipient", async () => {
  const foxes = await createTestBand(ros, { name: 'Canary Foxes', displayName: 'CanaryRos', role: 'CanaryRole' })
  await createTestGig(ros, foxes.id, { title: 'Canary gig', venue: 'Canary Hall', notes: 'Canary notes' })
  await insertAndDeliverNotice()
  expect(JSON.stringify(expectOnlyMail())).not.toMatch(/canary/i)
})

test('no mail is sent to a removed member, or to an unverified, removed or bounced address', async () => {
  const { db } = server.services
  await db`delete from notice_emails where user_id = ${ros.user.id}`
  await ros.post('/api/me/email', { email: `new.${email}` })
  expect(await insertAndDeliverNotice({ eventId: null })).toBe('dropped')
  await db`insert into notice_emails (user_id, email, verified_at, bounced_at)
    values (${ros.user.id}, ${email}, ${testClock.now()}, ${testClock.now()})`
  expect(await insertAndDeliverNotice({ eventId: null })).toBe('dropped')
  await db`update notice_emails set bounced_at = null where user_id = ${ros.user.id}`
  const removed = await insertMailNotice({ eventId: null })
  await dee.delete(`/api/bands/${band.id}/members/${rosCard.id}`)
  // The notices of a removed member are deleted, with their messages.
  expect(await deliverNotice(server.services, removed, 'mail')).toBeUndefined()
  expect(smtp.messages().filter(({ to }) => to.includes(email))).toEqual([])
})

test('requests for an answer and reminders about cancelled or deleted events, reminders about moved events and answered nudges are not mailed; the notice of a cancellation is mailed', async () => {
  const nudge = await insertMailNotice({ kind: 'answer.nudge' })
  await ros.put(`/api/bands/${band.id}/events/${gig.id}/answers/${rosCard.id}`, { answer: 'yes' })
  expect(await deliverNoticeMail(nudge)).toBe('dropped')
  const reminder = await insertMailNotice({ kind: 'reminder' })
  await dee.patch(`/api/bands/${band.id}/events/${gig.id}`, { date: '2027-03-13' })
  expect(await deliverNoticeMail(reminder)).toBe('dropped')
  const asked = await insertMailNotice()
  await dee.patch(`/api/bands/${band.id}/events/${gig.id}`, { status: 'cancelled' })
  expect(await deliverNoticeMail(asked)).toBe('dropped')
  expect(await insertAndDeliverNotice({ kind: 'event.cancelled', title: 'Launch is cancelled' })).toBe('sent')

  const { id: eventId } = await createTestGig(dee, band.id)
  const remind = () => insertAndDeliverNotice({ kind: 'reminder', eventId })
  expect(await remind()).toBe('sent')
  await dee.patch(`/api/bands/${band.id}/events/${eventId}`, { status: 'cancelled' })
  expect(await remind()).toBe('dropped')
  await dee.patch(`/api/bands/${band.id}/events/${eventId}`, { status: 'confirmed' })
  await dee.delete(`/api/bands/${band.id}/events/${eventId}`)
  expect([await remind(), await insertAndDeliverNotice({ eventId })]).toEqual(['dropped', 'dropped'])
})

test("20 parallel workers send a notice's mail once", async () => {
  const id = await insertMailNotice()
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => deliverNotice(server.services, id, 'mail')))
  expect(outcomes.filter((outcome) => outcome === 'failed')).toEqual([])
  expect(smtp.messages()).toHaveLength(1)
})
