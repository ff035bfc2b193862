import { messages } from './messages.ts'
import * as z from 'zod/mini'

/** A phone number as typed; `missingMessage` is the message for an empty one. */
export function createTypedPhoneSchema(missingMessage: string) {
  return z
    .string(missingMessage)
    .check(z.trim(), z.minLength(1, missingMessage), z.maxLength(40, messages.phoneNotMobile))
}

/** A query parameter that is never refused: anything but a string of at most 4,096 characters reads as absent. */
export const LenientQueryParam = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value) => (typeof value === 'string' && value.length <= 4096 ? value : undefined)),
  ),
)

/** A code that was sent by text or mail. */
export const SixDigitCode = z.string(messages.codeRequired.text).check(z.regex(/^\d{6}$/, messages.codeRequired.text))

/** Accepts any query. For pages that people open by links from elsewhere: mail services and web sites add parameters to links. */
export const AnyQuery = z.object({})
