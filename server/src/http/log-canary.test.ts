// The tests depend on each other: three put secrets into requests and errors, and the last one searches the log for these secrets.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestBand, createTestGig, createTestPractice, joinBand } from '#testing/builders.ts'
import { postForm } from '#testing/forms.ts'
import { createTestDep, askDeps, waitForDepLinkPath } from '#testing/dep-helpers.ts'
import { waitForMailTo } from '#testing/mail.ts'
import { immediateNoticesEnvironment } from '#testing/notices.ts'
import { authorizeAtFake, startGoogleSignIn, setGoogleFaults } from '#testing/google.ts'
import { codeIn, waitForTextTo, toWrongCode } from '#testing/sms.ts'
import { testClock } from '#testing/test-clock.ts'
import { nextTestPhone, startTestServer, type TestServer } from '#testing/test-server.ts'

const lines: string[] = []
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(
    { ...immediateNoticesEnvironment, LOG_LEVEL: 'trace' },
    { write: (line) => void lines.push(line) },
  )
})
afterAll(() => server.stop())

/** Secrets that must not be logged, by kind. */
const secrets = new Map<string, string>()

function keepSecret(what: string, secret: string): string {
  secrets.set(what, secret)
  return secret
}

test('requests with an invitation, a phone number, a code, tokens, cookies and a feed address are served at log level trace', async () => {
  const owner = await server.createUser()
  const band = await createTestBand(owner)
  const { inviteLink } = (await owner.post(`/api/bands/${band.id}/invites/general`)).body
  const token = keepSecret('invitation', new URL(inviteLink).pathname.split('/')[2] as string)
  const phone = keepSecret('number', nextTestPhone())
  keepSecret('number as people write it', `0${phone.slice(3)}`)

  const browser = server.newClient()
  await browser.get(`/invite/${token}`)
  await browser.get(`/api/invites/${token}`)
  await browser.post('/auth/invite', { token })
  await browser.post('/auth/phone/send-code', { phone })
  const code = keepSecret('code', codeIn(await waitForTextTo(browser, phone)))
  await browser.post('/auth/phone/verify-code', { phone, code: toWrongCode(code) })
  await browser.post('/auth/phone/verify-code', { phone: `${phone}0`, code })
  const { accessToken } = (await browser.post('/auth/phone/verify-code', { phone, code })).body
  keepSecret('bearer', accessToken)
  await browser.get('/api/me', { authorization: `Bearer ${accessToken}` })
  await browser.get('/api/me', { authorization: `Bearer ${accessToken}x` })
  await browser.get(`/auth/debug?session=${accessToken}`)
  await browser.post(`/api/invites/${token}/accept`)
  for (const [name, value] of browser.cookies) keepSecret(name, value)

  const { urls } = (await browser.get(`/api/bands/${band.id}/calendar/url`)).body
  const feed = keepSecret('feed address', new URL(urls.full).pathname)
  expect((await server.newClient().get(feed)).status).toBe(200)
  await browser.post(`/api/bands/${band.id}/calendar/url/rotate`)
  const { links, db } = server.services
  const event = await createTestPractice(owner, band.id)
  const answer = keepSecret('answer link', links.signLink('answer', [band.membership.id, event.id]))
  await browser.get(`/answer/${answer}`)
  await postForm(browser, `/answer/${answer}`, { answer: 'yes' })
  await browser.get(`/api/answer-links/${answer}x`)
  const unsubscribe = links.signLink('unsubscribe', [owner.user.id], { boundTo: 'asked' })
  keepSecret('unsubscribe link', unsubscribe)
  await postForm(browser, `/unsubscribe/${unsubscribe}`, { 'List-Unsubscribe': 'One-Click' })
  const share = `/api/bands/${band.id}/events/${(await createTestGig(owner, band.id)).id}/gig-sheet/share`
  const sheet = keepSecret(
    'gig sheet link',
    new URL((await owner.post(share)).body.url).pathname.slice('/sheet/'.length),
  )
  await browser.get(`/api/sheets/${sheet}`)
  await browser.get(`/sheet/${sheet}`)
  await browser.get(`/api/sheets/${sheet}x`)
  const dep = await createTestDep(owner, band.id, { name: 'Canary Tom' })
  keepSecret('number of a dep', dep.phone.slice(3))
  await askDeps(owner, share.replace('/gig-sheet/share', ''), [dep])
  const depLink = keepSecret('link of a dep', (await waitForDepLinkPath(owner, dep)).slice('/api/dep-links/'.length))
  await browser.get(`/dep/${depLink}`)
  await browser.get(`/dep/${depLink}.ics`)
  await browser.get(`/api/dep-links/${depLink}`)
  await browser.post(`/api/dep-links/${depLink}`, { answer: 'yes' })
  await browser.post(`/api/dep-links/${depLink}x`, { answer: 'yes' })
  const personal = keepSecret('personal feed', new URL((await owner.get('/api/me/calendar/url')).body.url).pathname)
  await browser.get(personal)
  const calendar = { url: `${server.exampleCalendarUrl}?secret=canary-of-a-calendar`, name: 'Work' }
  keepSecret('address of a calendar', 'canary-of-a-calendar')
  await owner.post('/api/me/calendars', calendar)
  await owner.post('/api/me/calendars', { ...calendar, url: 'http://127.0.0.1:9/canary-of-a-calendar.ics' })
  const { body: subscription } = await owner.post('/dev/push-subscriptions', {})
  keepSecret('push endpoint', new URL(subscription.endpoint).pathname)
  await owner.post('/api/me/push-subscriptions', subscription)
  await owner.post('/api/me/push-subscriptions', { ...subscription, endpoint: `${subscription.endpoint} x` })
  const email = keepSecret('address for notices', 'canary.address@example.org')
  await owner.post('/api/me/email', { email })
  keepSecret('email code', (await waitForMailTo(owner, email)).text.slice(0, 6))
  await owner.post('/api/me/email/verify', { code: 'rubbish' })
  expect(await db`select from notice_email_codes where email = ${email} and code_mac is not null`).toHaveLength(1)
  expect((await server.newClient().get(feed)).status).toBe(404)

  const address = await startGoogleSignIn(browser)
  keepSecret('google cookie', browser.cookies.get('gaffer_google') as string)
  keepSecret('google state', address.searchParams.get('state') as string)
  const callback = await authorizeAtFake(address, 'ann')
  keepSecret('google code', new URLSearchParams(callback.split('?')[1]).get('code') as string)
  await setGoogleFaults(address, { tokenFault: 'signature' })
  await browser.get(callback)
  await setGoogleFaults(address, { fault: { kind: 'status', status: 500 } })
  await browser.get(await authorizeAtFake(await startGoogleSignIn(browser), 'ann'))
  await setGoogleFaults(address, {})
  await browser.get(`/nowhere/${token}?phone=${phone}`)
  await browser.post('/api/me', `{"phone": "${phone}", `, { 'content-type': 'application/json' })
  await browser.get('/api/me/export')
  await joinBand(owner, band.id, await server.createUser())
  expect((await browser.delete('/api/me')).status).toBe(204)
})

test('PostgreSQL errors about a phone number are logged without the number, and a unique violation is logged with the name of its constraint', async () => {
  const { db, log } = server.services
  const phone = keepSecret('refused number', nextTestPhone())
  const insert = () => db`
    insert into users (id, phone, created_at, updated_at)
    values (gen_random_uuid(), ${phone}, ${testClock.now()}, ${testClock.now()})`
  await insert()
  const failing = [insert, () => db.query(`select '${phone}'::uuid`), () => db.query(`select * from "${phone}"`)]
  for (const query of failing) {
    const err = await query().catch((error: unknown) => error)
    log.error({ err }, 'request failed')
  }
  expect(lines.at(-3)).toContain('"constraint":"users_phone_key"')
  expect(lines.slice(-3).join('')).not.toContain(phone)
})

test('a failed job is logged with the ids of its payload, and without the phone number in its database error', async () => {
  const { db, jobs } = server.services
  const phone = keepSecret('number in a failed job', nextTestPhone())
  const failing = { name: 'canary' }
  await jobs.work(failing, async () => void (await db.query(`select '${phone}'::uuid`)))
  await jobs.add(db, failing, { codeId: 'an-id' })
  const logged = () => lines.find((line) => line.includes('Job failed'))
  await expect.poll(logged).toContain('"payload":{"codeId":"an-id"}')
  expect(logged()).not.toContain(phone)
})

test('the trace log contains routes and statuses, but no phone number, code, token, cookie or secret URL', () => {
  const log = lines.join('')
  expect(secrets.size).toBe(23)
  for (const [what, secret] of secrets) expect([what, isIn(log, secret)]).toEqual([what, false])
  expect(log).toContain('"route":"/api/invites/:token"')
  expect(log).toContain('"route":"/auth/google/callback"')
  expect(log).toContain('Google sign-in failed')
  expect(log).toContain('"statusCode":401')
  expect(log).not.toMatch(/cookie|Bearer/)
})

/** The six digits of a code can occur by chance in a longer number, such as a time. */
function isIn(log: string, secret: string): boolean {
  return /^\d{6}$/.test(secret) ? new RegExp(`(?<![\\d.])${secret}(?!\\d)`).test(log) : log.includes(secret)
}
