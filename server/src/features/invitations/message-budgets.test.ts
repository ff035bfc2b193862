import { afterEach, expect, test } from 'vitest'
import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { createTestBand } from '#testing/builders.ts'
import { waitForTextTo } from '#testing/sms.ts'
import type { TestClient } from '#testing/test-client.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'

// The limit of invitations per network address is on because SMS_PER_ADDRESS_HOUR is set.
const server = useTestServer({ SMS_PER_ADDRESS_HOUR: '1000', SMS_PER_DAY: '60', MAIL_PER_DAY: '45', TRUST_PROXY: '1' })

let mails = 0
const from = (address: string) => ({ 'x-forwarded-for': address })
const inviteByText = (owner: TestClient, bandId: string, address = '192.0.2.1') =>
  owner.post(`/api/bands/${bandId}/invites/phone`, { phone: nextTestPhone() }, from(address))
const inviteByMail = (owner: TestClient, bandId: string, address = '192.0.2.1') =>
  owner.post(
    `/api/bands/${bandId}/members/invite`,
    { email: `kit${(mails += 1)}@example.org`, role: 'Bass', displayName: 'Kit' },
    from(address),
  )

async function createOwnerOf(count: number): Promise<{ owner: TestClient; bandIds: string[] }> {
  const owner = await server().createUser()
  const bandIds: string[] = []
  for (let one = 0; one < count; one += 1) bandIds.push((await createTestBand(owner)).id)
  return { owner, bandIds }
}

const countOf = (answers: { status: number }[], status: number) => answers.filter((one) => one.status === status).length

/** Moves all invitation messages sent so far into the past by `interval`. */
const passTime = (interval: string) =>
  server().services.db.query(
    `update outgoing_messages set counted_at = counted_at - interval '${interval}' where purpose = 'invitation'`,
  )

/** Expects 429 with this message; returns its Retry-After in seconds. */
function expectRefused(answer: Awaited<ReturnType<typeof inviteByText>>, message: string): number {
  expect([answer.status, answer.body]).toEqual([429, { code: 'too_many_requests', message }])
  return Number(answer.headers.get('retry-after'))
}

afterEach(async () => {
  await server().services.db`delete from outgoing_messages where purpose = 'invitation'`
})

const tooManyFromYou = 'You have sent a lot of invitations. Please wait before sending more.'
const tooManyFromHere = 'A lot of invitations were sent from your network. Please wait before sending more.'

test('the Retry-After of a refused invitation is at most an hour, even if the counted messages are stored with a time in the future', async () => {
  const { owner, bandIds } = await createOwnerOf(1)
  const bandId = String(bandIds[0])
  for (let sent = 0; sent < 10; sent += 1) expect((await inviteByText(owner, bandId)).status).toBe(201)
  await passTime('-10 seconds')
  const refused = await inviteByText(owner, bandId)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
})

test('of 200 parallel invitations by text and mail from one user with 20 bands, 20 are accepted', async () => {
  const { owner, bandIds } = await createOwnerOf(20)
  const answers = await Promise.all(
    bandIds.flatMap((bandId) =>
      Array.from({ length: 10 }, (_, one) => (one % 2 ? inviteByText(owner, bandId) : inviteByMail(owner, bandId))),
    ),
  )
  expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([20, 180])
  for (const answer of answers.filter(({ status }) => status === 429)) {
    const seconds = expectRefused(answer, tooManyFromYou)
    expect(seconds).toBeGreaterThan(3500)
    expect(seconds).toBeLessThanOrEqual(3600)
  }
})

test('a user can send 20 invitation messages an hour and 40 a day, and after Retry-After the next one is accepted', async () => {
  const { owner, bandIds } = await createOwnerOf(5)
  const first = bandIds[0] as string
  const send = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, one) => inviteByMail(owner, bandIds[one % 5] as string)))
  expect(countOf(await send(20), 201)).toBe(20)
  await passTime('59 minutes')
  const wait = expectRefused(await inviteByMail(owner, first), tooManyFromYou)
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  await passTime(`${wait} seconds`)
  expect((await inviteByMail(owner, first)).status).toBe(201)
  await passTime('2 minutes')
  expect(countOf(await send(19), 201)).toBe(19)
  await passTime('2 hours')
  const longWait = expectRefused(await inviteByMail(owner, first), tooManyFromYou)
  // The first twenty requests are three hours old.
  expect(longWait / 3600).toBeGreaterThan(20.8)
  expect(longWait / 3600).toBeLessThanOrEqual(21)
  await passTime(`${longWait} seconds`)
  expect((await inviteByMail(owner, first)).status).toBe(201)
})

test('one IPv6 /64 network can send 20 invitation messages an hour across users, and another network is not affected', async () => {
  const first = await createOwnerOf(2)
  const second = await createOwnerOf(2)
  const answers = []
  for (let one = 0; one < 24; one += 1) {
    const { owner, bandIds } = one % 2 ? first : second
    answers.push(await inviteByMail(owner, bandIds[one % 4 < 2 ? 0 : 1] as string, `2001:db8:1:2::${one + 1}`))
  }
  expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(201), ...Array(4).fill(429)])
  expectRefused(answers[20] as (typeof answers)[number], tooManyFromHere)
  expect((await inviteByMail(first.owner, first.bandIds[0] as string, '2001:db8:1:3::1')).status).toBe(201)
})

test('invitation texts use at most half of SMS_PER_DAY, and a sign-in code is still texted afterwards', async () => {
  const sent = []
  for (let one = 0; one < 7; one += 1) {
    const { owner, bandIds } = await createOwnerOf(1)
    const texts = Array.from({ length: 5 }, () => inviteByText(owner, bandIds[0] as string, `198.51.100.${one}`))
    sent.push(...(await Promise.all(texts)))
  }
  expect([countOf(sent, 201), countOf(sent, 429)]).toEqual([30, 5])
  const refused = sent.find(({ status }) => status === 429) as (typeof sent)[number]
  const wait = expectRefused(refused, 'Gaffer cannot send more texts today. Please share an invite link instead.')
  expect(wait / 3600).toBeGreaterThan(23.9)
  expect(wait / 3600).toBeLessThanOrEqual(24)
  const member = await server().createUser()
  const code = await server().newClient().post('/auth/phone/send-code', { phone: member.user.phone })
  expect(code.status).toBe(202)
  expect(await waitForTextTo(member, member.user.phone)).toContain('is your Gaffer code')
})

test('60 parallel invitations by mail do not exceed MAIL_PER_DAY', async () => {
  const owners = await Promise.all([createOwnerOf(1), createOwnerOf(1), createOwnerOf(1), createOwnerOf(1)])
  const answers = await Promise.all(
    owners.flatMap(({ owner, bandIds }, one) =>
      Array.from({ length: 15 }, () => inviteByMail(owner, bandIds[0] as string, `203.0.113.${one}`)),
    ),
  )
  expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([45, 15])
  const refused = answers.find(({ status }) => status === 429) as (typeof answers)[number]
  expectRefused(refused, 'Gaffer cannot send more emails today. Please share an invite link instead.')
})

test('a fourth invitation mail to one address in a day is refused with 429, however the address is capitalised', async () => {
  const { owner, bandIds } = await createOwnerOf(4)
  const invite = (bandId: string, email: string) =>
    owner.post(`/api/bands/${bandId}/members/invite`, { email, role: 'Bass', displayName: 'Kit' }, from('192.0.2.9'))
  const addresses = ['Moss@example.org', 'moss@example.org', 'MOSS@EXAMPLE.ORG', 'moss@Example.org']
  const answers = []
  for (const [at, email] of addresses.entries()) answers.push(await invite(bandIds[at] as string, email))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429])
  expectRefused(answers[3] as (typeof answers)[number], invitationMessages.messagesTooManyToThem)
  expect((await invite(bandIds[3] as string, 'mosses@example.org')).status).toBe(201)
})
