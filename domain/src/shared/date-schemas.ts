// Zod schemas of dates and times. Not in dates.ts, so that pages which only use its functions do not download Zod.

import { messages } from './messages.ts'
import * as z from 'zod/mini'
import { firstYear, lastYear } from './dates.ts'

/** An existing date from firstYear to lastYear. */
export const PlainDate = z.iso.date(messages.chooseRealDate).check(
  z.refine((date) => {
    const year = Number(date.slice(0, 4))
    return year >= firstYear && year <= lastYear
  }, `Choose a date between ${firstYear} and ${lastYear}`),
)

/** A wall-clock time, `HH:mm`. */
export const PlainTime = z
  .string('Choose a real time')
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Choose a real time'))

/** The query of an endpoint that reads a range of days: the first and the last day. */
export const DateRangeQuery = z.strictObject({ startDate: PlainDate, endDate: PlainDate })
