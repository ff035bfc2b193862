import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSmtpMailSender } from '#providers/mail.ts'
import { networkReachFor } from '#providers/public-address.ts'
import { createPushSender, type PushSubscription } from '#providers/push.ts'
import { createTwilioSmsSender } from '#providers/sms.ts'
import { testKeyEnvironment } from '#testing/test-keys.ts'
import { inboxRoutes } from './inbox.ts'
import { startFakes, type Fakes, type InboxMessage } from './fakes.ts'

let fakes: Fakes
let app: FastifyInstance
let logged: string[]

beforeEach(async () => {
  fakes = await startFakes({ sms: true, mail: true, push: true })
  logged = []
  app = Fastify({ logger: { level: 'trace', stream: { write: (line: string) => void logged.push(line) } } })
  await app.register(inboxRoutes, fakes.inbox)
})
afterEach(async () => {
  await app.close()
  await fakes.close()
})

function sendText(body: string, to = '+447700900123') {
  return createTwilioSmsSender(fakes.twilio!).send({ to, body, reference: 'a' })
}

function sendMail(fields: { subject?: string; text?: string }) {
  const sender = createSmtpMailSender(fakes.mail!)
  return sender.send({
    to: 'ann@example.org',
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
    reference: 'b',
    ...fields,
  })
}

function getInbox(query: string) {
  return app.inject({
    url: `/dev/inbox${query}`,
    headers: { accept: 'text/html,application/xhtml+xml,*/*' },
  })
}

async function readPage(query = ''): Promise<string> {
  const response = await getInbox(query)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(response.headers['cache-control']).toBe('no-store')
  return response.body
}

async function readMessages(query = ''): Promise<InboxMessage[]> {
  return (await app.inject({ url: `/dev/inbox${query}`, headers: { accept: 'application/json' } })).json()
}

describe('the JSON inbox', () => {
  test('the JSON inbox lists texts and mails, newest first, with id, time, channel, sender, recipient, subject, text, HTML and headers', async () => {
    await sendText('Your code is 123456')
    await new Promise((resolve) => setTimeout(resolve, 5))
    await sendMail({})
    const messages = await readMessages()
    expect(messages).toMatchObject([
      { channel: 'email', to: 'ann@example.org', from: 'gaffer@pretend.test', subject: 'Hello' },
      { channel: 'sms', to: '+447700900123', from: '+447700900999', subject: null, text: 'Your code is 123456' },
    ])
    expect(messages.map(({ html }) => html?.trim() ?? null)).toEqual(['<p>Hello</p>', null])
    expect(messages.map(({ headers }) => headers['subject'])).toEqual(['Hello', undefined])
    expect(Object.keys(messages[0] ?? {}).toSorted()).toEqual([
      'channel',
      'from',
      'headers',
      'html',
      'id',
      'sentAt',
      'subject',
      'text',
      'to',
    ])
    expect((await app.inject('/dev/inbox?format=json')).json()).toEqual(messages)
  })

  test('the JSON inbox filters messages by recipient, whether the plus sign of a phone number is encoded or not', async () => {
    await sendText('one')
    await sendText('two', '+447700900124')
    await sendMail({})
    expect((await readMessages('?to=+447700900124')).map((message) => message.text)).toEqual(['two'])
    expect((await readMessages('?to=%2B447700900123')).map((message) => message.text)).toEqual(['one'])
    expect(await readMessages('?to=ANN@example.org')).toHaveLength(1)
    expect(await readMessages('?to=+447700900125')).toEqual([])
  })
})

describe('the inbox page', () => {
  test('the inbox page without messages shows "Nothing yet"', async () => {
    expect(await readPage()).toContain('Nothing yet')
  })

  test('the inbox page highlights a six-digit code, but no digits of phone numbers, URLs and longer numbers', async () => {
    await sendText('Your Gaffer code is 482913.')
    expect(await readPage()).toContain('<p class="code">482913</p>')
    await sendText(
      'Call +447700900123, see https://gaffer.test/invite/123456 or https://gaffer.test/?v=654321 or /555555, 1234567',
      '+447700900124',
    )
    expect(await readPage('?to=%2B447700900124')).not.toContain('class="code"')
  })

  test('the inbox page links a URL and leaves the full stop after it out of the link', async () => {
    await sendText('Join: http://localhost:3000/invite/a-b_c?x=1&y=2. See you')
    expect(await readPage()).toContain(
      '<a href="http://localhost:3000/invite/a-b_c?x=1&amp;y=2" rel="noreferrer">http://localhost:3000/invite/a-b_c?x=1&amp;y=2</a>. See you',
    )
  })

  test('the inbox page escapes markup in messages and makes no links of javascript: or data: URLs', async () => {
    await sendMail({
      subject: '<img src=x onerror=alert(1)>',
      text: 'javascript:alert(1) "><script>alert(2)</script> https://x.test/"onmouseover="alert(3) data:text/html,x',
    })
    const html = await readPage()
    expect(html).not.toMatch(/<img|<script|onmouseover="/)
    expect(html).not.toMatch(/href="(?!https?:|\/dev\/inbox|\/favicon)/)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  test('the inbox page has a Refresh header unless it is paused, and the Pause and Resume links keep the recipient filter', async () => {
    await sendText('one')
    const running = await getInbox('?to=%2B447700900123')
    expect(running.headers['refresh']).toBe('4')
    expect(running.body).toContain('href="/dev/inbox?to=%2B447700900123&amp;refresh=off">Pause</a>')
    expect(running.body).toContain('href="/dev/inbox?to=%2B447700900123" aria-current="page"')
    const paused = await getInbox('?to=%2B447700900123&refresh=off')
    expect(paused.headers['refresh']).toBeUndefined()
    expect(paused.body).toContain('href="/dev/inbox?to=%2B447700900123">Resume</a>')
  })
})

describe('push messages', () => {
  test('a push message to a device that subscribed at /dev/push-subscriptions is in the JSON inbox and on the inbox page', async () => {
    const reply = await app.inject({
      method: 'POST',
      url: '/dev/push-subscriptions',
      payload: { applicationServerKey: testKeyEnvironment.VAPID_PUBLIC_KEY },
    })
    expect(reply.statusCode).toBe(201)
    const subscription: PushSubscription = reply.json()
    const sender = createPushSender({
      keys: { publicKey: testKeyEnvironment.VAPID_PUBLIC_KEY, privateKey: testKeyEnvironment.VAPID_PRIVATE_KEY },
      subject: 'mailto:ops@gaffer.test',
      reach: networkReachFor({ allowPrivateFetch: true }),
    })
    await sender.send({ subscription, payload: '{"title":"Practice moved"}', ttlSeconds: 60, reference: 'c' })
    expect(await readMessages(`?to=${encodeURIComponent(subscription.endpoint)}`)).toMatchObject([
      {
        channel: 'push',
        to: subscription.endpoint,
        from: 'mailto:ops@gaffer.test',
        text: '{"title":"Practice moved"}',
      },
    ])
    expect(await readPage()).toContain('<span class="kind push">Push</span>')
  })

  test('POST /dev/push-subscriptions returns 404 without the fake push service', async () => {
    const plain = Fastify()
    await plain.register(inboxRoutes, { messages: () => [], subscribe: null, exampleCalendarUrl: null })
    expect((await plain.inject({ method: 'POST', url: '/dev/push-subscriptions' })).statusCode).toBe(404)
    await plain.close()
  })
})

test('the inbox page shows the URL of the example calendar unchanged', async () => {
  const plain = Fastify()
  const exampleCalendarUrl = 'http://127.0.0.1:31313/rehearsals.ics'
  await plain.register(inboxRoutes, { messages: () => [], subscribe: null, exampleCalendarUrl })
  expect((await plain.inject('/dev/inbox')).body).toContain(`<code>${exampleCalendarUrl}</code>`)
  await plain.close()
})

test('reading the inbox logs no phone number and no code', async () => {
  await sendText('Your code is 482913')
  await readMessages('?to=+447700900123')
  await readPage('?to=%2B447700900123')
  expect(logged.join('')).not.toMatch(/447700900123|482913/)
})

test('startFakes starts only the requested fake providers, and close() stops them', async () => {
  const some = await startFakes({ mail: true, google: true, spotify: true })
  expect([some.twilio, some.mail?.from]).toEqual([null, expect.stringContaining('@')])
  expect((await fetch(`${some.google?.issuer}/.well-known/openid-configuration`)).status).toBe(200)
  await some.close()
  await expect(fetch(`${some.spotify?.apiUrl}/v1/me`)).rejects.toThrow('fetch failed')
})
