// The SMTP client against the fake mail server, over real SMTP: what it sends, and what it makes of
// every way a server can go wrong. Above all: when may the mail have been sent?

import { startFakeSmtp, type FakeSmtp, type SmtpFault } from '@gaffer/fakes/smtp'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { smtpMail, type SmtpSettings } from './mail.ts'
import { ProviderError } from './provider-error.ts'

const message = {
  to: 'ann.singer@example.org',
  subject: 'You have been invited to The Kestrels',
  text: 'Open https://gaffer.test/invite/s3cr3t-t0ken',
  html: '<p>Open <a href="https://gaffer.test/invite/s3cr3t-t0ken">the invitation</a></p>',
  reference: 'job-2',
}
/** For a server that does not answer, with time enough to come as far as that; one that does has the usual time. */
const quick = 1500
const usual = 5000

let smtp: FakeSmtp

beforeAll(async () => {
  smtp = await startFakeSmtp()
})
afterAll(() => smtp.close())
afterEach(() => {
  smtp.fail(null)
  smtp.clear()
})

function sender(settings: Partial<SmtpSettings> = {}) {
  return smtpMail({ url: smtp.url, from: smtp.from, ...settings })
}

async function failureOf(sending: Promise<void>): Promise<ProviderError> {
  const error: unknown = await sending.then(
    () => 'it was sent',
    (reason: unknown) => reason,
  )
  if (!(error instanceof ProviderError)) throw new Error(`not an ProviderError: ${String(error)}`)
  return error
}

/** A server that treats each connection as told; the result is its address. */
async function rawServer(onConnection: (socket: Socket) => void): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

describe('a mail that goes out', () => {
  test('arrives once, both parts as they were', async () => {
    await sender().send(message)
    expect(smtp.messages()).toMatchObject([{ to: [message.to], from: 'gaffer@pretend.test', subject: message.subject }])
    expect(smtp.messages()[0]?.text?.trim()).toBe(message.text)
    expect(smtp.messages()[0]?.html?.trim()).toBe(message.html)
  })

  test('goes to one address, whatever is written in it', async () => {
    await sender()
      .send({ ...message, to: 'ann@example.org, eve@example.org' })
      .catch(() => undefined)
    await sender()
      .send({ ...message, to: 'ann@example.org>\r\nRCPT TO:<eve@example.org' })
      .catch(() => undefined)
    expect(smtp.messages().flatMap(({ to }) => to)).not.toContain('eve@example.org')
  })

  test('cannot have a header slipped in by its subject', async () => {
    await sender().send({ ...message, subject: 'Hello\r\nBcc: eve@example.org' })
    expect(smtp.messages()).toMatchObject([{ to: [message.to] }])
    expect(smtp.messages()[0]?.subject).toContain('Hello')
  })
})

describe('a mail that certainly was not sent', () => {
  const cases: [string, SmtpFault, 'refused' | 'busy' | 'unreachable'][] = [
    ['the server is closing', { at: 'greeting', how: 421 }, 'busy'],
    ['the server never greets', { at: 'greeting', how: 'hang' }, 'unreachable'],
    ['the sender is put off', { at: 'sender', how: 451 }, 'busy'],
    ['the recipient is unknown', { at: 'recipient', how: 550 }, 'refused'],
    ['the mailbox is busy', { at: 'recipient', how: 450 }, 'busy'],
    ['the content is refused', { at: 'data', how: 554 }, 'refused'],
  ]
  test.each(cases)('because %s', async (_why, fault, failure) => {
    smtp.fail(fault)
    const error = await failureOf(sender({ timeoutMs: quick }).send(message))
    expect(error).toMatchObject({ service: 'mail', failure, certainlyNotSent: true, reference: 'job-2' })
    expect(error.worthRetrying).toBe(failure !== 'refused')
    expect(smtp.messages()).toEqual([])
  })

  test('because nobody listens, or the name is unknown', async () => {
    const { url, server } = await rawServer(() => undefined)
    server.close()
    expect(await failureOf(sender({ url }).send(message))).toMatchObject({ failure: 'unreachable' })
    const unknown = sender({ url: 'smtp://nowhere.invalid', timeoutMs: 5000 })
    expect(await failureOf(unknown.send(message))).toMatchObject({ failure: 'unreachable' })
  })

  test('because the password is wrong', async () => {
    const url = smtp.url.replace(/:[0-9a-f]+@/, ':wr0ng-passw0rd@')
    expect(await failureOf(sender({ url }).send(message))).toMatchObject({
      failure: 'refused',
      message: 'mail refused: SMTP 535',
    })
  })

  test('because nobody vouches for the certificate', async () => {
    const selfSigned = await startFakeSmtp({ secure: true })
    expect(await failureOf(sender({ url: selfSigned.url }).send(message))).toMatchObject({ failure: 'unreachable' })
    expect(selfSigned.messages()).toEqual([])
    await selfSigned.close()
  })

  test('because the server offers no TLS and was asked for it', async () => {
    const error = await failureOf(sender({ url: `${smtp.url}/?requireTLS=true` }).send(message))
    expect(error.certainlyNotSent).toBe(true)
    expect(smtp.messages()).toEqual([])
  })
})

test('beyond this machine nothing is said before TLS, unless the address allows it', async () => {
  const heard: string[] = []
  const { url, server } = await rawServer((socket) => {
    socket.write('220 relay\r\n')
    socket.on('data', (data) => {
      const command = String(data).slice(0, 4)
      heard.push(command)
      socket.write(command === 'STAR' ? '502 not here\r\n' : '250 fine\r\n')
    })
  })
  // The same listener under an address that is not one of this machine's usual names.
  const relay = url.replace('127.0.0.1', '[::ffff:127.0.0.1]')
  expect((await failureOf(sender({ url: relay }).send(message))).certainlyNotSent).toBe(true)
  expect(heard).not.toContain('MAIL')
  await sender({ url: `${relay}/?requireTLS=false` }).send(message)
  expect(heard).toContain('MAIL')
  server.close()
})

describe('a mail that may have been sent is not for another try', () => {
  test.each(['hang', 'drop'] as const)('when the server takes it and then: %s', async (how) => {
    smtp.fail({ at: 'data', how })
    const started = performance.now()
    const error = await failureOf(sender({ timeoutMs: quick }).send(message))
    expect(error).toMatchObject({ failure: 'ambiguous', certainlyNotSent: false, worthRetrying: false })
    expect(performance.now() - started).toBeLessThan(usual)
    expect(smtp.messages()).toHaveLength(1)
  })

  test('when the server talks on without an answer', async () => {
    const { url, server } = await rawServer((socket) => {
      socket.write('220 hello\r\n')
      const timer = setInterval(() => socket.write('250-more\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const started = performance.now()
    expect((await failureOf(sender({ url, timeoutMs: quick }).send(message))).failure).toBe('ambiguous')
    expect(performance.now() - started).toBeLessThan(usual)
    server.close()
  })

  test('when the server speaks rubbish', async () => {
    const { url, server } = await rawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect((await failureOf(sender({ url }).send(message))).worthRetrying).toBe(false)
    server.close()
  })
})

test('no failure tells an address, a subject, a text or a password', async () => {
  const failures = [
    await failureOf(sender({ url: smtp.url.replace(/:[0-9a-f]+@/, ':wr0ng-passw0rd@') }).send(message)),
    await failureOf(sender({ url: 'smtp://user:wr0ng-passw0rd@127.0.0.1:9' }).send(message)),
  ]
  for (const fault of [
    { at: 'recipient', how: 550 },
    { at: 'data', how: 554 },
    { at: 'data', how: 'hang' },
  ] as const) {
    smtp.fail(fault)
    failures.push(await failureOf(sender({ timeoutMs: quick }).send(message)))
  }
  const secrets = ['ann.singer', 'example.org', 'Kestrels', 's3cr3t', 'wr0ng-passw0rd', new URL(smtp.url).password]
  for (const error of failures) {
    const told = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join('\n')
    for (const secret of secrets) expect(told).not.toContain(secret)
  }
})
