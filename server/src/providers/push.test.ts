// The push client against the fake push service, which verifies and decrypts each message. After each fault the error must say whether a
// retry can succeed.

import { createECDH } from 'node:crypto'
import { startFakePush, type FakePush, type FakePushSubscription } from '@gaffer/fakes/push'
import type { Fault } from '@gaffer/fakes/faults'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { catchProviderError } from '#testing/provider-failures.ts'
import { closeListeners, startHttpListener, startTcpListener } from '#testing/listener.ts'
import { createFakeResolver, refusedHosts } from '#testing/public-fetch.ts'
import { testKeyEnvironment } from '#testing/test-keys.ts'
import { isPublicIpAddress, publicNetworkReach, networkReachFor, type NetworkReach } from './public-address.ts'
import { hasValidKeys, maxPushPayloadBytes, createPushSender, type PushMessage, type PushSettings } from './push.ts'

const keys = { publicKey: testKeyEnvironment.VAPID_PUBLIC_KEY, privateKey: testKeyEnvironment.VAPID_PRIVATE_KEY }
/** Milliseconds: a short timeout for faults that hang, and the default one. */
const shortMs = 1000
const defaultMs = 5000

let service: FakePush
let subscription: FakePushSubscription

beforeAll(async () => {
  service = await startFakePush()
  subscription = service.subscribe(keys.publicKey)
})
afterAll(() => service.close())
afterEach(() => {
  service.fail(null)
  service.clear()
  closeListeners()
})

function createSender(settings: Partial<PushSettings> = {}) {
  const reach = networkReachFor({ allowPrivateFetch: true })
  return createPushSender({ keys, subject: 'mailto:ops@gaffer.test', reach, ...settings })
}

function send(message: Partial<PushMessage> = {}, settings: Partial<PushSettings> = {}): Promise<void> {
  const payload = JSON.stringify({ id: 'notice-1', title: 'Practice moved: Fri 28 Nov, 8 PM · The Night Buses' })
  return createSender(settings).send({ subscription, payload, ttlSeconds: 3600, reference: 'job-3', ...message })
}

/** The subscription with another endpoint. */
const withEndpoint = (endpoint: string) => ({ ...subscription, endpoint })

describe('a sent push message', () => {
  test('a push message arrives once, decrypted by the device, with VAPID subject, TTL, urgency and topic', async () => {
    await send({ ttlSeconds: 120, urgency: 'high', topic: 'event_0192' })
    expect(service.messages()).toMatchObject([
      {
        endpoint: subscription.endpoint,
        from: 'mailto:ops@gaffer.test',
        payload: '{"id":"notice-1","title":"Practice moved: Fri 28 Nov, 8 PM · The Night Buses"}',
        ttlSeconds: 120,
        urgency: 'high',
        topic: 'event_0192',
      },
    ])
    expect(service.deliveries()).toEqual([{ endpoint: subscription.endpoint, id: 'notice-1', count: 1 }])
  })

  test('a push payload of the largest size is accepted, and a longer payload is refused before it is sent', async () => {
    await send({ payload: 'a'.repeat(maxPushPayloadBytes) })
    expect(service.messages()).toHaveLength(1)
    expect(await catchProviderError(send({ payload: `${'a'.repeat(maxPushPayloadBytes - 1)}é` }))).toMatchObject({
      failure: 'refused',
    })
    expect(service.messages()).toHaveLength(1)
  })

  test('a push message that is encrypted for another device is refused with 400 and not delivered', async () => {
    const other = service.subscribe(keys.publicKey)
    const swapped = { endpoint: other.endpoint, keys: subscription.keys }
    expect(await catchProviderError(send({ subscription: swapped }))).toMatchObject({
      failure: 'refused',
      message: 'push refused: HTTP 400',
    })
    expect(service.messages()).toEqual([])
    await send({ subscription: other })
    expect(service.messages()).toHaveLength(1)
  })
})

describe('a push message that was certainly not sent', () => {
  test.each([404, 410] as const)('a push endpoint that answers %i is reported as "gone"', async (status) => {
    const ended = service.subscribe()
    service.expire(ended.endpoint, status)
    expect(await catchProviderError(send({ subscription: ended }))).toMatchObject({
      service: 'push',
      failure: 'gone',
      reference: 'job-3',
      isCertainlyUnsent: true,
      isTransient: false,
    })
  })

  test.each([301, 400, 401, 403, 413])('a push message is refused for good with status %i', async (status) => {
    service.fail({ kind: 'status', status })
    expect(await catchProviderError(send())).toMatchObject({
      failure: 'refused',
      isCertainlyUnsent: true,
      isTransient: false,
    })
  })

  test('a push message signed with another VAPID key than the subscription’s is refused', async () => {
    const foreign = service.subscribe('another key')
    expect(await catchProviderError(send({ subscription: foreign }))).toMatchObject({ failure: 'refused' })
  })

  test('a push message refused with 429 is worth retrying, and retryAfterSeconds is the Retry-After of the push service, or null without that header', async () => {
    service.fail({ kind: 'status', status: 429, retryAfterSeconds: 17 })
    expect(await catchProviderError(send())).toMatchObject({
      failure: 'busy',
      isWorthRetrying: true,
      retryAfterSeconds: 17,
    })
    service.fail({ kind: 'status', status: 429 })
    expect(await catchProviderError(send())).toMatchObject({ failure: 'busy', retryAfterSeconds: null })
  })

  test.each([500, 503])('a push message that the push service answers with %i is worth retrying', async (status) => {
    service.fail({ kind: 'status', status })
    expect(await catchProviderError(send())).toMatchObject({
      failure: 'busy',
      isWorthRetrying: true,
      isTransient: true,
    })
    expect(service.messages()).toEqual([])
  })

  test('a push message fails as "unreachable" if the service refuses connections or has no DNS entry, and fails as transient if the service has no TLS', async () => {
    const closed = await startTcpListener(() => undefined)
    closeListeners()
    const noTls = await startTcpListener((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    for (const endpoint of [closed.url, 'https://nowhere.invalid/push/1']) {
      const failure = await catchProviderError(send({ subscription: withEndpoint(endpoint) }))
      expect(failure).toMatchObject({ failure: 'unreachable', isTransient: true })
    }
    const overTls = withEndpoint(noTls.url.replace('http:', 'https:'))
    expect((await catchProviderError(send({ subscription: overTls }))).isTransient).toBe(true)
  })

  test('an endpoint at a private address is refused without a connection', async () => {
    const { url, connections } = await startHttpListener((_request, response) => response.writeHead(201).end())
    for (const endpoint of [url, ...refusedHosts.map(([host]) => `https://${host}/push/1`)]) {
      const failure = await catchProviderError(
        send({ subscription: withEndpoint(endpoint) }, { reach: publicNetworkReach }),
      )
      expect(failure).toMatchObject({
        failure: 'refused',
        message: 'push refused: the endpoint is not allowed',
      })
    }
    expect(connections()).toBe(0)
    await send({ subscription: withEndpoint(url) })
    expect(connections()).toBe(1)
  })
})

describe('a push message to a name', () => {
  const publicAddresses: NetworkReach = { ...publicNetworkReach, protocols: ['http:'], port: null }

  test.each(['127.0.0.1', '0.0.0.0', '169.254.169.254', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '100.64.0.1'])(
    'a push message is refused without a connection when the name resolves to %s, alone or beside a public address',
    async (address) => {
      const { port, connections } = await startHttpListener((_request, response) => response.writeHead(201).end())
      const subscription = withEndpoint(`http://push.example:${port}/push/1`)
      for (const resolve of [createFakeResolver(address), createFakeResolver('8.8.8.8', address)]) {
        const failure = await catchProviderError(send({ subscription }, { reach: publicAddresses, resolve }))
        expect(failure).toMatchObject({ failure: 'refused', isCertainlyUnsent: true })
      }
      expect(connections()).toBe(0)
    },
  )

  test('a push message is refused if the host name resolves to a private address after an earlier connection to a public address', async () => {
    const { port, connections } = await startHttpListener((_request, response) =>
      response.writeHead(201, { connection: 'close' }).end(),
    )
    const subscription = withEndpoint(`http://rebind.example:${port}/push/1`)
    const message = { subscription, payload: '{}', ttlSeconds: 60, reference: 'job-3' }
    // The first look-up counts as one of a public address, later look-ups are of a private one.
    const allowsAddress = vi.fn<NetworkReach['allowsAddress']>(isPublicIpAddress).mockReturnValueOnce(true)
    const one = createSender({ reach: { ...publicAddresses, allowsAddress }, resolve: createFakeResolver('127.0.0.1') })
    await one.send(message)
    expect(await catchProviderError(one.send(message))).toMatchObject({ failure: 'refused' })
    expect([allowsAddress.mock.calls.length, connections()]).toEqual([2, 1])
  })

  test('a redirect of the push service is refused and not followed', async () => {
    const inside = await startHttpListener((_request, response) => response.writeHead(201).end())
    for (const status of [301, 302, 303, 307, 308]) {
      const outside = await startHttpListener((_request, response) =>
        response.writeHead(status, { location: inside.url }).end(),
      )
      expect(await catchProviderError(send({ subscription: withEndpoint(outside.url) }))).toMatchObject({
        failure: 'refused',
      })
    }
    expect(inside.connections()).toBe(0)
  })
})

describe('a push message that may have been sent', () => {
  const faults: [string, Fault][] = [
    ['hangs', { kind: 'hang' }],
    ['stops halfway through the response', { kind: 'stall' }],
    ['resets the connection', { kind: 'reset' }],
    ['answers 408', { kind: 'status', status: 408 }],
    ['answers 502', { kind: 'status', status: 502 }],
    ['answers 504', { kind: 'status', status: 504 }],
    ['answers rubbish', { kind: 'rubbish' }],
    ['answers without end', { kind: 'huge' }],
  ]
  test.each(faults)('a push message is "ambiguous" if the push service takes it and then %s', async (_what, fault) => {
    service.fail({ ...fault, lateReply: true })
    const started = performance.now()
    const failure = await catchProviderError(send({}, { timeoutMs: shortMs }))
    expect(failure).toMatchObject({ failure: 'ambiguous', isCertainlyUnsent: false, isTransient: true })
    expect(performance.now() - started).toBeLessThan(defaultMs)
    expect(service.messages()).toHaveLength(1)
  })
})

describe('the keys of a push subscription', () => {
  const { p256dh, auth } = createSubscriptionKeys()
  test('subscription keys are valid if they are a point on P-256 and a secret of 16 bytes', () => {
    expect(hasValidKeys({ endpoint: '', keys: { p256dh, auth } })).toBe(true)
  })

  test.each([
    ['an empty key', { p256dh: '', auth }],
    ['a key that is no point on the curve', { p256dh: `B${'A'.repeat(86)}`, auth }],
    ['a compressed key', { p256dh: createECDH('prime256v1').generateKeys('base64url', 'compressed'), auth }],
    ['a key with padding', { p256dh: `${p256dh}=`, auth }],
    ['an empty secret', { p256dh, auth: '' }],
    ['a short secret', { p256dh, auth: auth.slice(2) }],
  ])('a subscription with %s has invalid keys and gets no push message', async (_what, wrong) => {
    expect(hasValidKeys({ endpoint: '', keys: wrong })).toBe(false)
    const failure = await catchProviderError(send({ subscription: { ...subscription, keys: wrong } }))
    expect(failure).toMatchObject({ failure: 'refused' })
    expect(service.messages()).toEqual([])
  })
})

function createSubscriptionKeys() {
  return { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) }
}

test('push errors contain no endpoint, key or payload', async () => {
  const failures = [await catchProviderError(send({ subscription: withEndpoint('http://127.0.0.1:9/push/s3cr3t') }))]
  for (const fault of [{ kind: 'status', status: 403 }, { kind: 'rubbish' }, { kind: 'reset' }] as const) {
    service.fail(fault)
    failures.push(await catchProviderError(send()))
  }
  const secrets = ['s3cr3t', '127.0.0.1', subscription.endpoint, subscription.keys.auth, 'Night Buses']
  for (const error of failures) {
    const text = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join('\n')
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
})
