// How to reach a person outside the band, such as a venue's contact (specification, sections 3 and 5).

import { messages } from './messages.ts'
import * as z from 'zod/mini'
import { Id } from './common-schemas.ts'
import { limits } from './limits.ts'
import { createOptionalLineSchema } from './plain-text.ts'

/** Accepts null and phone numbers of any country: digits, spaces, "+", "-", "." and brackets. */
const isDialableOrNull = (text: string | null) => text === null || /^\+?[\d\s().-]*\d[\d\s().-]*$/.test(text)
const isEmailOrNull = (text: string | null) => text === null || z.email().safeParse(text).success

/** All fields are optional; absent, null and blank are null. */
export const PersonContact = z.strictObject({
  firstName: createOptionalLineSchema(limits.nameLength),
  lastName: createOptionalLineSchema(limits.nameLength),
  displayName: createOptionalLineSchema(limits.nameLength),
  email: createOptionalLineSchema(limits.emailLength).check(z.refine(isEmailOrNull, messages.emailInvalid)),
  phone: createOptionalLineSchema(limits.contactPhoneLength).check(
    z.refine(isDialableOrNull, messages.contactPhoneInvalid),
  ),
})
export type PersonContact = z.output<typeof PersonContact>

export const StoredPersonContact = z.extend(PersonContact, { id: Id })
export type StoredPersonContact = z.output<typeof StoredPersonContact>
