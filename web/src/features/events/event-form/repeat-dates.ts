// The repetition of a new event in the event form: its dates, errors and texts.

import { addMonths, formatDate, isRealDate, monthName } from '@gaffer/domain/shared/dates'
import { seriesMessages } from '@gaffer/domain/events/series-messages'
import {
  computeRepeatDates,
  repeatIntervals,
  formatRepeat,
  type RepeatDatesResult,
  type RepeatInterval,
} from '@gaffer/domain/events/repeat'
import { joinNames } from '@gaffer/domain/shared/join-names'

/** `until` is the last possible date as typed, `skip` the dates left out. */
export type RepeatFormValues = { every: RepeatInterval; until: string; skip: readonly string[] }

const monthsAhead = 3

export function newRepeatFormValues(date: string, every: RepeatInterval): RepeatFormValues {
  return { every, until: isRealDate(date) ? addMonths(date, monthsAhead) : '', skip: [] }
}

/** The dates of the series and what is wrong with its end; null while the first date or the end is incomplete. */
export function computeRepeatDatesIfComplete(
  date: string,
  { every, until, skip }: RepeatFormValues,
): RepeatDatesResult | null {
  if (!isRealDate(date) || !isRealDate(until)) return null
  const { allDates } = computeRepeatDates(date, { every, until, skip: [] })
  // After a change of the end, a left-out date may no longer be in the series.
  return computeRepeatDates(date, { every, until, skip: skip.filter((one) => allDates.includes(one)) })
}

export function repeatError(date: string, repeat: RepeatFormValues): string | undefined {
  if (!isRealDate(repeat.until)) return seriesMessages.seriesUntilInvalid
  return computeRepeatDatesIfComplete(date, repeat)?.issues[0]?.message
}

export function repeatOptions(date: string): { value: RepeatInterval | 'never'; label: string }[] {
  const plain = { week: 'every week', fortnight: 'every two weeks', month: 'every month' }
  const intervals = repeatIntervals.map((every) => ({
    value: every,
    label: capitalised(formatRepeat(date, every) ?? plain[every]),
  }))
  return [{ value: 'never', label: 'Does not repeat' }, ...intervals]
}

/** "12 dates, the last on 27/05/2027. There is no such day in April." */
export function formatRepeatSummary({ dates, monthsLeftOut }: RepeatDatesResult): string {
  const last = dates.at(-1)
  const count = dates.length === 1 ? '1 date' : `${dates.length} dates, the last on ${formatDate(last ?? '')}`
  if (monthsLeftOut.length === 0) return `${count}.`
  return `${count}. There is no such day in ${joinNames(monthsLeftOut.map((month) => monthName(`${month}-01`)))}.`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
