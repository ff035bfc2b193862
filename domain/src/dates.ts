// Plain dates and wall-clock times as strings, and the one zone they are read in: Europe/London.
// Knows no local time zone and no language: a Date object appears only as an instant.

/** The years a band may plan in; anything outside is a slip of the keyboard. */
export const firstYear = 2000
export const lastYear = 2100

const minutesPerHour = 60
const msPerMinute = 60_000
const msPerHour = 3_600_000
const msPerDay = 86_400_000
/** Monday first, as everywhere. */
export const weekdays = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
const months = 'January February March April May June July August September October November December'.split(' ')

/** True for a date `yyyy-MM-dd` that the Gregorian calendar has (ISO 8601 calendar date). */
export function isRealDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dateOfDay(dayNumber(text)) === text
}

/** True for a time `HH:mm` from 00:00 to 23:59. */
export function isRealTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** Whole days since 1970-01-01; the arithmetic behind every other function here. */
export function dayNumber(date: string): number {
  const { year, month, day } = partsOf(date)
  return Date.UTC(year, month - 1, day) / msPerDay
}

/** Minutes since midnight, 0 to 1439. */
export function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * minutesPerHour + Number(time.slice(3, 5))
}

/** The date so many days later, or earlier for a negative count. */
export function addDays(date: string, days: number): string {
  return dateOfDay(dayNumber(date) + days)
}

/** Same day `count` months on, or that month's last day where it is shorter (31 January + 1 = 28 February). */
export function addMonths(date: string, count: number): string {
  const { year, month, day } = partsOf(date)
  const first = dateOfDay(Date.UTC(year, month - 1 + count, 1) / msPerDay)
  return addDays(first, Math.min(day, daysInMonth(first)) - 1)
}

/** Days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from)
}

/** For sorting: negative, zero or positive. Works for dates, and for times among themselves. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The two dates, earlier first: a range picked backwards is the same range. */
export function inOrder(a: string, b: string): [from: string, to: string] {
  return a <= b ? [a, b] : [b, a]
}

/** The first day of the date's month. */
export function startOfMonth(date: string): string {
  return `${date.slice(0, 8)}01`
}

/** The last day of the date's month. */
export function endOfMonth(date: string): string {
  return `${date.slice(0, 8)}${pad(daysInMonth(date))}`
}

/** 0 for Monday to 6 for Sunday. */
export function weekday(date: string): number {
  // 1970-01-01 was a Thursday.
  return (((dayNumber(date) + 3) % 7) + 7) % 7
}

/** The weeks, Monday first, that cover the month of `date`: four to six rows of seven dates. */
export function monthWeeks(date: string): string[][] {
  const first = startOfMonth(date)
  const monday = addDays(first, -weekday(first))
  const rows = Math.ceil((weekday(first) + daysInMonth(first)) / 7)
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: 7 }, (_, column) => addDays(monday, row * 7 + column)),
  )
}

/** "Today", "Tomorrow", or "Fri, 04/12". */
export function dayLabel(date: string, today: string): string {
  const ahead = daysBetween(today, date)
  if (ahead === 0) return 'Today'
  if (ahead === 1) return 'Tomorrow'
  const { month, day } = partsOf(date)
  return `${weekdays[weekday(date)]?.slice(0, 3)}, ${pad(day)}/${pad(month)}`
}

/** dd/MM/yyyy. */
export function displayDate(date: string): string {
  const { year, month, day } = partsOf(date)
  return `${pad(day)}/${pad(month)}/${String(year).padStart(4, '0')}`
}

/** "Friday 12 March": a day in full, for headings and for those who hear a grid of days. */
export function dayInWords(date: string): string {
  const { month, day } = partsOf(date)
  return `${weekdays[weekday(date)]} ${day} ${months[month - 1]}`
}

/** "Friday 12/03/2027". */
export function weekdayAndDate(date: string): string {
  return `${weekdays[weekday(date)]} ${displayDate(date)}`
}

/** 12-hour clock: "7:00 PM". */
export function displayTime(time: string): string {
  const minutes = minuteOfDay(time)
  const hour = Math.floor(minutes / minutesPerHour)
  return `${hour % 12 || 12}:${pad(minutes % minutesPerHour)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** "December 2025". */
export function displayMonth(date: string): string {
  const { year, month } = partsOf(date)
  return `${months[month - 1]} ${year}`
}

/**
 * The date and time that clocks in London show at an instant (epoch ms), from 1996 on. The rule is the Summer Time
 * Order's, as in our calendar files, and not the browser's: to ask it for its zones keeps a phone for a tenth of a
 * second from drawing anything.
 */
export function londonWallClock(instant: number): { date: string; time: string } {
  const shown = new Date(instant + (isSummerInLondon(instant) ? msPerHour : 0)).toISOString()
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) }
}

function isSummerInLondon(instant: number): boolean {
  const year = new Date(instant).getUTCFullYear()
  return instant >= clockChange(year, 3) && instant < clockChange(year, 10)
}

/** The instant when the clocks change in a month: 01:00 UTC on its last Sunday. */
function clockChange(year: number, month: number): number {
  const lastDay = dateOfDay(Date.UTC(year, month, 0) / msPerDay)
  const sunday = addDays(lastDay, -((weekday(lastDay) + 1) % 7))
  return dayNumber(sunday) * msPerDay + msPerHour
}

/** Today's date in London. */
export function todayInLondon(now: Date): string {
  return londonWallClock(now.getTime()).date
}

/**
 * The instant (epoch ms) when London's clocks show this date and time. A time that comes twice in autumn is the first;
 * one that spring skips is read with the offset before the change, as RFC 5545 section 3.3.5 asks.
 */
export function londonInstant(date: string, time: string): number {
  const asUtc = dayNumber(date) * msPerDay + minuteOfDay(time) * msPerMinute
  const inSummer = asUtc - msPerHour
  return showsInLondon(inSummer, date, time) ? inSummer : asUtc
}

/** False for the hour that the spring change skips. */
export function existsInLondon(date: string, time: string): boolean {
  return showsInLondon(londonInstant(date, time), date, time)
}

/** True for a time that the autumn change shows twice. */
export function isDoubledInLondon(date: string, time: string): boolean {
  // Asked for every time in a feed: so only where it can be true.
  const canBe = date.slice(5, 7) === '10' && time.startsWith('01')
  return canBe && showsInLondon(londonInstant(date, time) + msPerHour, date, time)
}

function showsInLondon(instant: number, date: string, time: string): boolean {
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

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
