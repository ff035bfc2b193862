// A browser's subscription at its push service, as PushSubscription.toJSON() has it.

import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { noticeMessages } from './notice-messages.ts'

const createBase64UrlSchema = (bytes: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`), noticeMessages.pushKeysInvalid))

/** `p256dh` is the browser's public key (65 bytes, uncompressed P-256), `auth` its secret (16 bytes), both in base64url. */
export const PushSubscriptionInput = z.strictObject({
  // Browsers send a URL in printable ASCII, with all other characters encoded.
  endpoint: z
    .string()
    .check(
      z.maxLength(2048, noticeMessages.pushEndpointInvalid),
      z.regex(/^[!-~]+$/, noticeMessages.pushEndpointInvalid),
    ),
  keys: z.strictObject({ p256dh: createBase64UrlSchema(65), auth: createBase64UrlSchema(16) }),
})
export type PushSubscriptionInput = z.output<typeof PushSubscriptionInput>

/** A device of the member that gets push messages. `device` is its browser and system when it was added: "Chrome on Android". */
export const PushDevice = z.strictObject({ id: Id, device: z.string(), createdAt: Timestamp })
export type PushDevice = z.infer<typeof PushDevice>
