// Parses a date as members in Britain type one, and formats the date that was understood.

import { addDays, addMonths, isRealDate, monthNames, weekdayIndex, weekdayNames } from './dates.ts'
import { shortDate } from './short-dates.ts'

/** The next 29 February is at most 8 years ahead: 2100 is not a leap year, so the next leap year after 2096 is 2104. */
const maxYearsAhead = 8
/** The next date with a given day of the month is at most 2 months ahead: on 31 January the next 30th is in March. */
const maxMonthsAhead = 2

const daysAheadByWord = new Map([
  ['today', 0],
  ['tonight', 0],
  ['tomorrow', 1],
  ['tmrw', 1],
])

/**
 * The date (yyyy-MM-dd) that the text means; null for text that is ambiguous, is no date, or is a date that does not exist. "5 feb",
 * "feb 5", "12/2" (day/month), "12.2.27", "120227", "the 5th", "fri", "tomorrow" and "2027-02-05" are dates.
 *
 * Without a year or month it is the next such date from `today` on, `today` included. "next fri" is the Friday of next week, "fri week"
 * a week after the next Friday. A weekday before a date must be the right one.
 */
export function parseTypedDate(text: string, today: string): string | null {
  const typed = normalize(text)
  const daysAhead = daysAheadByWord.get(typed)
  if (daysAhead !== undefined) return addDays(today, daysAhead)
  const [, first = '', rest] = /^([a-z]+)(?: (.+))?$/.exec(typed) ?? []
  const weekday = findByPrefix(weekdayNames, first === 'weds' ? 'wed' : first)
  if (weekday < 0) return parseWeekdayOfNextWeek(typed, today) ?? parseDate(typed, today)
  const next = nextDateOnWeekday(weekday, today)
  if (rest === undefined) return next
  if (rest === 'week') return addDays(next, 7)
  const date = parseDate(rest, today)
  return date !== null && weekdayIndex(date) === weekday ? date : null
}

/** "Fri 5 Feb"; with the year for a past date and for a date a year or more ahead. */
export function describeTypedDate(date: string, today: string): string {
  const isWithinAYear = date >= today && date < addMonths(today, 12)
  return isWithinAYear ? shortDate(date) : `${shortDate(date)} ${date.slice(0, 4)}`
}

/** Lower case, single spaces, without commas, full stops after words, "the", "of", "on" and "this". */
function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/,/g, ' ')
    .replace(/([a-z])\./g, '$1 ')
    .replace(/\b(?:the|of|on|this)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function parseWeekdayOfNextWeek(typed: string, today: string): string | null {
  const [, name = ''] = /^next ([a-z]+)$/.exec(typed) ?? []
  const weekday = findByPrefix(weekdayNames, name === 'weds' ? 'wed' : name)
  return weekday < 0 ? null : addDays(today, 7 - weekdayIndex(today) + weekday)
}

function nextDateOnWeekday(weekday: number, today: string): string {
  return addDays(today, (weekday - weekdayIndex(today) + 7) % 7)
}

function parseDate(typed: string, today: string): string | null {
  const dayOnly = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(typed)
  if (dayOnly) return nextDayOfMonth(Number(dayOnly[1]), today)
  const numbers = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(typed)
  if (numbers) return dateIfReal(Number(numbers[1]), Number(numbers[2]), Number(numbers[3]))
  const parts =
    /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(typed) ??
    /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{2}|\d{4}))?$/.exec(typed) ??
    /^(\d{1,2})(?:st|nd|rd|th)?[/.\- ]?([a-z]+)(?:[/.\- ]?['’]?(\d{2}|\d{4}))?$/.exec(typed)
  if (parts) return dateOfParts(parts[1], parts[2], parts[3], today)
  const monthFirst = /^([a-z]+)[/.\- ]?(\d{1,2})(?:st|nd|rd|th)?(?:[/.\- ]['’]?(\d{2}|\d{4}))?$/.exec(typed)
  return monthFirst && dateOfParts(monthFirst[2], monthFirst[1], monthFirst[3], today)
}

function dateOfParts(day: string | undefined, month = '', year: string | undefined, today: string): string | null {
  const monthNumber = /^\d/.test(month) ? Number(month) : findByPrefix(monthNames, month) + 1
  if (year !== undefined) return dateIfReal(Number(year.length === 2 ? `20${year}` : year), monthNumber, Number(day))
  const thisYear = Number(today.slice(0, 4))
  for (let ahead = 0; ahead <= maxYearsAhead; ahead++) {
    const date = dateIfReal(thisYear + ahead, monthNumber, Number(day))
    if (date !== null && date >= today) return date
  }
  return null
}

function nextDayOfMonth(day: number, today: string): string | null {
  for (let ahead = 0; ahead <= maxMonthsAhead; ahead++) {
    const month = addMonths(`${today.slice(0, 8)}01`, ahead)
    const date = dateIfReal(Number(month.slice(0, 4)), Number(month.slice(5, 7)), day)
    if (date !== null && date >= today) return date
  }
  return null
}

function dateIfReal(year: number, month: number, day: number): string | null {
  const date = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
  return isRealDate(date) ? date : null
}

/** The index of the name that the word abbreviates by three letters or more; -1 without one. */
function findByPrefix(names: readonly string[], word: string): number {
  return word.length < 3 ? -1 : names.findIndex((name) => name.toLowerCase().startsWith(word))
}
