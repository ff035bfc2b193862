import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { defaultNoticeSettings } from '@gaffer/domain/notices/notice'
import { ago } from '#testing/test-clock.ts'
import { readNoticeEmail } from './email-service.ts'
import { readMailsTo, waitForMailTo } from '#testing/mail.ts'
import type { TestClient } from '#testing/test-client.ts'
import { startTestServer, useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let ros: TestClient
let email: string,
  count = 0
beforeEach(async () => {
  ros = await server().createUser({ displayName: 'Ros' })
  count += 1
  email = `ros${count}@example.org`
})

const requestCode = (address = email, caller = ros) => caller.post('/api/me/email', { email: address })
const verify = (code: string, caller = ros) => caller.post('/api/me/email/verify', { code })
const readCodeTo = async (address = email, mails = 1) => codeIn((await waitForMailTo(ros, address, mails)).text)
const readStored = (caller = ros) => readNoticeEmail(server().services.db, caller.user.id)
const wrongCodeFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const codeIn = (text: string) => /^(\d{6}) is your Gaffer code/.exec(text)?.[1] as string
/** Moves earlier requests into the past, so that the limits allow another request. */
const ageRequests = (interval: string) =>
  server().services.db.query({
    text: `update outgoing_messages set counted_at = counted_at - interval '${interval}' where purpose = 'email code'`,
    values: [],
  })

test('the code in the mail verifies the email address', async () => {
  const asked = await requestCode()
  expect([asked.status, asked.text]).toEqual([202, ''])
  expect(await readStored()).toEqual({ email, emailVerified: false, emailProblem: null })
  const { status, body } = await verify(await readCodeTo())
  expect([status, body]).toEqual([200, { ...defaultNoticeSettings, email, emailVerified: true }])
  expect(await readStored()).toEqual({ email, emailVerified: true, emailProblem: null })
})

test('both parts of the mail with the code say that it works for 10 minutes; the stored code expires after 10 minutes and is only an HMAC with the server’s key', async () => {
  await requestCode()
  const { subject, text, html } = (await waitForMailTo(ros, email)) as { subject: string; text: string; html: string }
  const code = codeIn(text)
  expect(subject).toBe(`${code} is your Gaffer code`)
  for (const part of [text, html]) expect(part).toContain('It works for 10 minutes.')
  const { services } = server()
  const rows = await services.db<{ row: string; bytes: number }[]>`
    select to_jsonb(c)::text as row, octet_length(code_mac) as bytes from notice_email_codes c
    where user_id = ${ros.user.id}`
  expect(rows.map(({ bytes }) => bytes)).toEqual([32])
  const jobs = await services.db<{ data: string }[]>`select data::text from jobs.job`
  expect(JSON.stringify([rows, jobs])).not.toContain(code)
  const [stored] = await services.db<{ id: string; mac: Buffer; minutes: number }[]>`
    select id, code_mac as mac, extract(epoch from expires_at - requested_at)::float8 / 60 as minutes
    from notice_email_codes where email = ${email}`
  expect(stored?.minutes).toBeCloseTo(10, 2)
  const { emailCode } = services.keys
  expect(stored?.mac).toEqual(createHmac('sha256', emailCode).update(`${stored?.id}\n${code}`).digest())
})

test('an email code works once, and only for the account that requested it', async () => {
  const kit = await server().createUser()
  await requestCode()
  const code = await readCodeTo()
  expect((await verify(code, kit)).status).toBe(400)
  expect((await verify(code)).status).toBe(200)
  const again = await verify(code)
  expect([again.status, again.body.message, again.body.issues[0].path]).toEqual([
    400,
    'Please check your code and try again',
    'code',
  ])
})

test('of 20 parallel wrong email codes 5 are counted, and then the right code is refused too', async () => {
  await requestCode()
  const code = await readCodeTo()
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(wrongCodeFor(code))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
  const [row] = await server().services.db<{ attempts: number }[]>`
    select attempts from notice_email_codes where email = ${email}`
  expect(row?.attempts).toBe(5)
  expect((await verify(code)).status).toBe(400)
  expect((await readStored()).emailVerified).toBe(false)
})

test('of 20 parallel attempts with the right email code exactly one is accepted', async () => {
  await requestCode()
  const code = await readCodeTo()
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('an expired email code is refused with 400', async () => {
  await requestCode()
  const code = await readCodeTo()
  await server().services.db`update notice_email_codes set expires_at = ${ago({ seconds: 1 })} where email = ${email}`
  expect((await verify(code)).status).toBe(400)
})

test('requesting a code for another address ends the code for the first address', async () => {
  await requestCode()
  const code = await readCodeTo()
  await ageRequests('31 seconds')
  await requestCode(`other.${email}`)
  expect((await verify(code)).status).toBe(400)
  await verify(await readCodeTo(`other.${email}`))
  expect(await readStored()).toMatchObject({ email: `other.${email}`, emailVerified: true })
})

test('a verified email address stays in use until a new one is verified', async () => {
  await requestCode()
  await verify(await readCodeTo())
  await ageRequests('31 seconds')
  await requestCode(`new.${email}`)
  expect(await readStored()).toMatchObject({ email, emailVerified: true })
  await verify(await readCodeTo(`new.${email}`))
  expect(await readStored()).toMatchObject({ email: `new.${email}`, emailVerified: true })
})

test('two accounts can verify the same email address, each with a code of its own', async () => {
  const kit = await server().createUser()
  await requestCode()
  await verify(await readCodeTo())
  await ageRequests('31 seconds')
  await requestCode(email.toUpperCase(), kit)
  const code = await readCodeTo(email, 2)
  expect((await verify(code, kit)).status).toBe(200)
  expect([(await readStored()).emailVerified, (await readStored(kit)).emailVerified]).toEqual([true, true])
})

test('deleting the email address also deletes its open code, can be repeated, and does not reset the limits on code requests', async () => {
  await requestCode()
  const code = await readCodeTo()
  expect((await ros.delete('/api/me/email')).status).toBe(204)
  expect((await verify(code)).status).toBe(400)
  expect(await readStored()).toEqual({ email: null, emailVerified: false, emailProblem: null })
  expect((await ros.delete('/api/me/email')).status).toBe(204)
  expect((await requestCode()).status).toBe(429)
})

test('a user who requests an email code every 31 seconds gets 3 in 15 minutes, 5 an hour and 10 a day, over all addresses', async () => {
  const rounds: [string, number[]][] = [
    ['31 seconds', [202, 202, 202, 429]],
    ['15 minutes', [202, 202, 429]],
    ['1 hour', [202, 202, 202, 429]],
    ['1 hour', [202, 202, 429]],
  ]
  let asked = 0
  for (const [gap, expected] of rounds) {
    await ageRequests(gap)
    const statuses: number[] = []
    for (const _ of expected) {
      const { status, headers } = await requestCode(`${(asked += 1)}.${email}`)
      statuses.push(status)
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      await ageRequests('31 seconds')
    }
    expect([gap, statuses]).toEqual([gap, expected])
  }
})

test('20 parallel requests for an email code send one code', async () => {
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => requestCode()))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 202)).toHaveLength(1)
  await sleep(500)
  expect(await readMailsTo(ros, email)).toHaveLength(1)
})

test('a second account that requests a code for the same email address in upper case at once gets 429', async () => {
  const kit = await server().createUser()
  expect((await requestCode()).status).toBe(202)
  expect((await requestCode(email.toUpperCase(), kit)).status).toBe(429)
})

test('email codes and invitations count towards MAIL_PER_DAY together', async () => {
  const limited = await startTestServer({ MAIL_PER_DAY: '1' })
  try {
    const kit = await limited.createUser()
    const band = (await kit.post('/api/bands', { name: 'The Foxes' })).body
    const card = { email: 'sal@example.org', role: 'Keyboards', displayName: 'Sal' }
    expect((await kit.post('/api/me/email', { email: 'kit@example.org' })).status).toBe(202)
    const refused = await kit.post(`/api/bands/${band.id}/members/invite`, card)
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringContaining('cannot send more emails')])
    const again = await (await limited.createUser()).post('/api/me/email', { email: 'else@example.org' })
    expect([again.status, Number(again.headers.get('retry-after')) > 80_000]).toEqual([429, true])
  } finally {
    await limited.stop()
  }
})

test('an invalid email address is refused with 400 and a message', async () => {
  for (const value of ['ros', 'ros@', 'a@b.org, c@d.org', 'Ros <ros@example.org>', '', null]) {
    const { status, body } = await ros.post('/api/me/email', { email: value })
    expect([value, status, body.message]).toEqual([value, 400, 'Invalid email'])
  }
})
