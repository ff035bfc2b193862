// A fake push service (RFC 8030) with its devices: it verifies each message like a service and decrypts it like the device (RFC 8188, 8291).

import { createECDH, randomBytes, randomUUID, type ECDH } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decrypt } from 'http_ece'
import { addFaultInjection, type FaultControl } from './faults.ts'
import { listenOnLoopback, createFakeServer } from './loopback.ts'
import { createMessageStore } from './received-messages.ts'
import { verifyVapid } from './vapid.ts'

/** A subscription as the browser's PushManager returns it. */
export type FakePushSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** `from` is the VAPID subject, `payload` the decrypted text. `sentAt` is ISO-8601 UTC. */
export type ReceivedPushMessage = {
  id: string
  endpoint: string
  from: string
  payload: string
  ttlSeconds: number
  urgency: string
  topic: string | null
  sentAt: string
}

/** How often an endpoint got the payload with this `id`. */
export type PushDeliveryCount = { endpoint: string; id: string; count: number }

export type FakePush = FaultControl & {
  url: string
  /** With an application server key, only messages that are signed with it are accepted (RFC 8292 4.1). */
  subscribe(applicationServerKey?: string): FakePushSubscription
  /** The endpoint responds with this status from now on. */
  expire(endpoint: string, status?: 404 | 410): void
  /** The received messages, oldest first. */
  messages(): ReceivedPushMessage[]
  deliveries(): PushDeliveryCount[]
  clear(): void
  close(): Promise<void>
}

type Device = FakePushSubscription & {
  pair: ECDH
  applicationServerKey: string | null
  expiredStatus: 404 | 410 | null
}
type Refusal = { status: number; reason: string }

const maxBodyBytes = 4096
const urgencies = new Set(['very-low', 'low', 'normal', 'high'])

/** Listens on 127.0.0.1. An endpoint lists its messages for GET and expires for DELETE. */
export async function startFakePush(): Promise<FakePush> {
  const devices = new Map<string, Device>()
  const received = createMessageStore<ReceivedPushMessage>()
  let origin = ''

  const app = createFakeServer()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const faults = addFaultInjection(
    app,
    (status) => ({ code: status, message: 'injected failure' }),
    (path) => !path.startsWith('/push/'),
  )

  function subscribe(applicationServerKey: string | null = null): FakePushSubscription {
    const pair = createECDH('prime256v1')
    const p256dh = pair.generateKeys('base64url')
    const id = randomBytes(16).toString('hex')
    const subscription = {
      endpoint: `${origin}/push/${id}`,
      keys: { p256dh, auth: randomBytes(16).toString('base64url') },
    }
    devices.set(id, { ...subscription, pair, applicationServerKey, expiredStatus: null })
    return subscription
  }

  function storeMessage(message: ReceivedPushMessage): void {
    received.add(message)
    const id = idOf(message.payload)
    if (id !== null) received.countDelivery(message.endpoint, id)
  }

  function deliveries(): PushDeliveryCount[] {
    return received.deliveries().map(({ to, key, count }) => ({ endpoint: to, id: key, count }))
  }

  function expire(id: string, status: 404 | 410): void {
    const device = devices.get(id)
    if (device) device.expiredStatus = status
  }

  app.post<{ Params: { id: string } }>('/push/:id', async (request, reply) => {
    const device = devices.get(request.params.id)
    const message = readMessage(request, device, origin)
    if ('status' in message) return reply.code(message.status).send({ code: message.status, message: message.reason })
    storeMessage(message)
    return sendCreated(reply, message, origin)
  })

  // Only in the fake: lets another process subscribe, expire endpoints, and read and clear the messages.
  app.post<{ Body: { applicationServerKey?: string } | undefined }>('/subscriptions', async (request, reply) =>
    reply.code(201).send(subscribe(request.body?.applicationServerKey ?? null)),
  )
  app.get<{ Params: { id: string } }>('/push/:id', async ({ params: { id } }) =>
    received.messages().filter(({ endpoint }) => endpoint === devices.get(id)?.endpoint),
  )
  app.delete<{ Params: { id: string }; Querystring: { status?: string } }>('/push/:id', async (request, reply) => {
    expire(request.params.id, request.query.status === '404' ? 404 : 410)
    return reply.code(204).send()
  })
  app.get('/messages', async () => received.messages())
  app.delete('/messages', async (_request, reply) => {
    received.clear()
    return reply.code(204).send()
  })
  app.get('/deliveries', async () => deliveries())

  origin = await listenOnLoopback(app)
  return {
    url: origin,
    subscribe,
    expire: (endpoint, status = 410) => expire(endpoint.split('/').at(-1) ?? '', status),
    messages: received.messages,
    deliveries,
    clear: received.clear,
    fail: faults.fail,
    close: () => app.close(),
  }
}

/** Checks and decrypts a message like the services of the browsers. */
function readMessage(
  request: FastifyRequest,
  device: Device | undefined,
  origin: string,
): ReceivedPushMessage | Refusal {
  if (!device) return { status: 404, reason: 'unknown subscription' }
  if (device.expiredStatus) return { status: device.expiredStatus, reason: 'the subscription has expired' }
  const { headers } = request
  const vapid = verifyVapid(headers.authorization, origin)
  if (typeof vapid === 'string') return { status: headers.authorization ? 403 : 401, reason: vapid }
  if (device.applicationServerKey !== null && device.applicationServerKey !== vapid.publicKey)
    return { status: 403, reason: 'the subscription belongs to another application server key' }
  const { ttl, topic = null, urgency = 'normal' } = headers
  if (!/^\d+$/.test(String(ttl))) return { status: 400, reason: 'no TTL' }
  if (!urgencies.has(String(urgency))) return { status: 400, reason: 'unknown urgency' }
  if (topic !== null && !/^[\w-]{1,32}$/.test(String(topic))) return { status: 400, reason: 'invalid topic' }
  const payload = decryptBody(request, device)
  if (typeof payload !== 'string') return payload
  return {
    id: randomUUID(),
    endpoint: device.endpoint,
    from: vapid.subject,
    payload,
    ttlSeconds: Number(ttl),
    urgency: String(urgency),
    topic: topic === null ? null : String(topic),
    sentAt: new Date().toISOString(),
  }
}

function decryptBody({ body, headers }: FastifyRequest, { pair, keys }: Device): string | Refusal {
  if (headers['content-encoding'] !== 'aes128gcm') return { status: 415, reason: 'the encoding is not aes128gcm' }
  if (!Buffer.isBuffer(body) || body.length <= 21) return { status: 400, reason: 'no body' }
  if (body.length > maxBodyBytes) return { status: 413, reason: 'the payload is too large' }
  const recordBytes = body.length - 21 - body.readUInt8(20)
  if (recordBytes > body.readUInt32BE(16)) return { status: 400, reason: 'more than one record' }
  try {
    return decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: keys.auth }).toString()
  } catch {
    // The message was encrypted for another device, or changed on the way.
    return { status: 400, reason: 'the device cannot decrypt the message' }
  }
}

function sendCreated(reply: FastifyReply, { id, ttlSeconds }: ReceivedPushMessage, origin: string): FastifyReply {
  return reply
    .code(201)
    .headers({ location: `${origin}/messages/${id}`, ttl: ttlSeconds })
    .send()
}

/** The `id` of a JSON payload. */
function idOf(payload: string): string | null {
  try {
    const { id } = JSON.parse(payload) as { id?: unknown }
    return typeof id === 'string' ? id : null
  } catch {
    // The payload is not JSON, so it has no id.
    return null
  }
}
