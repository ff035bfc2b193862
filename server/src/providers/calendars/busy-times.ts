// The busy times of a calendar file (RFC 5545): no titles, no places, nothing of who is invited.

import { addDays, addMonths, isAmbiguousLondonTime, londonInstant, londonWallClock } from '@gaffer/domain/dates'
import { lastDayOfSpan } from '@gaffer/domain/span'
import { splitCalendar } from './components.ts'
import {
  instantOf,
  parseCalendarEntry,
  type CalendarTime,
  type ParsedCalendarEntry,
  type EntryDuration,
} from './entry.ts'
import { createStepLimiter, occurrencesOf, TooManyEntriesError, type StepLimiter } from './occurrences.ts'
import { createZoneLookup, dayMs } from './zones.ts'

/** Wall-clock time in London. The fields mean the same as those of an event. */
export type BusyTime = {
  date: string
  endDate: string | null
  startTime: string | null
  endTime: string | null
  lastDay: string
}

/** `today` is the first day. */
export type BusyTimesOptions = { today: string; countAllDay: boolean; maxEntries: number; months: number }

/** Instants, half-open. */
type Interval = { from: number; to: number }

const minuteMs = 60_000
/** Steps through recurrence rules per entry that the file may have. Only rules with COUNT are followed from their start. */
const stepsPerEntry = 10

/**
 * The busy times of a calendar from today on, merged and in order. Throws NotACalendarError and TooManyEntriesError. A rule may also never
 * end, so run it where it can be stopped.
 */
export function parseBusyTimes(text: string, { today, countAllDay, maxEntries, months }: BusyTimesOptions): BusyTime[] {
  const window = {
    from: londonInstant(today, '00:00'),
    to: londonInstant(addDays(addMonths(today, months), 1), '00:00'),
  }
  const { zones, name, events } = splitCalendar(text)
  const reading = { zoneOf: createZoneLookup(zones), ownerEmail: name.toLowerCase(), countAllDay }
  const step = createStepLimiter(maxEntries * stepsPerEntry)
  const busy: Interval[] = []
  const add = (interval: Interval | null) => {
    if (!interval || interval.to <= window.from || interval.from >= window.to) return
    if (busy.length === maxEntries) throw new TooManyEntriesError(`More than ${maxEntries} busy times`)
    busy.push({ from: Math.max(interval.from, window.from), to: Math.min(interval.to, window.to) })
  }
  const series: ParsedCalendarEntry[] = []
  const replacements = new Map<string, ParsedCalendarEntry[]>()
  let count = 0
  for (const properties of events()) {
    count += 1
    if (count > maxEntries) throw new TooManyEntriesError(`More than ${maxEntries} entries`)
    const entry = parseCalendarEntry(properties, reading)
    if (!entry) continue
    if (entry.replaces) replacements.set(entry.uid, [...(replacements.get(entry.uid) ?? []), entry])
    if (entry.rules.length > 0 || entry.extraStarts.length > 0) series.push(entry)
    else if (entry.isBusy) add(intervalOf(entry.start, entry.length))
  }
  for (const entry of series) {
    for (const interval of intervalsOf(entry, replacements.get(entry.uid) ?? [], window, step)) add(interval)
  }
  return merge(busy).map(toBusyTime)
}

/** Without the occurrences that another entry replaces; those that it moves (RANGE=THISANDFUTURE) at their new times. */
function* intervalsOf(
  entry: ParsedCalendarEntry,
  replacements: ParsedCalendarEntry[],
  window: Interval,
  step: StepLimiter,
): Generator<Interval | null> {
  const replaced = new Set(replacements.map(({ replaces }) => keyOf(replaces as CalendarTime)))
  const moves = replacements
    .filter(({ replacesLater }) => replacesLater)
    .toSorted((a, b) => instantOf(b.replaces as CalendarTime) - instantOf(a.replaces as CalendarTime))
  for (const { start, length } of occurrencesOf(entry, window, step)) {
    if (replaced.has(keyOf(start)) || replaced.has(dayKeyOf(start))) continue
    const move = moves.find(({ replaces }) => instantOf(replaces as CalendarTime) <= instantOf(start))
    if (!move && entry.isBusy) yield intervalOf(start, length)
    if (move?.isBusy) yield intervalOf({ ...start, wall: start.wall + shiftOf(move) }, move.length)
  }
}

function shiftOf({ start, replaces }: ParsedCalendarEntry): number {
  const { zone, isDate } = start
  const planned = replaces as CalendarTime
  return start.wall - (isDate || planned.isDate ? planned.wall : zone.wallOf(instantOf(planned)))
}

function keyOf(time: CalendarTime): string {
  return time.isDate ? dayKeyOf(time) : String(instantOf(time))
}

function dayKeyOf({ wall }: CalendarTime): string {
  return `day ${Math.floor(wall / dayMs)}`
}

/** Widened to whole minutes; null for an entry without length. */
function intervalOf(start: CalendarTime, { days, ms }: EntryDuration): Interval | null {
  const from = instantOf(start)
  const to = instantOf({ ...start, wall: start.wall + days * dayMs }) + ms
  if (to <= from) return null
  return { from: Math.floor(from / minuteMs) * minuteMs, to: Math.ceil(to / minuteMs) * minuteMs }
}

/** Joins intervals that overlap or touch. */
function merge(intervals: Interval[]): Interval[] {
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

/** A time in the hour that occurs twice means its first occurrence. An end in the second one becomes the end of the hour. */
function endInLondon(instant: number): { date: string; time: string } {
  const end = londonWallClock(instant)
  const isSecond = isAmbiguousLondonTime(end.date, end.time) && londonInstant(end.date, end.time) !== instant
  return isSecond ? { ...end, time: '02:00' } : end
}
