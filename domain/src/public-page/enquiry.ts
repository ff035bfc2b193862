// Enquiries by the form of a public page. An enquiry reaches the band once the sender has confirmed the email address.

import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { cleanText, createOptionalLineSchema, createRequiredLineSchema } from '@gaffer/domain/shared/plain-text'
import { publicPageMessages } from './public-page-messages.ts'

export const enquiryStatuses = ['new', 'answered', 'pencilled', 'declined'] as const
export type EnquiryStatus = (typeof enquiryStatuses)[number]

/** Whether the band still has to say yes or no. */
export function isUndecidedEnquiry(status: EnquiryStatus): boolean {
  return status === 'new' || status === 'answered'
}

export const Enquiry = z.strictObject({
  id: Id,
  name: z.string(),
  email: z.string(),
  occasion: z.string(),
  dates: z.array(z.string()),
  place: z.nullable(z.string()),
  text: z.string(),
  status: z.enum(enquiryStatuses),
  receivedAt: Timestamp,
  /** The events that were made from the enquiry and are not deleted. */
  eventIds: z.array(Id),
  version: z.int(),
})
export type Enquiry = z.infer<typeof Enquiry>

/** The dates of the form: one field for each date, or several dates in one field. */
const TypedDates = z.pipe(
  z.union([z.string(), z.array(z.string())], publicPageMessages.datesMissing),
  z.transform((typed) =>
    [...new Set([typed].flat().flatMap((text) => text.split(/[\s,;]+/).filter(Boolean)))].toSorted(),
  ),
)

/** The fields of the form that people fill in. */
export const EnquiryForm = z.object({
  name: createRequiredLineSchema(limits.nameLength, publicPageMessages.nameMissing),
  email: createRequiredLineSchema(limits.emailLength, publicPageMessages.emailMissing).check(
    z.email(messages.emailInvalid),
  ),
  occasion: createRequiredLineSchema(limits.titleLength, publicPageMessages.occasionMissing),
  dates: z.pipe(
    TypedDates,
    z
      .array(PlainDate)
      .check(
        z.minLength(1, publicPageMessages.datesMissing),
        z.maxLength(limits.datesOfEnquiry, publicPageMessages.datesTooMany),
      ),
  ),
  place: createOptionalLineSchema(limits.placeLength),
  text: z.string(publicPageMessages.textMissing).check(
    z.maxLength(limits.enquiryLength * 10, `Use at most ${limits.enquiryLength} characters`),
    z.overwrite(cleanText),
    z.minLength(1, publicPageMessages.textMissing),
    z.refine((text) => [...text].length <= limits.enquiryLength, `Use at most ${limits.enquiryLength} characters`),
  ),
})
export type EnquiryForm = z.output<typeof EnquiryForm>

/** The form before its validation. It accepts any text, because the page shows an invalid form again as it was typed. */
export const UnvalidatedEnquiry = z.record(z.string(), z.unknown())
export type UnvalidatedEnquiry = z.output<typeof UnvalidatedEnquiry>

export const EnquiryChangesInput = z.strictObject({ status: z.enum(enquiryStatuses) })
export type EnquiryChanges = z.output<typeof EnquiryChangesInput>
