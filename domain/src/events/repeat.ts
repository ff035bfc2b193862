// Repeating events: the dates of a series, and its wording.

import * as z from 'zod/mini'
import type { FieldIssue } from '@gaffer/domain/shared/app-error'
import {
  addDays,
  addMonths,
  endOfMonth,
  isRealDate,
  startOfMonth,
  weekdayIndex,
  weekdayNames,
} from '@gaffer/domain/shared/dates'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import type { EventType } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { seriesMessages } from './series-messages.ts'

export const repeatIntervals = ['week', 'fortnight', 'month'] as const
export type RepeatInterval = (typeof repeatIntervals)[number]

/** How an event repeats. `until` is the last possible date; `skip` lists dates of the series that get no event. */
export const RepeatRule = z.strictObject({
  every: z.enum(repeatIntervals),
  until: PlainDate,
  skip: z.prefault(z.array(PlainDate).check(z.maxLength(limits.seriesDates, seriesMessages.seriesTooLong)), []),
})
export type RepeatRule = z.output<typeof RepeatRule>

/** Whether events of the type can repeat: practices, rehearsals, meetings and other events. */
export function canRepeat(type: EventType): type is 'practice' | 'rehearsal' | 'meeting' | 'other' {
  return type === 'practice' || type === 'rehearsal' || type === 'meeting' || type === 'other'
}

export type RepeatDatesResult = {
  /** Every date of the series in order, from `start` on, skipped ones included: to check for conflicts. */
  allDates: string[]
  /** The dates that get an event: `allDates` without the skipped ones. */
  dates: string[]
  /** Months `yyyy-MM` between start and end that have no such weekday, such as a fifth Thursday. */
  monthsLeftOut: string[]
  /** The issues of the repetition; their paths are "until", "skip" or, for the first skipped date, "skip.0". With issues, the lists may be incomplete. */
  issues: FieldIssue[]
}

/**
 * The dates of a series.
 *
 * `week` and `fortnight` step by 7 and 14 days. `month` means the same weekday of each month, such as the first or the
 * fifth Thursday. Months without a fifth Thursday are left out.
 *
 * Issues: `until` before `start`, more than 12 months after it, or more than 60 dates; a skipped date that is not in the series; all
 * dates skipped.
 *
 * @param start the first date, an existing date
 */
export function computeRepeatDates(start: string, { every, until, skip }: RepeatRule): RepeatDatesResult {
  if (until < start) {
    return {
      allDates: [],
      dates: [],
      monthsLeftOut: [],
      issues: [{ path: 'until', message: seriesMessages.repeatEndsBefore }],
    }
  }
  const { allDates, monthsLeftOut } =
    every === 'month' ? computeMonthlyDates(start, until) : computeDatesByStep(start, until, daysByInterval[every])
  const isTooLong = until > addMonths(start, limits.seriesMonths)
  const hasTooManyDates = allDates.length > limits.seriesDates
  const skipped = new Set(skip)
  const dates = allDates.filter((date) => !skipped.has(date))
  const known = new Set(allDates)
  const issues: FieldIssue[] = [
    ...(isTooLong ? [{ path: 'until', message: seriesMessages.repeatTooFar }] : []),
    ...(hasTooManyDates ? [{ path: 'until', message: seriesMessages.seriesTooLong }] : []),
    // With too many dates, `allDates` is cut off: a skipped date that it lacks may still be in the series.
    ...(hasTooManyDates
      ? []
      : skip.flatMap((date, index) =>
          known.has(date) ? [] : [{ path: `skip.${index}`, message: seriesMessages.skipNotInSeries }],
        )),
    ...(dates.length === 0 ? [{ path: 'skip', message: seriesMessages.everyDateSkipped }] : []),
  ]
  return { allDates, dates, monthsLeftOut, issues }
}

const daysByInterval = { week: 7, fortnight: 14 } as const

type SeriesDates = Pick<RepeatDatesResult, 'allDates' | 'monthsLeftOut'>

/** The dates at intervals of `step` days; stops one date after the limit. */
function computeDatesByStep(start: string, until: string, step: number): SeriesDates {
  const allDates: string[] = []
  for (let date = start; date <= until && allDates.length <= limits.seriesDates; date = addDays(date, step)) {
    allDates.push(date)
  }
  return { allDates, monthsLeftOut: [] }
}

function computeMonthlyDates(start: string, until: string): SeriesDates {
  const series: SeriesDates = { allDates: [], monthsLeftOut: [] }
  const week = weekOfMonth(start)
  for (let month = startOfMonth(start); month <= until && series.allDates.length <= limits.seriesDates;) {
    const date = addDays(month, ((weekdayIndex(start) - weekdayIndex(month) + 7) % 7) + week * 7)
    if (date > endOfMonth(month)) series.monthsLeftOut.push(month.slice(0, 7))
    else if (date <= until) series.allDates.push(date)
    month = addMonths(month, 1)
  }
  return series
}

/** 0 if the date is the first of its weekday in the month, up to 4 if it is the fifth. */
function weekOfMonth(date: string): number {
  return Math.floor((Number(date.slice(8, 10)) - 1) / 7)
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']

/** "every Thursday", "every other Thursday", "every first Thursday of the month". Null unless `start` is a date. */
export function formatRepeat(start: string, every: RepeatInterval): string | null {
  if (!isRealDate(start)) return null
  const day = weekdayNames[weekdayIndex(start)]
  if (every === 'week') return `every ${day}`
  if (every === 'fortnight') return `every other ${day}`
  return `every ${ordinals[weekOfMonth(start)]} ${day} of the month`
}
