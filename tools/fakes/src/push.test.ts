// The fake push service against messages of the `web-push` package, over HTTP.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { startFakePush, type FakePush, type FakePushSubscription } from './push.ts'

let push: FakePush
const keys = webPush.generateVAPIDKeys()

beforeEach(async () => {
  push = await startFakePush()
})
afterEach(() => push.close())

type MessageChanges = {
  endpoint?: string
  headers?: Record<string, string | null>
  body?: Uint8Array<ArrayBuffer>
  vapid?: typeof keys
  audience?: string
}

async function send(subscription: FakePushSubscription, payload = '{"id":"one"}', changes: MessageChanges = {}) {
  const details = webPush.generateRequestDetails(subscription, payload, {
    vapidDetails: { subject: 'mailto:ops@example.org', ...(changes.vapid ?? keys) },
    TTL: 60,
  })
  const headers = new Headers(Object.entries(details.headers).map(([name, value]) => [name, String(value)]))
  headers.delete('content-length')
  for (const [name, value] of Object.entries(changes.headers ?? {})) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  const body = changes.body ?? new Uint8Array(details.body)
  return fetch(changes.endpoint ?? subscription.endpoint, { method: 'POST', headers, body })
}

describe('the fake push service', () => {
  test('the fake push service decrypts a message with the key of the device and answers 201 with its Location', async () => {
    const subscription = push.subscribe(keys.publicKey)
    const response = await send(subscription, '{"id":"one","title":"Practice moved – 8 PM"}')
    expect([response.status, response.headers.get('location')]).toEqual([201, expect.stringContaining(push.url)])
    expect(push.messages()).toMatchObject([
      {
        endpoint: subscription.endpoint,
        from: 'mailto:ops@example.org',
        payload: '{"id":"one","title":"Practice moved – 8 PM"}',
        ttlSeconds: 60,
        urgency: 'normal',
        topic: null,
      },
    ])
  })

  test('the fake push service refuses a message that is encrypted for another device', async () => {
    const [mine, theirs] = [push.subscribe(), push.subscribe()]
    const response = await send(theirs, '{"id":"one"}', { endpoint: mine.endpoint })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: 'the device cannot decrypt the message' })
    const otherSecret = { endpoint: mine.endpoint, keys: { ...mine.keys, auth: theirs.keys.auth } }
    expect((await send(otherSecret)).status).toBe(400)
    expect(push.messages()).toEqual([])
  })

  test('the fake push service refuses a message that was changed on the way', async () => {
    const subscription = push.subscribe()
    const { body } = webPush.generateRequestDetails(subscription, 'hello', { TTL: 60 })
    const changed = new Uint8Array(body)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect((await send(subscription, 'hello', { body: changed })).status).toBe(400)
  })

  test.each<[string, MessageChanges, number]>([
    ['no Authorization', { headers: { authorization: null } }, 401],
    ['a token without a signature', { headers: { authorization: 'vapid t=e30.e30., k=AAAA' } }, 403],
    ['no TTL', { headers: { ttl: null } }, 400],
    ['an unknown urgency', { headers: { urgency: 'now' } }, 400],
    ['too long a topic', { headers: { topic: 'a'.repeat(33) } }, 400],
    ['another content encoding', { headers: { 'content-encoding': 'aesgcm' } }, 415],
    ['an empty body', { body: new Uint8Array() }, 400],
    ['a body over 4,096 bytes', { body: new Uint8Array(4097) }, 413],
  ])('the fake push service answers $2 to a message with $0', async (_what, changes, status) => {
    expect((await send(push.subscribe(), '{"id":"one"}', changes)).status).toBe(status)
    expect(push.messages()).toEqual([])
  })

  test('the fake push service refuses a token of another key than the subscription is bound to', async () => {
    const subscription = push.subscribe(keys.publicKey)
    expect((await send(subscription, 'hello', { vapid: webPush.generateVAPIDKeys() })).status).toBe(403)
    expect((await send(subscription)).status).toBe(201)
  })

  test('the fake push service refuses a token that names another key than the one that signed it', async () => {
    const subscription = push.subscribe()
    const other = webPush.generateVAPIDKeys()
    const vapid = { publicKey: other.publicKey, privateKey: keys.privateKey }
    const response = await send(subscription, 'hello', { vapid })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ message: 'the signature does not match the key' })
  })

  test('the fake push service refuses a token for another push service, and an expired one', async () => {
    const subscription = push.subscribe()
    const authorization = (audience: string, expiration?: number) =>
      webPush.getVapidHeaders(
        audience,
        'mailto:ops@example.org',
        keys.publicKey,
        keys.privateKey,
        'aes128gcm',
        expiration,
      ).Authorization
    const status = async (value: string) =>
      (await send(subscription, 'hello', { headers: { authorization: value } })).status
    expect(await status(authorization('https://fcm.googleapis.com'))).toBe(403)
    expect(await status(authorization(push.url, Math.floor(Date.now() / 1000) - 1))).toBe(403)
    expect(await status(authorization(push.url))).toBe(201)
  })

  test.each([404, 410] as const)(
    'the fake push service answers %i for an expired endpoint, and 404 for an unknown one',
    async (status) => {
      const subscription = push.subscribe()
      push.expire(subscription.endpoint, status)
      expect((await send(subscription)).status).toBe(status)
      expect((await send(subscription, 'hello', { endpoint: `${push.url}/push/unknown` })).status).toBe(404)
    },
  )

  test('the fake push service counts deliveries by endpoint and the id in the payload', async () => {
    const [phone, laptop] = [push.subscribe(), push.subscribe()]
    for (const device of [phone, phone, laptop]) await send(device, '{"id":"one"}')
    await send(phone, '{"id":"two"}')
    await send(phone, 'no JSON')
    expect(push.deliveries()).toEqual([
      { endpoint: phone.endpoint, id: 'one', count: 2 },
      { endpoint: laptop.endpoint, id: 'one', count: 1 },
      { endpoint: phone.endpoint, id: 'two', count: 1 },
    ])
    push.clear()
    expect([push.messages(), push.deliveries()]).toEqual([[], []])
  })

  test('with lateReply the fake push service keeps the message although its response is an error, so that a retry makes the count of deliveries 2', async () => {
    const subscription = push.subscribe()
    push.fail({ kind: 'status', status: 503, lateReply: true, times: 1 })
    expect((await send(subscription)).status).toBe(503)
    expect((await send(subscription)).status).toBe(201)
    expect(push.deliveries()).toMatchObject([{ count: 2 }])
  })

  test('the fake push service subscribes a device, lists, counts and clears messages, expires an endpoint and sets a fault over HTTP', async () => {
    const call = async (method: string, url: string, body?: object) => {
      const response = await fetch(url, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return text === '' ? null : JSON.parse(text)
    }
    const subscription = await call('POST', `${push.url}/subscriptions`, { applicationServerKey: keys.publicKey })
    await send(push.subscribe())
    await send(subscription)
    expect(await call('GET', subscription.endpoint)).toEqual([push.messages()[1]])
    expect(await call('GET', `${push.url}/messages`)).toEqual(push.messages())
    expect(await call('GET', `${push.url}/deliveries`)).toEqual(push.deliveries())
    await call('DELETE', subscription.endpoint)
    expect((await send(subscription)).status).toBe(410)
    await call('DELETE', `${subscription.endpoint}?status=404`)
    expect((await send(subscription)).status).toBe(404)
    await call('DELETE', `${push.url}/messages`)
    expect(push.messages()).toEqual([])
    await call('POST', `${push.url}/control/fault`, { kind: 'status', status: 429, retryAfterSeconds: 7 })
    const limited = await send(push.subscribe())
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
    await call('DELETE', `${push.url}/control/fault`)
    expect((await send(push.subscribe())).status).toBe(201)
  })
})
