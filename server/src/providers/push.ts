// Sends one Web Push message (RFC 8030): encrypted for the device (RFC 8291), signed with the VAPID key (RFC 8292). Errors contain no endpoint
// and no payload.

import { createECDH } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import webPush from 'web-push'
import { failureOfStatus, ProviderError, type ProviderFailure } from './provider-error.ts'
import { parseAllowedUrl, type NetworkReach } from './public-address.ts'
import {
  failureOfReason,
  fetchPublic,
  createKeepAliveAgents,
  PublicFetchError,
  type PublicResponse,
  type HostResolver,
} from './public-fetch.ts'
import { maxReplyBytes } from './read-response-text.ts'
import { parseRetryAfter } from './retry-after.ts'

/** As the browser's PushManager returns it; the keys are in base64url. */
export type PushSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

export type PushMessage = {
  subscription: PushSubscription
  /** At most `maxPushPayloadBytes` bytes. */
  payload: string
  /** Seconds for which the push service keeps the message for a device that is offline. */
  ttlSeconds: number
  urgency?: 'very-low' | 'low' | 'normal' | 'high'
  /** A message replaces an undelivered one with the same topic. At most 32 characters of base64url. */
  topic?: string
  /** Identifies the attempt in errors and logs: no personal data. */
  reference: string
}

export type PushSender = {
  /** The VAPID public key in base64url, which browsers need to subscribe. */
  publicKey: string
  /**
   * Resolves once the push service has accepted the message. Rejects with a ProviderError; after `gone` the subscription can be deleted. After
   * `ambiguous` a retry is harmless if the payload has an id that the device recognises.
   */
  send(message: PushMessage): Promise<void>
}

export type PushSettings = {
  /** The VAPID keys in base64url. */
  keys: { publicKey: string; privateKey: string }
  /** A mailto: or https: address of the operator. */
  subject: string
  reach: NetworkReach
  /** Milliseconds for the whole request. */
  timeoutMs?: number
  /** Replaces DNS in tests. */
  resolve?: HostResolver
}

/** Bytes that fit the one record of 4,096 bytes that push services accept (RFC 8291 4). */
export const maxPushPayloadBytes = 3993

/** Milliseconds for which a VAPID token is used again. RFC 8292 allows a lifetime of 24 hours; web-push signs tokens for 12 hours. */
const maxTokenAgeMs = 60 * 60 * 1000

export function createPushSender({ keys, subject, reach, timeoutMs = 5000, resolve }: PushSettings): PushSender {
  // Cached, because signing takes longer than encrypting a message, and a token is valid for all messages to one push service.
  const tokens = new LRUCache<string, string>({
    max: 100,
    ttl: maxTokenAgeMs,
    memoMethod: (origin) =>
      webPush.getVapidHeaders(origin, subject, keys.publicKey, keys.privateKey, 'aes128gcm').Authorization,
  })
  const connections = createKeepAliveAgents()
  return {
    publicKey: keys.publicKey,
    async send({ subscription, payload, ttlSeconds, urgency = 'normal', topic, reference }) {
      const createError = (failure: ProviderFailure, detail: string, retryAfterSeconds: number | null = null) =>
        new ProviderError({ service: 'push', failure, reference, detail, retryAfterSeconds })

      if (Buffer.byteLength(payload) > maxPushPayloadBytes) throw createError('refused', 'the payload is too long')
      const endpoint = parseAllowedUrl(subscription.endpoint, reach)
      if (!endpoint) throw createError('refused', 'the endpoint is not allowed')
      const encrypt = () =>
        webPush.generateRequestDetails(subscription, payload, {
          headers: { Authorization: tokens.memo(endpoint.origin) },
          TTL: ttlSeconds,
          urgency,
          ...(topic && { topic }),
        })
      let request: ReturnType<typeof encrypt>
      try {
        request = encrypt()
      } catch {
        // A key is not a point on the curve. A check beforehand would take as long as encrypting.
        throw createError('refused', 'the keys of the subscription are not valid')
      }
      const { body, headers } = request
      let response: PublicResponse
      try {
        response = await fetchPublic(subscription.endpoint, {
          reach,
          connections,
          ...(resolve && { resolve }),
          method: 'POST',
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
          body,
          timeoutMs,
          maxBytes: maxReplyBytes,
        })
      } catch (error) {
        if (!(error instanceof PublicFetchError)) throw error
        throw createError(failureOfReason(error.reason), error.message)
      }
      const failure = failureOfResponse(response)
      if (failure) throw createError(failure, `HTTP ${response.status}`, parseRetryAfter(response.headers))
    },
  }
}

const p256KeyPair = createECDH('prime256v1')
p256KeyPair.generateKeys()

/** Whether messages can be encrypted for the subscription: a point on P-256 and a secret of 16 bytes (RFC 8291 2). */
export function hasValidKeys({ keys: { p256dh, auth } }: PushSubscription): boolean {
  if (!/^[\w-]{87}$/.test(p256dh) || !/^[\w-]{22}$/.test(auth)) return false
  try {
    p256KeyPair.computeSecret(p256dh, 'base64url')
    return true
  } catch {
    // `p256dh` is not a point on the curve.
    return false
  }
}

function failureOfResponse({ status, headers }: PublicResponse): ProviderFailure | null {
  if (status === 404 || status === 410) return 'gone'
  // A page comes from a proxy or captive portal, not from a push service.
  const isPage = /^text\/html/i.test(headers.get('content-type') ?? '')
  return failureOfStatus(status) ?? (isPage ? 'ambiguous' : null)
}
