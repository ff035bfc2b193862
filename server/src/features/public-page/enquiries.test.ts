import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import type { Membership } from '@gaffer/domain/bands/member'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { createTestBand, joinBand } from '#testing/builders.ts'
import { postForm } from '#testing/forms.ts'
import { readMailsTo, waitForMailTo } from '#testing/mail.ts'
import {
  createEnquiryToken,
  createTestEnquiry,
  enquiryFields,
  listTestEnquiries,
  sendEnquiryForm,
  turnPageOn,
} from '#testing/public-page.ts'
import { immediateNoticesEnvironment } from '#testing/notices.ts'
import { fromNow, testClock } from '#testing/test-clock.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'
import { purgeExpired } from '#features/operations/retention.ts'

const server = useTestServer({ ...immediateNoticesEnvironment, TRUST_PROXY: '1' })
let dee: TestClient, ada: TestClient, mo: TestClient, bea: TestClient
let band: Band & { membership: Membership }
let slug: string
let count = 0
let email: string

afterEach(testClock.reset)
beforeEach(async () => {
  dee = await server().createUser({ displayName: 'Dee' })
  ada = await server().createUser({ displayName: 'Ada' })
  mo = await server().createUser({ displayName: 'Mo' })
  band = await createTestBand(dee)
  const { id } = await joinBand(dee, band.id, ada)
  await dee.patch(`/api/bands/${band.id}/members/${id}`, { access: 'admin' })
  await joinBand(dee, band.id, mo)
  bea = server().newClient()
  slug = String((await turnPageOn(dee, band.id)).slug)
  count += 1
  email = `Bea.${count}@example.org`
})

/** Sends the form from a network address of the test's own, so that the budget of one address is not used up. */
const send = (changes: Record<string, string | string[]> = {}, address = `198.51.100.${count}`) => {
  return sendEnquiryForm(withAddress(server().newClient(), address), slug, { email, ...changes })
}
function withAddress(client: TestClient, address: string): TestClient {
  const post = client.post
  client.post = (path, body, headers = {}) => post(path, body, { ...headers, 'x-forwarded-for': address })
  return client
}
const tokenIn = (text: string) => /\/enquiry\/([\w-]+)/.exec(text)?.[1] as string

test('an enquiry reaches the band once its sender has opened the link in the mail and pressed Send', async () => {
  const sent = await send({ dates: ['2027-06-05', '2027-06-12'] })
  expect([sent.status, sent.text.includes('Please look into your mail')]).toEqual([200, true])
  const mail = await waitForMailTo(bea, email.toLowerCase())
  expect(await listTestEnquiries(dee, band.id)).toEqual([])
  const path = `/enquiry/${tokenIn(mail.text)}`
  for (let at = 0; at < 20; at += 1) expect((await bea.get(path)).status).toBe(200)
  expect(await listTestEnquiries(dee, band.id)).toEqual([])
  expect((await postForm(bea, path, {})).text).toContain('has your enquiry')
  expect((await postForm(bea, path, {})).text).toContain('has your enquiry')
  const [enquiry, ...others] = await listTestEnquiries(ada, band.id)
  expect(others).toEqual([])
  expect(enquiry).toMatchObject({
    ...enquiryFields,
    email,
    dates: ['2027-06-05', '2027-06-12'],
    status: 'new',
    eventIds: [],
    version: 1,
  })
  expect((await mo.get(`/api/bands/${band.id}/enquiries`)).status).toBe(403)
})

test('the mail and the notices of an enquiry contain no word that its sender typed, and only admins and owners get a notice', async () => {
  await send({ name: 'Zwords', occasion: 'Zwords do', place: 'Zwords hall', text: 'Zwords http://zwords.example' })
  const mail = await waitForMailTo(bea, email.toLowerCase())
  expect(JSON.stringify(mail)).not.toMatch(/zwords/i)
  await postForm(bea, `/enquiry/${tokenIn(mail.text)}`, {})
  const notices = async (client: TestClient) =>
    (await client.get('/api/me/notices')).body.items ?? (await client.get('/api/me/notices')).body
  await expect.poll(async () => JSON.stringify(await notices(ada))).toContain('enquiry.received')
  expect(JSON.stringify(await notices(dee))).toContain('/admin?tab=page')
  expect(JSON.stringify(await notices(dee))).not.toMatch(/zwords/i)
  expect(JSON.stringify(await notices(mo))).not.toContain('enquiry.received')
})

test('the text of an unconfirmed enquiry is encrypted in the database, and a purge 49 hours later deletes it', async () => {
  await send({ text: 'Zsecret words' })
  const rows = await server().services.db.query({
    text: 'select sealed from unconfirmed_enquiries where band_id = $1',
    values: [band.id],
  })
  const [row] = rows as { sealed: Buffer }[]
  expect(row?.sealed.includes('Zsecret')).toBe(false)
  testClock.set(fromNow({ hours: 49 }))
  await purgeExpired(server().services)
  const left = await server().services.db.query({
    text: 'select from unconfirmed_enquiries where band_id = $1',
    values: [band.id],
  })
  expect(left).toHaveLength(0)
})

test.each([
  ['an empty name', 'name', ''],
  ['a malformed email address', 'email', 'nobody'],
  ['a blank occasion', 'occasion', ' '],
  ['a malformed date', 'dates', '31 June'],
  ['a past date', 'dates', '2020-01-01'],
  ['no text', 'text', ''],
  ['a text of 2,001 characters', 'text', 'x'.repeat(2001)],
])('an enquiry form with %s is 422, with an error at that field and the typed values', async (_, field, value) => {
  const wrong = await send({ name: 'Bea <Bride>', [field]: value })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain(`id="${field}-error"`)
  if (field !== 'name') expect(wrong.text).toContain('value="Bea &lt;Bride&gt;"')
  if (field !== 'text') expect(wrong.text).toContain('Two sets, please.')
})

test('an enquiry form with a past date and another wrong field shows both errors', async () => {
  const { text } = await send({ name: '', dates: '2020-01-01' })
  expect([text.includes('id="name-error"'), text.includes('id="dates-error"')]).toEqual([true, true])
})

test('an enquiry form that is sent within seconds of opening is refused with 422, and a form with the hidden field filled in sends no mail', async () => {
  const seconds = Math.floor(testClock.now().getTime() / 1000)
  expect((await send({ opened: String(seconds) })).status).toBe(422)
  expect((await send({ website: 'https://spam.example' })).text).toContain('Please look into your mail')
  expect((await send({ opened: String(seconds - 30) })).status).toBe(200)
  await waitForMailTo(bea, email.toLowerCase())
  expect(await readMailsTo(bea, email.toLowerCase())).toHaveLength(1)
})

test('an email address gets one confirmation mail per band and three mails in all a day, and a second form to a band gets the same page as the first', async () => {
  const first = await send()
  const second = await send()
  expect(second.text).toBe(first.text)
  const stored = () =>
    server().services.db.query({
      text: `select from outgoing_messages where recipient = $1`,
      values: [email.toLowerCase()],
    })
  expect(await stored()).toHaveLength(1)
  await waitForMailTo(bea, email.toLowerCase())
  for (let at = 0; at < 4; at += 1) {
    const other = await createTestBand(dee)
    const { slug: otherSlug } = await turnPageOn(dee, other.id)
    const sent = await sendEnquiryForm(withAddress(server().newClient(), `203.0.113.${count}`), otherSlug, { email })
    expect(sent.status).toBe(200)
  }
  await waitForMailTo(bea, email.toLowerCase(), 3)
  expect(await stored()).toHaveLength(3)
})

test('seven enquiry forms from different addresses of one IPv6 /64 network send five confirmation mails in an hour', async () => {
  for (let at = 0; at < 7; at += 1)
    await sendEnquiryForm(withAddress(server().newClient(), `2001:db8:${count}:1::${at}`), slug, {
      email: `n${at}.${count}@example.org`,
    })
  const stored = await server().services.db.query({
    text: `select from outgoing_messages where band_id = $1 and purpose = 'enquiry'`,
    values: [band.id],
  })
  expect(stored).toHaveLength(5)
})

test('confirming the 31st enquiry of a band in a day is 429, and confirming the 301st open enquiry is 409 until another enquiry is declined', async () => {
  for (let at = 0; at < 30; at += 1) await createTestEnquiry(server(), band.id)
  const path = `/enquiry/${await createEnquiryToken(server(), band.id)}`
  expect((await postForm(bea, path, {})).status).toBe(429)
  testClock.set(fromNow({ hours: 25 }))
  expect((await postForm(bea, path, {})).status).toBe(200)
  for (let at = 0; at < 269; at += 1) await createTestEnquiry(server(), band.id)
  testClock.set(fromNow({ hours: 25 }))
  const last = `/enquiry/${await createEnquiryToken(server(), band.id)}`
  expect((await postForm(bea, last, {})).status).toBe(409)
  const [open] = await listTestEnquiries(ada, band.id)
  await ada.patch(`/api/bands/${band.id}/enquiries/${open?.id}`, { status: 'declined' })
  expect((await postForm(bea, last, {})).status).toBe(200)
})

test('pencilling an enquiry adds its dates as options with the sender as contact, and pencilling it again is 409', async () => {
  const enquiryId = await createTestEnquiry(server(), band.id, { dates: ['2027-06-12', '2027-06-05'] })
  const path = `/api/bands/${band.id}/enquiries/${enquiryId}/pencil`
  const made = await ada.post(path)
  expect(made.status).toBe(201)
  const { events } = made.body
  expect(
    events.map(({ date, status, optionCount }: { date: string; status: string; optionCount: number }) => [
      date,
      status,
      optionCount,
    ]),
  ).toEqual([
    ['2027-06-05', 'tentative', 2],
    ['2027-06-12', 'tentative', 2],
  ])
  expect(events[0]).toMatchObject({ title: 'Wedding', hasGigSheet: true, isListed: false })
  const sheet = (await mo.get(`/api/bands/${band.id}/events/${events[0].id}/gig-sheet`)).body
  expect(sheet).toMatchObject({ contactName: 'Bea Bride', contactEmail: 'bea@example.org' })
  expect((await ada.post(path)).status).toBe(409)
  const [enquiry] = await listTestEnquiries(dee, band.id)
  expect(enquiry).toMatchObject({
    status: 'pencilled',
    version: 2,
    eventIds: events.map(({ id }: { id: string }) => id),
  })
})

test('pencilling an enquiry for today and a past date adds one event, for today, and pencilling an enquiry for past dates only is 409', async () => {
  const today = todayInLondon(testClock.now())
  const one = await createTestEnquiry(server(), band.id, { dates: ['2020-06-05', today] })
  const made = await ada.post(`/api/bands/${band.id}/enquiries/${one}/pencil`)
  expect(made.body.events).toMatchObject([{ date: today, status: 'tentative', optionGroupId: null }])
  const over = await createTestEnquiry(server(), band.id, { dates: ['2020-06-05'] })
  expect((await ada.post(`/api/bands/${band.id}/enquiries/${over}/pencil`)).status).toBe(409)
})

test('a status change with an older version of an enquiry is 412, and an enquiry is deleted 367 days after its last change', async () => {
  const enquiryId = await createTestEnquiry(server(), band.id)
  const path = `/api/bands/${band.id}/enquiries/${enquiryId}`
  const changed = await ada.patch(path, { status: 'declined' }, { 'if-match': '"1"' })
  expect(changed.body).toMatchObject({ status: 'declined', version: 2 })
  expect((await dee.patch(path, { status: 'new' }, { 'if-match': '"1"' })).status).toBe(412)
  testClock.set(fromNow({ days: 367 }))
  await purgeExpired(server().services)
  expect(
    await server().services.db.query({ text: 'select from enquiries where band_id = $1', values: [band.id] }),
  ).toHaveLength(0)
})

test('after the enquiry form of a public page is turned off, new and unconfirmed enquiries are 409, and the link of a confirmed enquiry still shows that the band has it', async () => {
  const confirmed = `/enquiry/${await createEnquiryToken(server(), band.id)}`
  await postForm(bea, confirmed, {})
  const path = `/enquiry/${await createEnquiryToken(server(), band.id)}`
  await turnPageOn(dee, band.id, { acceptsEnquiries: false })
  expect((await send()).status).toBe(409)
  expect((await bea.get(path)).status).toBe(409)
  expect((await bea.get(confirmed)).text).toContain('has your enquiry')
  expect((await bea.get(`/b/${slug}`)).text).not.toContain('<form')
})
