// A fake of Twilio's "create a Message" call, with its error documents. Stores messages instead of sending them.

import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { addFaultInjection, type FaultControl } from './faults.ts'
import { formFieldsOf, listenOnLoopback, createFakeServer } from './loopback.ts'
import { createMessageStore, type DeliveryCount } from './received-messages.ts'

/** `sentAt` is ISO-8601 UTC. */
export type ReceivedSms = { id: string; to: string; from: string; text: string; sentAt: string }

export type FakeTwilio = FaultControl & {
  url: string
  accountSid: string
  authToken: string
  from: string
  /** The received texts, oldest first. */
  messages(): ReceivedSms[]
  /** How often each text arrived, by number and text. */
  deliveries(): DeliveryCount[]
  clear(): void
  close(): Promise<void>
}

const maxBodyChars = 1600
const e164 = /^\+[1-9]\d{6,14}$/

/** Listens on 127.0.0.1 with new credentials. */
export async function startFakeTwilio(): Promise<FakeTwilio> {
  const accountSid = `AC${randomBytes(16).toString('hex')}`
  const authToken = randomBytes(16).toString('hex')
  const from = '+447700900999'
  const received = createMessageStore<ReceivedSms>()

  const app = createFakeServer()
  const faults = addFaultInjection(
    app,
    (status) =>
      status === 429
        ? twilioError(429, 20429, 'Too Many Requests')
        : twilioError(status, 20500, 'Internal Server Error'),
    (path) => path.startsWith('/messages'),
  )

  app.post<{ Params: { sid: string } }>('/2010-04-01/Accounts/:sid/Messages.json', async (request, reply) => {
    const known = isSameText(request.headers.authorization ?? '', createBasicAuthorization(accountSid, authToken))
    if (!known || request.params.sid !== accountSid) {
      reply.header('www-authenticate', 'Basic realm="Twilio API"')
      return sendTwilioError(reply, 401, 20003, 'Authenticate')
    }
    const form = formFieldsOf(request.body)
    const problem = findTwilioError(form)
    if (problem !== null) return sendTwilioError(reply, 400, ...problem)
    const service = form.get('MessagingServiceSid')
    const message = {
      id: `SM${randomBytes(16).toString('hex')}`,
      to: form.get('To') ?? '',
      from: form.get('From') ?? from,
      text: form.get('Body') ?? '',
      sentAt: new Date().toISOString(),
    }
    received.add(message)
    received.countDelivery(message.to, message.text)
    return reply.code(201).send(toMessageDocument(accountSid, message, service))
  })

  // Only in the fake: lets another process read and clear the messages.
  app.get('/messages', async () => received.messages())
  app.delete('/messages', async (_request, reply) => {
    received.clear()
    return reply.code(204).send()
  })
  app.setNotFoundHandler((request, reply) =>
    sendTwilioError(reply, 404, 20404, `The requested resource ${request.url} was not found`),
  )

  const url = await listenOnLoopback(app)
  return {
    url,
    accountSid,
    authToken,
    from,
    messages: received.messages,
    deliveries: received.deliveries,
    clear: received.clear,
    fail: faults.fail,
    close: () => app.close(),
  }
}

/** The first error that Twilio would report: it checks To, then the sender, then the body. */
function findTwilioError(form: URLSearchParams): [code: number, message: string] | null {
  const to = form.get('To') ?? ''
  const sender = form.get('From') ?? form.get('MessagingServiceSid') ?? ''
  const body = form.get('Body') ?? ''
  if (to === '') return [21604, "A 'To' phone number is required."]
  if (!e164.test(to)) return [21211, `The 'To' number ${to} is not a valid phone number.`]
  if (sender === '') return [21603, "A 'From' phone number is required."]
  if (form.has('From') && !isSender(sender)) return [21212, `The 'From' number ${sender} is not a valid phone number.`]
  if (body === '') return [21602, 'Message body is required.']
  if ([...body].length > maxBodyChars) return [21617, 'The concatenated message body exceeds the 1600 character limit.']
  return null
}

/** A number, or an alphanumeric sender id: up to 11 letters, digits and spaces, not digits alone. */
function isSender(from: string): boolean {
  return e164.test(from) || (/^[A-Za-z0-9 ]{1,11}$/.test(from) && /[A-Za-z]/.test(from))
}

function toMessageDocument(accountSid: string, message: ReceivedSms, messagingServiceSid: string | null) {
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${message.id}`
  const date = toRfc2822(message.sentAt)
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: message.text,
    date_created: date,
    date_sent: null,
    date_updated: date,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: messagingServiceSid === null ? message.from : null,
    messaging_service_sid: messagingServiceSid,
    num_media: '0',
    num_segments: messagingServiceSid === null ? String(countSegments(message.text)) : '0',
    price: null,
    price_unit: 'USD',
    sid: message.id,
    status: messagingServiceSid === null ? 'queued' : 'accepted',
    subresource_uris: { media: `${uri}/Media.json` },
    to: message.to,
    uri: `${uri}.json`,
  }
}

/** The number of segments of a text. Simplified: the alphabet of GSM 03.38 is printable ASCII and the pound sign. */
function countSegments(text: string): number {
  const gsm = /^[\n\r -~£]*$/.test(text)
  const [single, joined] = gsm ? [160, 153] : [70, 67]
  return text.length <= single ? 1 : Math.ceil(text.length / joined)
}

/** ISO-8601 UTC to RFC 2822 with a numeric zone, as Twilio writes it. */
function toRfc2822(iso: string): string {
  return new Date(iso).toUTCString().replace('GMT', '+0000')
}

function twilioError(status: number, code: number, message: string) {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }
}

function sendTwilioError(reply: FastifyReply, status: number, code: number, message: string) {
  return reply.code(status).send(twilioError(status, code, message))
}

function createBasicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
