// Dates and times as the wire carries them. Apart from dates.ts, so that a page which only counts days downloads no schema.

import * as z from 'zod/mini'
import { firstYear, lastYear } from './dates.ts'

/** A date: real, and between firstYear and lastYear. */
export const PlainDate = z.iso.date('Choose a real date').check(
  z.refine((date) => {
    const year = Number(date.slice(0, 4))
    return year >= firstYear && year <= lastYear
  }, `Choose a date between ${firstYear} and ${lastYear}`),
)

/** A wall-clock time, `HH:mm`. */
export const PlainTime = z
  .string('Choose a real time')
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Choose a real time'))
