// Short formats of dates and times, for titles, texts and narrow screens.

import { dayInWords, daysBetween, formatTime } from './dates.ts'

type DateAndTime = { date: string; endDate: string | null; startTime: string | null; isAllDay: boolean }

/** "Fri 28 Nov". */
export function shortDate(date: string): string {
  return dayInWords(date)
    .split(' ')
    .map((word) => word.slice(0, 3))
    .join(' ')
}

/** "Fri". */
export function shortWeekday(date: string): string {
  return shortDate(date).slice(0, 3)
}

/** "8 PM", "7:30 PM". */
export function shortTime(time: string): string {
  return formatTime(time).replace(':00', '')
}

/** "Fri 28 Nov, 8 PM", "Fri 28 Nov" for all-day events, "Fri 28 Nov – Sun 30 Nov" for several days. */
export function shortDateAndTime({ date, endDate, startTime, isAllDay }: DateAndTime): string {
  if (endDate !== null && endDate !== date) return `${shortDate(date)} – ${shortDate(endDate)}`
  return isAllDay || startTime === null ? shortDate(date) : `${shortDate(date)}, ${shortTime(startTime)}`
}

/** "Thu 7 PM" and "Fri 8 PM"; "7 PM" and "8 PM" on one date; with the day of the month if the dates are a week or more apart. */
export function shortTimesOfMove(from: DateAndTime, to: DateAndTime): [from: string, to: string] {
  const apart = Math.abs(daysBetween(from.date, to.date))
  const words = ({ date, startTime, isAllDay }: DateAndTime) => {
    const time = isAllDay || startTime === null ? null : shortTime(startTime)
    if (apart === 0) return time ?? 'all day'
    if (apart < 7) return time ? `${shortWeekday(date)} ${time}` : shortWeekday(date)
    return time ? `${shortDate(date)}, ${time}` : shortDate(date)
  }
  return [words(from), words(to)]
}

/** "Friday 28 November, 8 PM – 11 PM", "Friday 28 November – Sunday 30 November" for several days, for mails and their pages. */
export function dateAndTimeInWords({
  date,
  endDate,
  startTime,
  endTime,
  isAllDay,
}: DateAndTime & { endTime: string | null }): string {
  if (endDate !== null && endDate !== date) return `${dayInWords(date)} – ${dayInWords(endDate)}`
  if (isAllDay || startTime === null) return dayInWords(date)
  return `${dayInWords(date)}, ${shortTime(startTime)}${endTime === null ? '' : ` – ${shortTime(endTime)}`}`
}
