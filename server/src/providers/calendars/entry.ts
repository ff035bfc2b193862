// Parses one VEVENT into dates and durations.

import { parameterOf, type CalendarProperty } from './components.ts'
import type { CountStep } from './recurrence-rule.ts'
import { dayMs, parseWallClock, utc, type Zone } from './wall-clock.ts'
import { london } from './zones.ts'

/** `wall` is a wall-clock time of `zone` (see wall-clock.ts); midnight for a date. */
export type CalendarTime = { wall: number; isDate: boolean; zone: Zone }
/** Calendar days, each of 23 to 25 hours, plus milliseconds. */
export type EntryDuration = { days: number; ms: number }

export type ParsedCalendarEntry = {
  uid: string
  start: CalendarTime
  length: EntryDuration
  rules: string[]
  extraStarts: { start: CalendarTime; length: EntryDuration }[]
  exceptions: CalendarTime[]
  /** The occurrence of the series with the same UID that this entry replaces. */
  replaces: CalendarTime | null
  /** Whether the entry replaces the later occurrences too (RANGE=THISANDFUTURE). */
  replacesLater: boolean
  /** False for entries that keep nobody busy: transparent, free, cancelled, declined by the owner, or all-day without `countAllDay`. */
  isBusy: boolean
}

export type EntryParseOptions = {
  zoneOf: (name: string) => Zone
  ownerEmail: string
  countAllDay: boolean
  step: CountStep
}

/** The UIDs of Gaffer's own feeds: an event of a band must not make its members busy. */
const ownUid = /@gaffer$/i

/** Returns null for an entry of Gaffer's own feeds. Throws a RangeError for an unreadable date or duration. */
export function parseCalendarEntry(
  properties: CalendarProperty[],
  options: EntryParseOptions,
): ParsedCalendarEntry | null {
  const find = (name: string) => properties.find((one) => one.name === name)
  const findAll = (name: string) => properties.filter((one) => one.name === name)
  const uid = find('UID')?.value.trim() ?? ''
  if (ownUid.test(uid)) return null
  const start = readTime(find('DTSTART'), options)
  if (!start) throw new RangeError('DTSTART is missing')
  const length = readLength(start, find('DTEND'), find('DURATION'), options)
  const replaced = find('RECURRENCE-ID')
  return {
    uid,
    start,
    length,
    rules: findAll('RRULE').map(({ value }) => value.trim()),
    extraStarts: findAll('RDATE').flatMap((one) => readExtraStarts(one, length, options)),
    exceptions: findAll('EXDATE').flatMap((one) => readTimes(one, options)),
    replaces: readTime(replaced, options),
    replacesLater: replaced !== undefined && parameterOf(replaced, 'RANGE')?.toUpperCase() === 'THISANDFUTURE',
    isBusy: isBusy(properties, options) && (options.countAllDay || !isAllDay(start, find)),
  }
}

/** Exchange writes some all-day entries with times, from midnight to midnight, and marks them by a property of its own. */
function isAllDay({ isDate }: CalendarTime, find: (name: string) => CalendarProperty | undefined): boolean {
  return isDate || find('X-MICROSOFT-CDO-ALLDAYEVENT')?.value.trim().toUpperCase() === 'TRUE'
}

/** Whether an unreadable entry may keep its owner busy. */
export function mayBeBusy(properties: CalendarProperty[], options: EntryParseOptions): boolean {
  const isOf = (name: string, pattern: RegExp) => properties.some((one) => one.name === name && pattern.test(one.value))
  if (isOf('UID', ownUid)) return false
  return isBusy(properties, options) && (options.countAllDay || !isOf('DTSTART', /^\s*\d{8}\s*$/))
}

function isBusy(properties: CalendarProperty[], { ownerEmail }: EntryParseOptions): boolean {
  const upperCaseValueOf = (name: string) =>
    properties
      .find((one) => one.name === name)
      ?.value.trim()
      .toUpperCase()
  if (upperCaseValueOf('TRANSP') === 'TRANSPARENT' || upperCaseValueOf('STATUS') === 'CANCELLED') return false
  if (upperCaseValueOf('X-MICROSOFT-CDO-BUSYSTATUS') === 'FREE') return false
  const isDeclined = (one: CalendarProperty) =>
    parameterOf(one, 'PARTSTAT')?.toUpperCase() === 'DECLINED' &&
    one.value.trim().toLowerCase() === `mailto:${ownerEmail}`
  return !properties.some((one) => one.name === 'ATTENDEE' && isDeclined(one))
}

function readLength(
  start: CalendarTime,
  end: CalendarProperty | undefined,
  duration: CalendarProperty | undefined,
  options: EntryParseOptions,
): EntryDuration {
  const last = readTime(end, options)
  if (last) {
    const ms = instantOf(last) - instantOf(start)
    if (ms < 0) throw new RangeError('DTEND is before DTSTART')
    // Some programs end an entry of one day on that day, although DTEND is exclusive.
    return start.isDate ? { days: Math.max(Math.round((last.wall - start.wall) / dayMs), 1), ms: 0 } : { days: 0, ms }
  }
  if (duration) return readDuration(duration.value)
  return start.isDate ? { days: 1, ms: 0 } : { days: 0, ms: 0 }
}

export function instantOf({ wall, zone }: CalendarTime): number {
  return zone.instantOf(wall)
}

function readTime(property: CalendarProperty | undefined, options: EntryParseOptions): CalendarTime | null {
  return property ? (readTimes(property, options)[0] ?? null) : null
}

function readTimes(property: CalendarProperty, options: EntryParseOptions): CalendarTime[] {
  return valuesOf(property).map((value) => parseTime(value, property, options))
}

/** The values of the property; none for an EXDATE without a value, which some programs write. */
function valuesOf({ value }: CalendarProperty): string[] {
  return value.trim() === '' ? [] : value.split(',').map((one) => one.trim())
}

function readExtraStarts(
  property: CalendarProperty,
  length: EntryDuration,
  options: EntryParseOptions,
): ParsedCalendarEntry['extraStarts'] {
  return valuesOf(property).map((value) => {
    const [from = '', to] = value.split('/')
    const start = parseTime(from, property, options)
    if (to === undefined) return { start, length }
    if (/^[+-]?P/i.test(to)) return { start, length: readDuration(to) }
    const ms = instantOf(parseTime(to, property, options)) - instantOf(start)
    if (ms < 0) throw new RangeError('A period ends before it begins')
    return { start, length: { days: 0, ms } }
  })
}

function parseTime(value: string, property: CalendarProperty, { zoneOf, step }: EntryParseOptions): CalendarTime {
  step()
  const wall = parseWallClock(value)
  if (wall === null) throw new RangeError(`${property.name} is not a date`)
  const isDate = !/t/i.test(value)
  if (isDate) return { wall, isDate, zone: london }
  if (/z$/i.test(value)) return { wall, isDate, zone: utc }
  const name = parameterOf(property, 'TZID')
  return { wall, isDate, zone: name === null ? london : zoneOf(name) }
}

/** Reads a duration (RFC 5545 section 3.3.6). Throws a RangeError for a negative one. */
function readDuration(value: string): EntryDuration {
  const [whole, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/i.exec(value.trim()) ?? []
  if (whole === undefined) throw new RangeError('The duration is unreadable')
  return {
    days: Number(weeks) * 7 + Number(days),
    ms: (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000,
  }
}
