import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import type { FakeSmtp, SmtpFault } from '@gaffer/fakes/smtp'
import { findNoticeEmail } from '#features/notice-emails/service.ts'
import { smtpMail } from '#providers/mail.ts'
import { aNotice, deliverNew, onlyMail, useMailedBand, type MailedBand } from '#testing/notice-mails.ts'
import type { TestServer } from '#testing/test-server.ts'
import { mailNotice } from './service.ts'

const mailed = useMailedBand()
let server: TestServer, smtp: FakeSmtp
let dee: MailedBand['dee'], ros: MailedBand['ros'], email: string
beforeEach(() => {
  server = mailed.server()
  smtp = mailed.smtp()
  ;({ dee, ros, email } = mailed.scene())
})

test.each<[string, SmtpFault]>([
  ['no greeting', { at: 'greeting', how: 'hang' }],
  ['421 at the greeting', { at: 'greeting', how: 421 }],
  ['451 at the recipient', { at: 'recipient', how: 451 }],
  ['452 after the text', { at: 'data', how: 452 }],
])("after %s a retry sends the notice's mail once", async (_, fault) => {
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
])("after %s a notice's mail may have arrived and is not sent again", async (_, fault) => {
  const id = await aNotice()
  const deps = { ...server.deps, mail: smtpMail({ url: smtp.url, from: smtp.from, timeoutMs: 500 }) }
  smtp.fail(fault)
  expect(await mailNotice(deps, id)).toBe('failed')
  smtp.fail(null)
  expect(await mailNotice(deps, id)).toBe('failed')
  expect(smtp.messages()).toHaveLength(1)
})

test("a mail server with invalid replies fails the notice's mail and nothing else", async () => {
  const rubbish = createServer((socket) => void socket.on('error', () => undefined).end('<html>hello</html>\r\n'))
  rubbish.listen(0, '127.0.0.1')
  await once(rubbish, 'listening')
  const { port } = rubbish.address() as AddressInfo
  const mail = smtpMail({ url: `smtp://127.0.0.1:${port}`, from: smtp.from, timeoutMs: 500 })
  expect(await mailNotice({ ...server.deps, mail }, await aNotice())).toBe('failed')
  rubbish.close()
  expect((await findNoticeEmail(server.deps.db, ros.user.id)).emailProblem).toBeNull()
})

test('a bounced address is marked for all its accounts, gets no more mail, and works again after a new code', async () => {
  await server.deps.db`insert into notice_emails (user_id, email) values (${dee.user.id}, ${email.toUpperCase()})`
  smtp.fail({ at: 'recipient', how: 550 })
  expect(await deliverNew()).toBe('failed')
  smtp.fail(null)
  for (const { user } of [ros, dee]) {
    expect((await findNoticeEmail(server.deps.db, user.id)).emailProblem).toMatch(/^Mail to this address came back/)
  }
  expect(await deliverNew()).toBe('dropped')
  expect((await ros.post('/api/me/email', { email })).status).toBe(202)
  await expect.poll(() => smtp.messages().length).toBe(1)
  const code = onlyMail().subject?.slice(0, 6)
  const { body } = await ros.post('/api/me/email/verify', { code })
  expect([body.emailVerified, body.emailProblem]).toEqual([true, null])
  expect(await deliverNew()).toBe('sent')
})

test('a code that bounced is reported in the notice settings', async () => {
  await server.deps.db`delete from notice_emails where user_id = ${ros.user.id}`
  smtp.fail({ at: 'recipient', how: 550 })
  await ros.post('/api/me/email', { email })
  const problem = async () => (await findNoticeEmail(server.deps.db, ros.user.id)).emailProblem
  await expect.poll(problem).toMatch(/^Mail to this address came back/)
})

test('a mail refused because of its sender marks no address as bounced', async () => {
  smtp.fail({ at: 'sender', how: 550 })
  expect(await deliverNew()).toBe('failed')
  expect((await findNoticeEmail(server.deps.db, ros.user.id)).emailProblem).toBeNull()
})

test('MAIL_PER_DAY limits mails of notices too', async () => {
  const [row] = await server.deps.db<{ sent: number }[]>`
    select count(*)::int as sent from mails_sent where at > now() - interval '1 day'`
  const limited = { ...server.deps, config: { ...server.deps.config, mailPerDay: (row?.sent ?? 0) + 2 } }
  const notices = [await aNotice(), await aNotice(), await aNotice(), await aNotice()]
  const outcomes = await Promise.all(notices.map((id) => mailNotice(limited, id)))
  expect(outcomes.toSorted()).toEqual(['failed', 'failed', 'sent', 'sent'])
})
