// The content of the link to a gig sheet, for people without an account: sound engineers, promoters, deps.

import * as z from 'zod/mini'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { addDays, compareStrings } from '@gaffer/domain/shared/dates'
import { BandEvent } from '@gaffer/domain/events/event'
import { EventTypeSchema } from '@gaffer/domain/shared/event-type-schema'
import { SharedGigSheet } from './gig-sheet.ts'
import { limits } from '@gaffer/domain/shared/limits'

const { title, status, date, endDate, startTime, endTime, isAllDay } = BandEvent.shape

/** A song, or with `isSong` false a break or own line. `title` is the current title of the song. */
const SharedSetlistItem = z.strictObject({
  title: z.string(),
  isSong: z.boolean(),
  note: z.nullable(z.string()),
  key: z.nullable(z.string()),
  tempo: z.nullable(z.int()),
  durationSeconds: z.nullable(z.int()),
})

/** The sheet with its event and set list. Answers, comments, the event's notes and everything about members are left out. */
export const SheetLinkContent = z.strictObject({
  bandName: z.string(),
  event: z.strictObject({
    title,
    type: EventTypeSchema,
    status,
    date,
    endDate,
    startTime,
    endTime,
    isAllDay,
    place: z.nullable(z.string()),
  }),
  ...SharedGigSheet.shape,
  setlist: z.nullable(z.strictObject({ name: z.string(), items: z.array(SharedSetlistItem) })),
})
export type SheetLinkContent = z.infer<typeof SheetLinkContent>

/** The live link to a gig sheet, for the band's members. `worksUntil` is its last day. */
export const SheetLink = z.strictObject({
  url: z.string(),
  withFee: z.boolean(),
  withContact: z.boolean(),
  worksUntil: PlainDate,
})
export type SheetLink = z.infer<typeof SheetLink>

/**
 * The last day of a link to a gig sheet. `lastDay` is the last day of the gig, `sharedOn` the day of the last sharing, which renews the
 * link; null for a link that a release up to 2.0.0 made.
 */
export function lastDayOfSheetLink({ lastDay, sharedOn }: { lastDay: string; sharedOn: string | null }): string {
  const from = sharedOn !== null && compareStrings(sharedOn, lastDay) > 0 ? sharedOn : lastDay
  return addDays(from, limits.sheetLinkDays)
}
