// The busy times of a calendar file (RFC 5545), without titles, places and guests.

import { addDays, addMonths, isAmbiguousLondonTime, londonInstant, londonWallClock } from '@gaffer/domain/shared/dates'
import { lastDayOfSpan } from '@gaffer/domain/shared/span'
import { splitCalendar } from './components.ts'
import { limitCpuTime } from './entry-time.ts'
import {
  instantOf,
  mayBeBusy,
  parseCalendarEntry,
  type CalendarTime,
  type ParsedCalendarEntry,
  type EntryDuration,
} from './entry.ts'
import { occurrencesOf } from './occurrences.ts'
import type { CountStep } from './recurrence-rule.ts'
import { dayMs } from './wall-clock.ts'
import { createZoneLookup } from './zones.ts'

/** Wall-clock time in London. The fields mean the same as the fields of an event. */
export type BusyTime = {
  date: string
  endDate: string | null
  startTime: string | null
  endTime: string | null
  lastDay: string
}

/** Busy times are read from the day `today` on, for `months` months. */
export type BusyTimesOptions = { today: string; countAllDay: boolean; maxEntries: number; months: number }

/** Instants in epoch milliseconds, half-open. */
type Interval = { from: number; to: number }

/** `skippedCount` is the number of entries that could not be read and may make their owner busy. */
export type ParsedCalendar = { busyTimes: BusyTime[]; skippedCount: number }

/** The file has more entries than Gaffer reads. */
export class TooManyEntriesError extends Error {}

const minuteMs = 60_000
/** Milliseconds of CPU time that one entry may take. */
const maxCpuMsPerEntry = 50

/**
 * The busy times of a calendar from today on, merged and in order. An entry that is unreadable or takes too long is left out and counted.
 * Throws NotACalendarError and TooManyEntriesError.
 */
export function parseBusyTimes(
  text: string,
  { today, countAllDay, maxEntries, months }: BusyTimesOptions,
): ParsedCalendar {
  const window = {
    from: londonInstant(today, '00:00'),
    to: londonInstant(addDays(addMonths(today, months), 1), '00:00'),
  }
  const { zones, name, events } = splitCalendar(text)
  const zoneOf = createZoneLookup(zones)
  const { busy, add } = createIntervalCollector(window, maxEntries)
  let [count, skippedCount] = [0, 0]
  const series: ParsedCalendarEntry[] = []
  const replacements = new Map<string, ParsedCalendarEntry[]>()
  for (const properties of events()) {
    count += 1
    if (count > maxEntries) throw new TooManyEntriesError(`More than ${maxEntries} entries`)
    const options = { zoneOf, ownerEmail: name.toLowerCase(), countAllDay, step: limitCpuTime(maxCpuMsPerEntry) }
    try {
      const entry = parseCalendarEntry(properties, options)
      if (entry?.replaces) appendToList(replacements, entry.uid, entry)
      if (entry && entry.rules.length + entry.extraStarts.length > 0) series.push(entry)
      else if (entry?.isBusy) add([intervalOf(entry.start, entry.length)])
    } catch {
      // An error of one entry must not lose the other entries.
      if (mayBeBusy(properties, options)) skippedCount += 1
    }
  }
  for (const entry of series) {
    try {
      add(intervalsOf(entry, replacements.get(entry.uid) ?? [], window, limitCpuTime(maxCpuMsPerEntry)))
    } catch {
      skippedCount += 1
    }
  }
  return { busyTimes: mergeIntervals(busy).map(toBusyTime), skippedCount }
}

/** `add` takes all intervals of one entry, clipped to the window, or throws and takes none. */
function createIntervalCollector(window: Interval, maxIntervals: number) {
  const busy: Interval[] = []
  const add = (intervals: Iterable<Interval | null>) => {
    const found: Interval[] = []
    for (const interval of intervals) {
      if (!interval || interval.to <= window.from || interval.from >= window.to) continue
      if (busy.length + found.length === maxIntervals) throw new RangeError(`More than ${maxIntervals} busy times`)
      found.push({ from: Math.max(interval.from, window.from), to: Math.min(interval.to, window.to) })
    }
    for (const interval of found) busy.push(interval)
  }
  return { busy, add }
}

function appendToList<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Leaves out occurrences that another entry replaces. Occurrences that an entry with RANGE=THISANDFUTURE moves have their new times. */
function* intervalsOf(
  entry: ParsedCalendarEntry,
  replacements: ParsedCalendarEntry[],
  window: Interval,
  step: CountStep,
): Generator<Interval | null> {
  const replaced = new Set(replacements.map(({ replaces }) => createTimeKey(replaces as CalendarTime)))
  const laterReplacements = replacements
    .filter(({ replacesLater }) => replacesLater)
    .toSorted((a, b) => instantOf(b.replaces as CalendarTime) - instantOf(a.replaces as CalendarTime))
  if (!entry.isBusy && !laterReplacements.some(({ isBusy }) => isBusy)) return
  for (const { start, length } of occurrencesOf(entry, window, step)) {
    if (replaced.has(createTimeKey(start)) || replaced.has(createDayKey(start))) continue
    const later = laterReplacements.find(({ replaces }) => instantOf(replaces as CalendarTime) <= instantOf(start))
    if (!later && entry.isBusy) yield intervalOf(start, length)
    if (later?.isBusy) yield intervalOf({ ...start, wall: start.wall + computeShiftMs(later) }, later.length)
  }
}

/** The milliseconds by which an entry with RANGE=THISANDFUTURE moves the occurrences from the one that it replaces on. */
function computeShiftMs({ start, replaces }: ParsedCalendarEntry): number {
  const { zone, isDate } = start
  const planned = replaces as CalendarTime
  return start.wall - (isDate || planned.isDate ? planned.wall : zone.wallOf(instantOf(planned)))
}

function createTimeKey(time: CalendarTime): string {
  return time.isDate ? createDayKey(time) : String(instantOf(time))
}

function createDayKey({ wall }: CalendarTime): string {
  return `day ${Math.floor(wall / dayMs)}`
}

/** The interval of one occurrence, widened to whole minutes; null if it has no length. */
function intervalOf(start: CalendarTime, { days, ms }: EntryDuration): Interval | null {
  const from = instantOf(start)
  const to = instantOf({ ...start, wall: start.wall + days * dayMs }) + ms
  if (to <= from) return null
  return { from: Math.floor(from / minuteMs) * minuteMs, to: Math.ceil(to / minuteMs) * minuteMs }
}

/** Joins intervals that overlap or touch. */
function mergeIntervals(intervals: Interval[]): Interval[] {
  const merged: Interval[] = []
  for (const { from, to } of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else merged.push({ from, to })
  }
  return merged
}

function toBusyTime({ from, to }: Interval): BusyTime {
  const start = londonWallClock(from)
  const end = endInLondon(to)
  const isWholeDays = start.time === '00:00' && end.time === '00:00'
  const final = isWholeDays ? addDays(end.date, -1) : end.date
  const isOneNight = end.date === addDays(start.date, 1) && end.time <= start.time
  const span = {
    date: start.date,
    endDate: final === start.date || isOneNight ? null : final,
    startTime: isWholeDays ? null : start.time,
    endTime: isWholeDays ? null : end.time,
  }
  return { ...span, lastDay: lastDayOfSpan({ ...span, isAllDay: isWholeDays }) }
}

/** A London time in the hour that occurs twice means the first of the two hours. An end in the second becomes the end of that hour. */
function endInLondon(instant: number): { date: string; time: string } {
  const end = londonWallClock(instant)
  const isSecond = isAmbiguousLondonTime(end.date, end.time) && londonInstant(end.date, end.time) !== instant
  return isSecond ? { ...end, time: '02:00' } : end
}
