// Addresses of other web sites. Checked by a regular expression, because this package has no URL type.

import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { createClearableLineSchema, createRequiredLineSchema } from './plain-text.ts'

/** http or https, a host without user and password, and a path without white space and without < > " \ ^ ` { | }. */
const urlPattern = /^https?:\/\/[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?(?::\d{1,5})?(?:[/?#][^\s<>"\\^`{|}]*)?$/iu

function isWebAddress(text: string): boolean {
  return urlPattern.test(text)
}

/** A web address that can be cleared: null and blank become null. */
export const ClearableWebAddress = createClearableLineSchema(limits.webAddressLength).check(
  z.refine((text) => text === null || isWebAddress(text), messages.webAddressInvalid),
)

/** A required address; `missingMessage` is the message for a blank one. */
export function createWebAddressSchema(missingMessage: string) {
  return createRequiredLineSchema(limits.webAddressLength, missingMessage).check(
    z.refine(isWebAddress, messages.webAddressInvalid),
  )
}

/** The typed address, with https:// in front if it has no scheme. */
export function addMissingScheme(typed: string): string {
  const text = typed.trim()
  return text === '' || /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`
}
