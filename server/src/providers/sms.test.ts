// The Twilio client against the fake Twilio over HTTP. After each fault the client must know whether the text may have been sent.

import { startFakeTwilio, type FakeTwilio } from '@gaffer/fakes/twilio'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { catchProviderError } from '#testing/provider-failures.ts'
import { createTwilioSmsSender, type TwilioSettings } from './sms.ts'

const message = { to: '+447700900123', body: 'Your Gaffer code is 482913', reference: 'job-1' }
/** Milliseconds: a short timeout for faults that hang, and the default one. */
const shortMs = 1000
const defaultMs = 5000

let twilio: FakeTwilio

beforeAll(async () => {
  twilio = await startFakeTwilio()
})
afterAll(() => twilio.close())
afterEach(() => {
  twilio.fail(null)
  twilio.clear()
})

function createSender(settings: Partial<TwilioSettings> = {}) {
  const { url: apiUrl, accountSid, authToken, from } = twilio
  return createTwilioSmsSender({ apiUrl, accountSid, authToken, from, ...settings })
}

/** Starts an HTTP server with this handler. */
async function startHttpServer(answer: RequestListener): Promise<{ url: string; close(): void }> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** An origin that refuses connections. */
async function findClosedAddress(): Promise<string> {
  const { url, close } = await startHttpServer(() => undefined)
  close()
  return url
}

describe('a sent text', () => {
  test('a text arrives once with recipient, sender and body', async () => {
    await createSender().send(message)
    expect(twilio.messages()).toMatchObject([{ to: message.to, from: twilio.from, text: message.body }])
  })

  test('a text can be sent from an alphanumeric sender or a messaging service', async () => {
    await createSender({ from: 'Gaffer', apiUrl: `${twilio.url}/` }).send(message)
    await createSender({ from: `MG${'a'.repeat(32)}` }).send(message)
    expect(twilio.messages().map(({ from }) => from)).toEqual(['Gaffer', twilio.from])
  })

  test('a text keeps special characters, emoji and line breaks', async () => {
    const body = 'Fish & chips = £5 + 20% – 🎸\nhttps://gaffer.test/invite/a?b=c'
    await createSender().send({ ...message, body })
    expect(twilio.messages()[0]?.text).toBe(body)
  })
})

describe('a text that was certainly not sent', () => {
  test.each([
    ['an unknown host name', { apiUrl: 'http://nowhere.invalid', timeoutMs: 5000 }, 'unreachable'],
    ['a wrong auth token', { authToken: 'wrong' }, 'refused'],
    ['an invalid sender', { from: '07700 900123 and more' }, 'refused'],
  ] as const)('a text with %s is reported as certainly not sent', async (_why, settings, failure) => {
    const error = await catchProviderError(createSender(settings).send(message))
    expect(error).toMatchObject({ service: 'sms', failure, isCertainlyUnsent: true, reference: 'job-1' })
    expect(error.isWorthRetrying).toBe(failure === 'unreachable')
    expect(twilio.messages()).toEqual([])
  })

  test('a text to a provider that refuses connections was certainly not sent and is worth retrying', async () => {
    expect(await catchProviderError(createSender({ apiUrl: await findClosedAddress() }).send(message))).toMatchObject({
      failure: 'unreachable',
      isCertainlyUnsent: true,
      isWorthRetrying: true,
    })
  })

  test('the error for an invalid number has the Twilio code and not the number', async () => {
    const error = await catchProviderError(createSender().send({ ...message, to: '07700900123' }))
    expect(error).toMatchObject({ failure: 'refused', message: 'sms refused: HTTP 400, code 21211' })
  })

  test('a text refused with 429 is worth retrying, and retryAfterSeconds is the Retry-After of the SMS provider, or null without that header', async () => {
    twilio.fail({ kind: 'status', status: 429, retryAfterSeconds: 17 })
    expect(await catchProviderError(createSender().send(message))).toMatchObject({
      failure: 'busy',
      isWorthRetrying: true,
      retryAfterSeconds: 17,
    })
    twilio.fail({ kind: 'status', status: 429 })
    expect(await catchProviderError(createSender().send(message))).toMatchObject({
      failure: 'busy',
      retryAfterSeconds: null,
    })
  })

  test.each([500, 503])(
    'a text was not sent and is worth retrying when the SMS provider answers %i',
    async (status) => {
      twilio.fail({ kind: 'status', status })
      expect(await catchProviderError(createSender().send(message))).toMatchObject({
        failure: 'busy',
        isWorthRetrying: true,
      })
      expect(twilio.messages()).toEqual([])
    },
  )

  test('a redirect of the SMS provider is refused and not followed', async () => {
    const seen: unknown[] = []
    const elsewhere = await startHttpServer((request, response) => {
      seen.push(request.headers)
      response.end('{}')
    })
    twilio.fail({ kind: 'redirect', to: elsewhere.url })
    const error = await catchProviderError(createSender().send(message))
    elsewhere.close()
    expect(error).toMatchObject({ failure: 'refused', isCertainlyUnsent: true })
    expect(seen).toEqual([])
  })
})

describe('a text that may have been sent', () => {
  test.each([
    ['hangs', { kind: 'hang' }],
    ['stops halfway through the response', { kind: 'stall' }],
    ['resets the connection', { kind: 'reset' }],
    ['answers 504', { kind: 'status', status: 504 }],
    ['answers 502', { kind: 'status', status: 502 }],
    ['answers rubbish', { kind: 'rubbish' }],
    ['answers without end', { kind: 'huge' }],
  ] as const)('a text is "ambiguous" when the SMS provider takes it and then %s', async (_what, fault) => {
    twilio.fail({ ...fault, lateReply: true })
    const started = performance.now()
    const error = await catchProviderError(createSender({ timeoutMs: shortMs }).send(message))
    expect(error).toMatchObject({ failure: 'ambiguous', isCertainlyUnsent: false, isWorthRetrying: false })
    expect(performance.now() - started).toBeLessThan(defaultMs)
    expect(twilio.messages()).toHaveLength(1)
  })
})

test('sending a text fails with "too_large" if the response of the SMS provider is endless', async () => {
  twilio.fail({ kind: 'huge' })
  const error = await catchProviderError(createSender({ timeoutMs: 5000 }).send(message))
  expect(error.message).toBe('sms ambiguous: request too_large: more than 262144 bytes')
})

test('sending a text fails with "timeout" if the response of the SMS provider trickles without end', async () => {
  const drip = await startHttpServer((_request, response) => {
    response.writeHead(201, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  })
  expect(await catchProviderError(createSender({ apiUrl: drip.url, timeoutMs: shortMs }).send(message))).toMatchObject({
    failure: 'ambiguous',
    message: `sms ambiguous: request timeout: no response within ${shortMs} ms`,
  })
  drip.close()
})

test.each([
  ['120', 120],
  ['the date in 90 seconds', 90],
  ['99999', 3600],
  ['Fri, 01 Jan 2021 00:00:00 GMT', 0],
  ['soon', null],
])('a Retry-After header of the SMS provider with "%s" gives retryAfterSeconds %j', async (header, expected) => {
  const busy = await startHttpServer((_request, response) => {
    response
      .writeHead(429, {
        'retry-after': header.startsWith('the') ? new Date(Date.now() + 90_000).toUTCString() : header,
      })
      .end()
  })
  const { retryAfterSeconds } = await catchProviderError(createSender({ apiUrl: busy.url }).send(message))
  busy.close()
  if (expected === null || retryAfterSeconds === null) expect(retryAfterSeconds).toBe(expected)
  else expect(Math.abs(retryAfterSeconds - expected)).toBeLessThanOrEqual(1)
})

test('each text is sent on a new connection', async () => {
  const ports: unknown[] = []
  const server = await startHttpServer((request, response) => {
    ports.push(request.socket.remotePort)
    response.writeHead(201, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ sid: `SM${'0'.repeat(32)}`, status: 'queued' }))
  })
  const sms = createSender({ apiUrl: server.url })
  await sms.send(message)
  // A kept-alive connection would be free again after this time.
  await new Promise((resolve) => setTimeout(resolve, 50))
  await sms.send(message)
  server.close()
  expect(new Set(ports).size).toBe(2)
})

test('SMS errors contain no number, code, text or key', async () => {
  const failures = [
    await catchProviderError(createSender().send({ ...message, to: '+44770090012X' })),
    await catchProviderError(createSender({ authToken: 'wrong-token-4711' }).send(message)),
    await catchProviderError(createSender({ apiUrl: await findClosedAddress() }).send(message)),
  ]
  for (const kind of ['hang', 'stall', 'reset', 'rubbish', 'huge'] as const) {
    twilio.fail({ kind })
    failures.push(await catchProviderError(createSender({ timeoutMs: shortMs }).send(message)))
  }
  const secrets = ['7700900', '770090012', '482913', 'Your Gaffer', 'wrong-token', twilio.authToken, twilio.accountSid]
  for (const error of failures) {
    const text = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join('\n')
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
})
