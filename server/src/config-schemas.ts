// Schemas for single values of environment variables.

import { isIP } from 'node:net'
import { parseQuietHours } from '@gaffer/domain/notices/notice-times'
import * as z from 'zod'
import { vapidPublicKeyOf } from '#platform/vapid-keys.ts'

/** Digits only: JavaScript would read `0x50` and `1e3` as numbers, but as a port they are typing errors. */
export const portSchema = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((number) => number <= 65_535, 'must be a port number')

export const httpUrlSchema = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => text.replace(/\/+$/, ''))

const isLoopback = (address: string) => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(address)
export const httpsOrLoopbackUrlSchema = httpUrlSchema.refine(
  (text) => text.startsWith('https:') || isLoopback(text),
  'must be an https address',
)

/** An origin without a path: pages, links and cookies assume the root of a host. */
export const originSchema = httpUrlSchema
  .refine((text) => new URL(text).href === `${new URL(text).origin}/`, 'must be a host alone, without a path')
  .transform((text) => new URL(text).origin)

export const countOrOffSchema = z.union(
  [
    z.literal('off').transform(() => Number.POSITIVE_INFINITY),
    z.coerce.number().int().positive('must be a whole number or off'),
  ],
  'must be a whole number or off',
)

export const onOffSchema = z
  .enum(['on', 'off', '1', '0', 'true', 'false'], 'must be on or off')
  .transform((text) => /^(on|1|true)$/.test(text))

/** `gaffer@example.com`, or with a display name: `Gaffer <gaffer@example.com>`. */
export const mailboxSchema = z
  .string()
  .regex(/^(?:[^<>@\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, 'must be an email address')

/** A private key for VAPID (RFC 8292): 32 bytes of P-256 in base64url, as `web-push generate-vapid-keys` prints it. */
export const vapidPrivateKeySchema = z
  .string()
  .refine((key) => vapidPublicKeyOf(key) !== null, 'must be a P-256 private key in base64url, 43 characters')

/** RFC 8292 2.1: how a push service can reach the operator. */
export const vapidSubjectSchema = z
  .string()
  .refine((text) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/].*)$/.test(text) && URL.canParse(text), {
    error: 'must be a mailto: or an https: address',
  })

/** `22:00-08:00`, or off (null). */
export const quietHoursSchema = z
  .string()
  .refine((text) => parseQuietHours(text) !== undefined, 'must be two different times such as 22:00-08:00, or off')
  .transform((text) => parseQuietHours(text) ?? null)

/** off, a number of proxies, or their addresses. `on` means one proxy: trusting more would trust forged headers of clients. */
export const trustProxySchema = z
  .string()
  .transform((text): false | number | string => {
    if (/^(off|false|0)$/.test(text)) return false
    if (/^(on|true)$/.test(text)) return 1
    return /^\d+$/.test(text) ? Number(text) : text
  })
  .refine(
    (value) => typeof value !== 'string' || value.split(',').every((part) => isNetwork(part.trim())),
    'must be on, off, a number of proxies, or their addresses',
  )

const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isNetwork(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  return namedNetworks.has(text) || (version !== 0 && Number(bits) <= (version === 4 ? 32 : 128))
}
