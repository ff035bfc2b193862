// The SMTP client against the fake mail server over SMTP. After each fault the client must know whether the mail may have been sent.

import { startFakeSmtp, type FakeSmtp, type SmtpFault } from '@gaffer/fakes/smtp'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { catchProviderError } from '#testing/provider-failures.ts'
import { createSmtpMailSender, type SmtpSettings } from './mail.ts'

const message = {
  to: 'ann.singer@example.org',
  subject: 'You have been invited to The Kestrels',
  text: 'Open https://gaffer.test/invite/s3cr3t-t0ken',
  html: '<p>Open <a href="https://gaffer.test/invite/s3cr3t-t0ken">the invitation</a></p>',
  reference: 'job-2',
}
/** Milliseconds: a short timeout for servers that hang, and the default one. */
const shortMs = 1500
const defaultMs = 5000

let smtp: FakeSmtp

beforeAll(async () => {
  smtp = await startFakeSmtp()
})
afterAll(() => smtp.close())
afterEach(() => {
  smtp.fail(null)
  smtp.clear()
})

function createSender(settings: Partial<SmtpSettings> = {}) {
  return createSmtpMailSender({ url: smtp.url, from: smtp.from, ...settings })
}

/** Starts a TCP server with this connection handler. */
async function startRawServer(onConnection: (socket: Socket) => void): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

describe('a sent mail', () => {
  test('a mail arrives once with its text and HTML parts', async () => {
    await createSender().send(message)
    expect(smtp.messages()).toMatchObject([{ to: [message.to], from: 'gaffer@pretend.test', subject: message.subject }])
    expect(smtp.messages()[0]?.text?.trim()).toBe(message.text)
    expect(smtp.messages()[0]?.html?.trim()).toBe(message.html)
  })

  test('a recipient with a comma or a line break adds no second recipient', async () => {
    await createSender()
      .send({ ...message, to: 'ann@example.org, eve@example.org' })
      .catch(() => undefined)
    await createSender()
      .send({ ...message, to: 'ann@example.org>\r\nRCPT TO:<eve@example.org' })
      .catch(() => undefined)
    expect(smtp.messages().flatMap(({ to }) => to)).not.toContain('eve@example.org')
  })

  test('a line break in the subject adds no header', async () => {
    await createSender().send({ ...message, subject: 'Hello\r\nBcc: eve@example.org' })
    expect(smtp.messages()).toMatchObject([{ to: [message.to] }])
    expect(smtp.messages()[0]?.subject).toContain('Hello')
    expect(smtp.messages()[0]?.headers).not.toHaveProperty('bcc')
  })
})

describe('the headers of a mail', () => {
  const inConversation = {
    ...message,
    messageId: '<notice-2.member-1@gaffer.test>',
    inReplyTo: '<notice-1.member-1@gaffer.test>',
    unsubscribeUrl: `https://gaffer.test/unsubscribe/${'a'.repeat(90)}`,
  }

  test('a mail has the given Message-ID, In-Reply-To and References, and one-click List-Unsubscribe', async () => {
    await createSender().send(inConversation)
    expect(smtp.messages()[0]?.headers).toMatchObject({
      'message-id': inConversation.messageId,
      'in-reply-to': inConversation.inReplyTo,
      references: inConversation.inReplyTo,
      'list-unsubscribe': `<${inConversation.unsubscribeUrl}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    })
  })

  test('a mail without a given Message-ID has a random Message-ID and no List-Unsubscribe header', async () => {
    await createSender().send(message)
    await createSender().send(message)
    const [first, second] = smtp.messages().map(({ headers }) => headers)
    expect(first?.['message-id']).toMatch(/^<[^<>@\s]+@[^<>@\s]+>$/)
    expect(first?.['message-id']).not.toBe(second?.['message-id'])
    for (const name of ['in-reply-to', 'references', 'list-unsubscribe', 'list-unsubscribe-post'])
      expect(first).not.toHaveProperty(name)
  })

  test('a line break in the value of a header adds no header to the mail', async () => {
    const injected = '\r\nBcc: eve@example.org\r\nX-Injected: 1'
    await createSender().send({
      ...message,
      messageId: `<one@gaffer.test>${injected}`,
      inReplyTo: `<two@gaffer.test>${injected}`,
      unsubscribeUrl: `https://gaffer.test/unsubscribe/a${injected}`,
    })
    expect(smtp.messages()).toMatchObject([{ to: [message.to] }])
    expect(smtp.messages()[0]?.headers).not.toHaveProperty('bcc')
    expect(smtp.messages()[0]?.headers).not.toHaveProperty('x-injected')
  })
})

describe('a mail that certainly was not sent', () => {
  const cases: [string, SmtpFault, 'refused' | 'bounced' | 'busy' | 'unreachable'][] = [
    ['421 as greeting', { at: 'greeting', how: 421 }, 'busy'],
    ['no greeting', { at: 'greeting', how: 'hang' }, 'unreachable'],
    ['451 for the sender', { at: 'sender', how: 451 }, 'busy'],
    ['550 for the sender', { at: 'sender', how: 550 }, 'refused'],
    ['550 for the recipient', { at: 'recipient', how: 550 }, 'bounced'],
    ['551 for the recipient', { at: 'recipient', how: 551 }, 'bounced'],
    ['553 for the recipient', { at: 'recipient', how: 553 }, 'bounced'],
    ['554 for the recipient', { at: 'recipient', how: 554 }, 'refused'],
    ['530 for the recipient', { at: 'recipient', how: 530 }, 'refused'],
    ['552 for the recipient', { at: 'recipient', how: 552 }, 'refused'],
    ['450 for the recipient', { at: 'recipient', how: 450 }, 'busy'],
    ['554 for the content', { at: 'data', how: 554 }, 'refused'],
  ]
  test.each(cases)('after the SMTP fault "%s" a mail is reported as not sent', async (_why, fault, failure) => {
    smtp.fail(fault)
    const error = await catchProviderError(createSender({ timeoutMs: shortMs }).send(message))
    expect(error).toMatchObject({ service: 'mail', failure, isCertainlyUnsent: true, reference: 'job-2' })
    expect(error.isWorthRetrying).toBe(failure === 'busy' || failure === 'unreachable')
    expect(smtp.messages()).toEqual([])
  })

  test('a mail fails as "unreachable" if the mail server refuses connections or has no DNS entry', async () => {
    const { url, server } = await startRawServer(() => undefined)
    server.close()
    expect(await catchProviderError(createSender({ url }).send(message))).toMatchObject({ failure: 'unreachable' })
    const unknown = createSender({ url: 'smtp://nowhere.invalid', timeoutMs: 5000 })
    expect(await catchProviderError(unknown.send(message))).toMatchObject({ failure: 'unreachable' })
  })

  test('a mail with a wrong SMTP password fails with "mail refused: SMTP 535"', async () => {
    const url = smtp.url.replace(/:[0-9a-f]+@/, ':wr0ng-passw0rd@')
    expect(await catchProviderError(createSender({ url }).send(message))).toMatchObject({
      failure: 'refused',
      message: 'mail refused: SMTP 535',
    })
  })

  test('a mail to a server with a self-signed certificate fails as "unreachable" and is not sent', async () => {
    const selfSigned = await startFakeSmtp({ secure: true })
    expect(await catchProviderError(createSender({ url: selfSigned.url }).send(message))).toMatchObject({
      failure: 'unreachable',
    })
    expect(selfSigned.messages()).toEqual([])
    await selfSigned.close()
  })

  test('with requireTLS a mail server without TLS gets no mail', async () => {
    const error = await catchProviderError(createSender({ url: `${smtp.url}/?requireTLS=true` }).send(message))
    expect(error.isCertainlyUnsent).toBe(true)
    expect(smtp.messages()).toEqual([])
  })
})

test.each([
  ['550 5.1.1 <ann.singer@example.org>: Recipient address rejected: User unknown', 'bounced'],
  ['550-5.1.1 The email account that you tried to reach does not exist.\r\n550 5.1.1 Try again', 'bounced'],
  ['554 5.1.2 Bad destination host', 'bounced'],
  ['550 5.2.1 The mailbox is disabled', 'bounced'],
  ['550 No such user here', 'bounced'],
  ['552 5.2.2 The mailbox is full', 'refused'],
  ['554 5.7.1 <ann.singer@example.org>: Relay access denied', 'refused'],
  ['550 5.7.1 Your address is on a block list', 'refused'],
  ['554 Relay access denied', 'refused'],
  ['451 4.1.1 Try again', 'busy'],
] as const)('after the reply "%s" to the recipient the mail fails as "%s"', async (reply, failure) => {
  const { url, server } = await startRawServer((socket) => {
    socket.write('220 relay\r\n')
    socket.on('data', (data) => socket.write(`${String(data).startsWith('RCPT') ? reply : '250 fine'}\r\n`))
  })
  expect(await catchProviderError(createSender({ url }).send(message))).toMatchObject({
    failure,
    isCertainlyUnsent: true,
  })
  server.close()
})

test('a mail to a host other than loopback requires TLS unless requireTLS=false', async () => {
  const heard: string[] = []
  const { url, server } = await startRawServer((socket) => {
    socket.write('220 relay\r\n')
    socket.on('data', (data) => {
      const command = String(data).slice(0, 4)
      heard.push(command)
      socket.write(command === 'STAR' ? '502 not here\r\n' : '250 fine\r\n')
    })
  })
  // The same server at an address that does not count as loopback.
  const relay = url.replace('127.0.0.1', '[::ffff:127.0.0.1]')
  expect((await catchProviderError(createSender({ url: relay }).send(message))).isCertainlyUnsent).toBe(true)
  expect(heard).not.toContain('MAIL')
  await createSender({ url: `${relay}/?requireTLS=false` }).send(message)
  expect(heard).toContain('MAIL')
  server.close()
})

describe('a mail that may have been sent', () => {
  test.each(['hang', 'drop'] as const)(
    'a mail that the server takes before the fault "%s" is ambiguous and not worth retrying',
    async (how) => {
      smtp.fail({ at: 'data', how })
      const started = performance.now()
      const error = await catchProviderError(createSender({ timeoutMs: shortMs }).send(message))
      expect(error).toMatchObject({ failure: 'ambiguous', isCertainlyUnsent: false, isWorthRetrying: false })
      expect(performance.now() - started).toBeLessThan(defaultMs)
      expect(smtp.messages()).toHaveLength(1)
    },
  )

  test('a mail fails as "ambiguous" if the server never completes its response', async () => {
    const { url, server } = await startRawServer((socket) => {
      socket.write('220 hello\r\n')
      const timer = setInterval(() => socket.write('250-more\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const started = performance.now()
    expect((await catchProviderError(createSender({ url, timeoutMs: shortMs }).send(message))).failure).toBe(
      'ambiguous',
    )
    expect(performance.now() - started).toBeLessThan(defaultMs)
    server.close()
  })

  test('a mail is not worth retrying after a greeting that is not SMTP', async () => {
    const { url, server } = await startRawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect((await catchProviderError(createSender({ url }).send(message))).isWorthRetrying).toBe(false)
    server.close()
  })
})

test('mail errors contain no recipient, subject, text or password', async () => {
  const failures = [
    await catchProviderError(createSender({ url: smtp.url.replace(/:[0-9a-f]+@/, ':wr0ng-passw0rd@') }).send(message)),
    await catchProviderError(createSender({ url: 'smtp://user:wr0ng-passw0rd@127.0.0.1:9' }).send(message)),
  ]
  for (const fault of [
    { at: 'recipient', how: 550 },
    { at: 'data', how: 554 },
    { at: 'data', how: 'hang' },
  ] as const) {
    smtp.fail(fault)
    failures.push(await catchProviderError(createSender({ timeoutMs: shortMs }).send(message)))
  }
  const secrets = ['ann.singer', 'example.org', 'Kestrels', 's3cr3t', 'wr0ng-passw0rd', new URL(smtp.url).password]
  for (const error of failures) {
    const text = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join('\n')
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
})
