// One VEVENT as dates and durations.

import { parameterOf, type CalendarProperty } from './components.ts'
import { dayMs, london, utc, type Zone } from './zones.ts'

/** `wall` is a wall-clock time of `zone` (see zones.ts); midnight for a date. */
export type CalendarTime = { wall: number; isDate: boolean; zone: Zone }
/** Nominal days, which may have 23 or 25 hours, and milliseconds. */
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
  /** It also moves the later occurrences (RANGE=THISANDFUTURE). */
  replacesLater: boolean
  /** False for entries that keep nobody busy: transparent, free, cancelled, or declined by the owner. */
  isBusy: boolean
}

type Reading = { zoneOf: (name: string) => Zone; ownerEmail: string; countAllDay: boolean }

/** Gaffer's own feeds: an event of a band must not make its members busy. */
const ownUid = /@gaffer$/i

/** Null for an entry without a readable start, or of Gaffer's own feeds. */
export function parseCalendarEntry(properties: CalendarProperty[], reading: Reading): ParsedCalendarEntry | null {
  const find = (name: string) => properties.find((one) => one.name === name)
  const all = (name: string) => properties.filter((one) => one.name === name)
  const uid = find('UID')?.value.trim() ?? ''
  const start = readTime(find('DTSTART'), reading)
  if (!start || ownUid.test(uid)) return null
  const length = readLength(start, find('DTEND'), find('DURATION'), reading)
  const replaced = find('RECURRENCE-ID')
  return {
    uid,
    start,
    length,
    rules: all('RRULE').map(({ value }) => value.trim()),
    extraStarts: all('RDATE').flatMap((one) => readExtraStarts(one, length, reading)),
    exceptions: all('EXDATE').flatMap((one) => readTimes(one, reading)),
    replaces: readTime(replaced, reading),
    replacesLater: replaced !== undefined && parameterOf(replaced, 'RANGE')?.toUpperCase() === 'THISANDFUTURE',
    isBusy: isBusy(properties, reading) && (!start.isDate || reading.countAllDay),
  }
}

function isBusy(properties: CalendarProperty[], { ownerEmail }: Reading): boolean {
  const valueOf = (name: string) =>
    properties
      .find((one) => one.name === name)
      ?.value.trim()
      .toUpperCase()
  if (valueOf('TRANSP') === 'TRANSPARENT' || valueOf('STATUS') === 'CANCELLED') return false
  if (valueOf('X-MICROSOFT-CDO-BUSYSTATUS') === 'FREE') return false
  const isDeclined = (one: CalendarProperty) =>
    parameterOf(one, 'PARTSTAT')?.toUpperCase() === 'DECLINED' &&
    one.value.trim().toLowerCase() === `mailto:${ownerEmail}`
  return !properties.some((one) => one.name === 'ATTENDEE' && isDeclined(one))
}

function readLength(
  start: CalendarTime,
  end: CalendarProperty | undefined,
  duration: CalendarProperty | undefined,
  reading: Reading,
) {
  const last = readTime(end, reading)
  if (last) {
    if (start.isDate) return { days: Math.round((last.wall - start.wall) / dayMs), ms: 0 }
    return { days: 0, ms: instantOf(last) - instantOf(start) }
  }
  const given = duration && readDuration(duration.value)
  return given ?? (start.isDate ? { days: 1, ms: 0 } : { days: 0, ms: 0 })
}

export function instantOf({ wall, zone }: CalendarTime): number {
  return zone.instantOf(wall)
}

function readTime(property: CalendarProperty | undefined, reading: Reading): CalendarTime | null {
  return property ? (readTimes(property, reading)[0] ?? null) : null
}

function readTimes(property: CalendarProperty, reading: Reading): CalendarTime[] {
  return property.value.split(',').flatMap((value) => parseTime(value, property, reading) ?? [])
}

function readExtraStarts(
  property: CalendarProperty,
  length: EntryDuration,
  reading: Reading,
): ParsedCalendarEntry['extraStarts'] {
  return property.value.split(',').flatMap((value) => {
    const [from = '', to] = value.split('/')
    const start = parseTime(from, property, reading)
    if (!start) return []
    if (to === undefined) return [{ start, length }]
    const end = parseTime(to, property, reading)
    const given = end ? { days: 0, ms: instantOf(end) - instantOf(start) } : readDuration(to)
    return given ? [{ start, length: given }] : []
  })
}

function parseTime(value: string, property: CalendarProperty, { zoneOf }: Reading): CalendarTime | null {
  const wall = parseWallClock(value.trim())
  if (wall === null) return null
  const isDate = !value.includes('T')
  if (isDate) return { wall, isDate, zone: london }
  if (/z\s*$/i.test(value)) return { wall, isDate, zone: utc }
  const name = parameterOf(property, 'TZID')
  return { wall, isDate, zone: name === null ? london : zoneOf(name) }
}

/** A DATE or DATE-TIME; null for any other text. */
export function parseWallClock(value: string): number | null {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(0[1-9]|1[0-2])(\d\d)(?:T([01]\d|2[0-4])([0-5]\d)([0-5]\d|60)?Z?)?$/i.exec(value) ?? []
  if (!year) return null
  const date = Date.UTC(+year, Number(month) - 1, Number(day))
  if (new Date(date).getUTCDate() !== Number(day)) return null
  return date + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
}

/** RFC 5545 section 3.3.6; null for any other text, and for a negative duration. */
function readDuration(value: string): EntryDuration | null {
  const [whole, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/i.exec(value.trim()) ?? []
  if (whole === undefined) return null
  return {
    days: Number(weeks) * 7 + Number(days),
    ms: (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000,
  }
}
