// Dates and wall-clock times as strings, in the time zone Europe/London. Date objects are used for instants only, so the time zone
// and language of the machine do not matter.

/** Dates of events must lie in these years: other years are typing errors. */
export const firstYear = 2000
export const lastYear = 2100

const minutesPerHour = 60
const msPerMinute = 60_000
const msPerHour = 3_600_000
const msPerDay = 86_400_000
export const weekdayNames = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
export const monthNames = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** True for an existing date in the format `yyyy-MM-dd`. */
export function isRealDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dateOfDay(dayNumber(text)) === text
}

/** True for a time `HH:mm` from 00:00 to 23:59. */
export function isRealTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** Days since 1970-01-01. */
export function dayNumber(date: string): number {
  const { year, month, day } = partsOf(date)
  return Date.UTC(year, month - 1, day) / msPerDay
}

/** Minutes since midnight, 0 to 1439. */
export function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * minutesPerHour + Number(time.slice(3, 5))
}

/** The date `days` days later, or earlier for a negative number. */
export function addDays(date: string, days: number): string {
  return dateOfDay(dayNumber(date) + days)
}

/** The same day `count` months later, or the last day of a shorter month (31 January + 1 = 28 February). */
export function addMonths(date: string, count: number): string {
  const { year, month, day } = partsOf(date)
  const first = dateOfDay(Date.UTC(year, month - 1 + count, 1) / msPerDay)
  return addDays(first, Math.min(day, daysInMonth(first)) - 1)
}

/** Days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from)
}

/** Compares two dates, times or ids for sorting: negative, zero or positive. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The two dates, the earlier one first. */
export function sortDatePair(a: string, b: string): [from: string, to: string] {
  return a <= b ? [a, b] : [b, a]
}

/** "2027-03-01" for "2027-03-12". */
export function startOfMonth(date: string): string {
  return `${date.slice(0, 8)}01`
}

/** "2027-03-31" for "2027-03-12". */
export function endOfMonth(date: string): string {
  return `${date.slice(0, 8)}${padToTwoDigits(daysInMonth(date))}`
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayIndex(date: string): number {
  // Day 0, 1970-01-01, was a Thursday: weekday 3.
  return (((dayNumber(date) + 3) % 7) + 7) % 7
}

/** The weeks from Monday that cover the month of `date`: four to six rows of seven dates. */
export function monthWeeks(date: string): string[][] {
  const first = startOfMonth(date)
  const monday = addDays(first, -weekdayIndex(first))
  const rows = Math.ceil((weekdayIndex(first) + daysInMonth(first)) / 7)
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: 7 }, (_, column) => addDays(monday, row * 7 + column)),
  )
}

/** "Today", "Tomorrow", or "Fri, 04/12". */
export function formatRelativeDay(date: string, today: string): string {
  const ahead = daysBetween(today, date)
  if (ahead === 0) return 'Today'
  if (ahead === 1) return 'Tomorrow'
  const { month, day } = partsOf(date)
  return `${weekdayNames[weekdayIndex(date)]?.slice(0, 3)}, ${padToTwoDigits(day)}/${padToTwoDigits(month)}`
}

/** The date as dd/MM/yyyy. */
export function formatDate(date: string): string {
  const { year, month, day } = partsOf(date)
  return `${padToTwoDigits(day)}/${padToTwoDigits(month)}/${String(year).padStart(4, '0')}`
}

/** The day of an instant (ISO 8601) in London as dd/MM/yyyy. */
export function formatDayInLondon(timestamp: string): string {
  return formatDate(todayInLondon(new Date(timestamp)))
}

/** "Friday 12 March", for headings and screen readers. */
export function dayInWords(date: string): string {
  const { month, day } = partsOf(date)
  return `${weekdayNames[weekdayIndex(date)]} ${day} ${monthNames[month - 1]}`
}

/** "Friday 12/03/2027". */
export function weekdayAndDate(date: string): string {
  return `${weekdayNames[weekdayIndex(date)]} ${formatDate(date)}`
}

/** 12-hour clock: "7:00 PM". */
export function formatTime(time: string): string {
  const minutes = minuteOfDay(time)
  const hour = Math.floor(minutes / minutesPerHour)
  return `${hour % 12 || 12}:${padToTwoDigits(minutes % minutesPerHour)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** "December 2025". */
export function formatMonth(date: string): string {
  const { year, month } = partsOf(date)
  return `${monthNames[month - 1]} ${year}`
}

/** "December". */
export function monthName(date: string): string {
  return monthNames[partsOf(date).month - 1] ?? ''
}

/**
 * London wall-clock date and time at an instant (epoch ms), from 1996 on. Implements the UK rule for summer time, as Gaffer's calendar
 * files do. Not `Intl`: its time zone data takes a phone 100 ms to load.
 */
export function londonWallClock(instant: number): { date: string; time: string } {
  const shown = new Date(instant + (isBritishSummerTime(instant) ? msPerHour : 0)).toISOString()
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) }
}

function isBritishSummerTime(instant: number): boolean {
  const year = new Date(instant).getUTCFullYear()
  return instant >= findClockChange(year, 3) && instant < findClockChange(year, 10)
}

/** The instant when the clocks change in a month: 01:00 UTC on its last Sunday. */
function findClockChange(year: number, month: number): number {
  const lastDay = dateOfDay(Date.UTC(year, month, 0) / msPerDay)
  const sunday = addDays(lastDay, -((weekdayIndex(lastDay) + 1) % 7))
  return dayNumber(sunday) * msPerDay + msPerHour
}

/** Cache of `todayInLondon`: the hour of the last call, and its date. London's offsets are whole hours, so an hour has one date. */
let lastHour = { hour: Number.NaN, date: '' }

/** The date in London at an instant: today, if `now` is the current instant. */
export function todayInLondon(now: Date): string {
  const hour = Math.floor(now.getTime() / msPerHour)
  if (hour !== lastHour.hour) lastHour = { hour, date: londonWallClock(hour * msPerHour).date }
  return lastHour.date
}

/**
 * The instant (epoch ms) of a London wall-clock time. A time that occurs twice in autumn means the first one. A time skipped in
 * spring uses the offset before the change (RFC 5545 section 3.3.5).
 */
export function londonInstant(date: string, time: string): number {
  const asUtc = dayNumber(date) * msPerDay + minuteOfDay(time) * msPerMinute
  const inSummer = asUtc - msPerHour
  return hasLondonWallClock(inSummer, date, time) ? inSummer : asUtc
}

/** False for times in the hour that is skipped in spring. */
export function doesLondonTimeExist(date: string, time: string): boolean {
  return hasLondonWallClock(londonInstant(date, time), date, time)
}

/** True for times that occur twice in autumn. */
export function isAmbiguousLondonTime(date: string, time: string): boolean {
  // Called for every time in a calendar feed: excludes most times before the costly comparison.
  const canBeAmbiguous = date.slice(5, 7) === '10' && time.startsWith('01')
  return canBeAmbiguous && hasLondonWallClock(londonInstant(date, time) + msPerHour, date, time)
}

function hasLondonWallClock(instant: number, date: string, time: string): boolean {
  const shown = londonWallClock(instant)
  return shown.date === date && shown.time === time
}

function partsOf(date: string): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

function dateOfDay(day: number): string {
  return new Date(day * msPerDay).toISOString().slice(0, 10)
}

function daysInMonth(date: string): number {
  const { year, month } = partsOf(date)
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function padToTwoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
