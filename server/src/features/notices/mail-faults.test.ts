import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { defaultNoticeSettings } from '@gaffer/domain/notices/notice'
import type { FakeSmtp, SmtpFault } from '@gaffer/fakes/smtp'
import { ago, testClock } from '#testing/test-clock.ts'
import { readNoticeEmail } from './email-service.ts'
import { messageBudgets } from '#features/messages/budget.ts'
import { recordOutcome } from '#features/messages/record-outcome.ts'
import type { MessageWay } from '#features/messages/message.ts'
import { claimMessage } from '#features/messages/send.ts'
import { releaseMessageRow } from '#features/messages/store.ts'
import { createSmtpMailSender } from '#providers/mail.ts'
import {
  insertMailNotice,
  insertAndDeliverNotice,
  expectOnlyMail,
  useNoticeMailFixture,
  type NoticeMailScene,
} from '#testing/notice-mails.ts'
import { deliverNotice, findNoticeMessage, insertNoticeMessages } from '#testing/messages.ts'
import type { TestServer } from '#testing/test-server.ts'

const mailed = useNoticeMailFixture()
let server: TestServer, smtp: FakeSmtp
let dee: NoticeMailScene['dee'], ros: NoticeMailScene['ros'], email: string
beforeEach(() => {
  server = mailed.server()
  smtp = mailed.smtp()
  ;({ dee, ros, email } = mailed.scene())
})

const deliverByMail = (services: TestServer['services'], noticeId: string) => deliverNotice(services, noticeId, 'mail')

/** Services whose mail timeout is short only for a server that hangs: a busy machine may take half a second to answer. */
function withTimeout({ how }: SmtpFault) {
  const timeoutMs = how === 'hang' ? 1500 : 5000
  return { ...server.services, mail: createSmtpMailSender({ url: smtp.url, from: smtp.from, timeoutMs }) }
}

test.each<[string, SmtpFault]>([
  ['no greeting', { at: 'greeting', how: 'hang' }],
  ['421 at the greeting', { at: 'greeting', how: 421 }],
  ['451 at the recipient', { at: 'recipient', how: 451 }],
  ['452 after the text', { at: 'data', how: 452 }],
])('after the mail server failed with %s, a retry sends the mail of the notice once', async (_, fault) => {
  const id = await insertMailNotice()
  const services = withTimeout(fault)
  smtp.fail(fault)
  await expect(deliverByMail(services, id)).rejects.toThrow('mail')
  smtp.fail(null)
  expect(await deliverByMail(server.services, id)).toBe('sent')
  expect(await deliverByMail(server.services, id)).toBe('sent')
  expect(expectOnlyMail().headers['message-id']).toContain(id)
})

test.each<[string, SmtpFault]>([
  ['silence after the text', { at: 'data', how: 'hang' }],
  ['a dropped connection after the text', { at: 'data', how: 'drop' }],
])('after %s the mail of a notice is recorded as failed and not sent again', async (_, fault) => {
  const id = await insertMailNotice()
  const services = withTimeout(fault)
  smtp.fail(fault)
  expect(await deliverByMail(services, id)).toBe('failed')
  smtp.fail(null)
  expect(await deliverByMail(services, id)).toBe('failed')
  expect(smtp.messages()).toHaveLength(1)
})

/** Tries to claim the message of the notice; returns whether it was claimed. A message over a limit is finished instead. */
async function tryClaim(noticeId: string, way: MessageWay, textsPerDay = 100): Promise<boolean> {
  const { config } = server.services
  const smsLimits = { ...config.smsLimits, perDay: textsPerDay }
  const services = { ...server.services, config: { ...config, smsLimits, smsNotices: true } }
  const id = await findNoticeMessage(services, noticeId, way)
  return (await server.services.db.transaction((tx) => claimMessage(services, tx, id))) !== null
}

const chooseTexts = () =>
  ros.put('/api/me/notice-settings', {
    groups: { ...defaultNoticeSettings.groups, asked: { push: true, email: true, sms: true } },
  })

test('the mail and the text of a notice are claimed and released separately; each can be claimed again only after its release, and not after its outcome is recorded', async () => {
  const { services } = server
  await chooseTexts()
  const id = await insertMailNotice()
  await insertNoticeMessages(services, [id], 'text')
  expect([await tryClaim(id, 'mail'), await tryClaim(id, 'mail')]).toEqual([true, false])
  expect([await tryClaim(id, 'text'), await tryClaim(id, 'text')]).toEqual([true, false])
  await releaseMessageRow(services.db, { id: await findNoticeMessage(services, id, 'text') })
  expect([await tryClaim(id, 'mail'), await tryClaim(id, 'text')]).toEqual([false, true])
  const mailId = await findNoticeMessage(services, id, 'mail')
  await releaseMessageRow(services.db, { id: mailId })
  await recordOutcome(services, services.db, [mailId], 'dropped')
  expect(await tryClaim(id, 'mail')).toBe(false)
})

test('parallel jobs claim at most three texts a day for a member, and none when half of SMS_PER_DAY is used', async () => {
  const { db } = server.services
  await chooseTexts()
  await db`update outgoing_messages set claimed_at = null, counted_at = null where way = 'text'`
  const [first = '', second = '', third = '', ...ids] = await Promise.all(
    Array.from({ length: 11 }, () => insertMailNotice()),
  )
  await insertNoticeMessages(server.services, [first, second, third, ...ids], 'text')
  expect(await tryClaim(first, 'text', 1)).toBe(false)
  const claims = await Promise.all(ids.map((id) => tryClaim(id, 'text')))
  const { maxMessages: used } = messageBudgets.toRecipient.noticeTexts[0]!
  expect(claims.filter(Boolean)).toHaveLength(used)
  // Another member has a budget of their own, but shares the half of SMS_PER_DAY.
  await db`update outgoing_messages set recipient_id = ${dee.user.id} where notice_id = any(${[second, third]}::uuid[])`
  expect(await tryClaim(second, 'text', 2 * used)).toBe(false)
  expect(await tryClaim(third, 'text', 2 * used + 2)).toBe(true)
})

test('the mail of a notice to a mail server with invalid replies is recorded as failed, and the address is not marked as bounced', async () => {
  const rubbish = createServer((socket) => void socket.on('error', () => undefined).end('<html>hello</html>\r\n'))
  rubbish.listen(0, '127.0.0.1')
  await once(rubbish, 'listening')
  const { port } = rubbish.address() as AddressInfo
  const mail = createSmtpMailSender({ url: `smtp://127.0.0.1:${port}`, from: smtp.from, timeoutMs: 1500 })
  expect(await deliverByMail({ ...server.services, mail }, await insertMailNotice())).toBe('failed')
  rubbish.close()
  expect((await readNoticeEmail(server.services.db, ros.user.id)).emailProblem).toBeNull()
})

test('an email address that bounced is marked for both accounts that use it, gets no more mail, and gets mail again once it is verified with a new code', async () => {
  await server.services
    .db`insert into notice_emails (user_id, email, verified_at) values (${dee.user.id}, ${email.toUpperCase()}, ${testClock.now()})`
  smtp.fail({ at: 'recipient', how: 550 })
  expect(await insertAndDeliverNotice()).toBe('failed')
  smtp.fail(null)
  for (const { user } of [ros, dee]) {
    expect((await readNoticeEmail(server.services.db, user.id)).emailProblem).toMatch(/^Mail to this address came back/)
  }
  expect(await insertAndDeliverNotice()).toBe('dropped')
  expect((await ros.post('/api/me/email', { email })).status).toBe(202)
  await expect.poll(() => smtp.messages().length).toBe(1)
  const code = expectOnlyMail().subject?.slice(0, 6)
  const { body } = await ros.post('/api/me/email/verify', { code })
  expect([body.emailVerified, body.emailProblem]).toEqual([true, null])
  expect(await insertAndDeliverNotice()).toBe('sent')
})

test('a mail with a code that bounces is shown as an emailProblem in the notice settings', async () => {
  await server.services.db`delete from notice_emails where user_id = ${ros.user.id}`
  smtp.fail({ at: 'recipient', how: 550 })
  await ros.post('/api/me/email', { email })
  const problem = async () => (await ros.get('/api/me/notice-settings')).body.emailProblem
  await expect.poll(problem).toMatch(/^Mail to this address came back/)
})

test('a mail refused because of its sender marks no address as bounced', async () => {
  smtp.fail({ at: 'sender', how: 550 })
  expect(await insertAndDeliverNotice()).toBe('failed')
  expect((await readNoticeEmail(server.services.db, ros.user.id)).emailProblem).toBeNull()
})

const withMails = (mailPerDay: number) => ({ ...server.services, config: { ...server.services.config, mailPerDay } })

async function outcomesOfMails(services: typeof server.services, count: number): Promise<string[]> {
  const notices = await Promise.all(Array.from({ length: count }, () => insertMailNotice()))
  return (await Promise.all(notices.map(async (id) => String(await deliverByMail(services, id))))).toSorted()
}

test('mails of notices fail once mails of notices and mails with codes have used up MAIL_PER_DAY', async () => {
  const [row] = await server.services.db<{ sent: number }[]>`
    select count(*)::int as sent from outgoing_messages where way = 'mail' and counted_at > ${ago({ days: 1 })}`
  // With these mails MAIL_PER_DAY is reached before the half of it that mails of notices may use.
  await server.services.db`
    insert into outgoing_messages (id, way, purpose, recipient, is_requested, created_at, counted_at)
    select gen_random_uuid(), 'mail', 'email code', 'dee@example.org', true, ${testClock.now()}::timestamptz, ${testClock.now()}::timestamptz
    from generate_series(1, ${row!.sent + 2})`
  expect(await outcomesOfMails(withMails(2 * row!.sent + 4), 4)).toEqual(['failed', 'failed', 'sent', 'sent'])
})

test('mails of notices use at most half of MAIL_PER_DAY', async () => {
  const [row] = await server.services.db<{ sent: number }[]>`
    select count(*)::int as sent from outgoing_messages
    where way = 'mail' and purpose = 'notice' and claimed_at is not null`
  expect(await outcomesOfMails(withMails(2 * (row!.sent + 2) + 100), 1)).toEqual(['sent'])
  await server.services.db`delete from outgoing_messages where purpose = 'email code'`
  expect(await outcomesOfMails(withMails(2 * (row!.sent + 3)), 4)).toEqual(['failed', 'failed', 'sent', 'sent'])
})

test('a member gets at most 40 mails with notices in 24 hours, also from parallel jobs', async () => {
  const ids = await Promise.all(
    Array.from({ length: messageBudgets.toRecipient.noticeMails[0]!.maxMessages }, () => insertMailNotice()),
  )
  await server.services.db`
    update outgoing_messages
    set counted_at = ${ago({ hours: 23 })}, claimed_at = ${ago({ hours: 23 })}, outcome = 'sent', finished_at = ${testClock.now()}::timestamptz
    where notice_id = any(${ids}::uuid[])`
  expect(await outcomesOfMails(server.services, 2)).toEqual(['failed', 'failed'])
  await server.services.db`
    update outgoing_messages set counted_at = ${ago({ days: 1 })} where notice_id = ${ids[0]!}`
  // Without MAIL_PER_DAY, whose check would make the parallel jobs wait for each other.
  expect(await outcomesOfMails(withMails(Infinity), 8)).toEqual([...Array(7).fill('failed'), 'sent'])
  expect(smtp.messages()).toHaveLength(1)
})
