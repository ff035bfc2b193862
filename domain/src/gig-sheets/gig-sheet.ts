// Gig sheets: running times, address, contact and fee of a gig. `isGigOrFestival` in event-type.ts decides which event types have one.

import * as z from 'zod/mini'
import { PlainTime } from '@gaffer/domain/shared/date-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { gigSheetMessages } from './gig-sheet-messages.ts'
import { PersonContact } from '@gaffer/domain/shared/person-contact'
import {
  createOptionalLineSchema,
  createOptionalTextSchema,
  createRequiredLineSchema,
} from '@gaffer/domain/shared/plain-text'

/** Labels that the form suggests. Any text is valid. */
export const suggestedRunningTimeLabels = ['Load-in', 'Soundcheck', 'Doors', 'On stage', 'Curfew'] as const

const sheetFields = {
  address: z.nullable(z.string()),
  /** The running times, in the order in which the band typed them: a curfew may be after midnight. `time` is `HH:mm`. */
  times: z.array(z.strictObject({ time: z.string(), label: z.string() })),
  contactName: z.nullable(z.string()),
  contactPhone: z.nullable(z.string()),
  contactEmail: z.nullable(z.string()),
  gettingThere: z.nullable(z.string()),
  gear: z.nullable(z.string()),
  hospitality: z.nullable(z.string()),
  feePence: z.nullable(z.int()),
  feeNote: z.nullable(z.string()),
  feePaid: z.boolean(),
}

/** Until it is saved for the first time, the sheet is empty and of version 0. */
export const GigSheet = z.strictObject({ ...sheetFields, version: z.int() })
export type GigSheet = z.infer<typeof GigSheet>

/** The sheet behind a link: like `GigSheet`, without its version. */
export const SharedGigSheet = z.strictObject(sheetFields)
export type SharedGigSheet = z.infer<typeof SharedGigSheet>

export const emptyGigSheet: GigSheet = {
  address: null,
  times: [],
  contactName: null,
  contactPhone: null,
  contactEmail: null,
  gettingThere: null,
  gear: null,
  hospitality: null,
  feePence: null,
  feeNote: null,
  feePaid: false,
  version: 0,
}

const RunningTime = z.strictObject({
  time: PlainTime,
  label: createRequiredLineSchema(limits.runningTimeLabelLength, gigSheetMessages.runningTimeLabelRequired),
})

/** PUT of a gig sheet: replaces the whole sheet. A field that is left out, null or blank is cleared. */
export const GigSheetInput = z.strictObject({
  address: createOptionalTextSchema(limits.addressLength),
  times: z.prefault(
    z.array(RunningTime).check(z.maxLength(limits.runningTimes, gigSheetMessages.runningTimesTooMany)),
    [],
  ),
  contactName: PersonContact.shape.displayName,
  contactPhone: PersonContact.shape.phone,
  contactEmail: PersonContact.shape.email,
  gettingThere: createOptionalTextSchema(limits.notesLength),
  gear: createOptionalTextSchema(limits.notesLength),
  hospitality: createOptionalTextSchema(limits.notesLength),
  feePence: z.prefault(
    z.nullable(
      z
        .int(gigSheetMessages.feeInvalid)
        .check(z.minimum(0, gigSheetMessages.feeInvalid), z.maximum(limits.feePence, gigSheetMessages.feeInvalid)),
    ),
    null,
  ),
  feeNote: createOptionalLineSchema(limits.placeLength),
  feePaid: z.prefault(z.boolean(), false),
})
export type GigSheetInput = z.input<typeof GigSheetInput>
export type ParsedGigSheet = z.output<typeof GigSheetInput>

/** Whether the link to a gig sheet also shows the fee and the contact; both are off by default. */
export const GigSheetShareInput = z.prefault(
  z.strictObject({ withFee: z.prefault(z.boolean(), false), withContact: z.prefault(z.boolean(), false) }),
  {},
)
export type GigSheetShareOptions = z.output<typeof GigSheetShareInput>

/**
 * The sheet as its link shows it. Without `withFee` the fee, its note and whether it is paid are empty; without `withContact` the
 * contact's name, phone and email are empty. Deps see `{ withFee: false, withContact: true }`.
 */
export function toSharedGigSheet(sheet: GigSheet, { withFee, withContact }: GigSheetShareOptions): SharedGigSheet {
  const { version: _, ...rest } = sheet
  return {
    ...rest,
    ...(withContact ? {} : { contactName: null, contactPhone: null, contactEmail: null }),
    ...(withFee ? {} : { feePence: null, feeNote: null, feePaid: false }),
  }
}

/** "250", "£1,250" or "99.50" in pence; null for an empty text, undefined for anything else. */
export function parsePoundsToPence(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const match = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match) return undefined
  const [, whole = '', rest = ''] = match
  return Number(whole.replaceAll(',', '')) * 100 + Number(rest.padEnd(2, '0'))
}
