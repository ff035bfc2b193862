// The occurrences of a series: its rules and extra starts, without its exceptions.

import ICAL from 'ical.js'
import { parseWallClock, instantOf, type CalendarTime, type ParsedCalendarEntry, type EntryDuration } from './entry.ts'
import { dayMs, toIcalTime } from './zones.ts'

/** The calendar has more entries or occurrences than Gaffer reads. */
export class TooManyEntriesError extends Error {}

/** Counts the steps of all rules of a file, those before the window included. */
export type StepLimiter = () => void

export function createStepLimiter(most: number): StepLimiter {
  let steps = 0
  return () => {
    steps += 1
    if (steps > most) throw new TooManyEntriesError(`More than ${most} occurrences`)
  }
}

type Occurrence = { start: CalendarTime; length: EntryDuration }
/** Instants. */
type Window = { from: number; to: number }

/** In no order, each start once. Occurrences that end before the window may be left out. */
export function* occurrencesOf(entry: ParsedCalendarEntry, window: Window, step: StepLimiter): Generator<Occurrence> {
  const { start, length, rules, extraStarts, exceptions } = entry
  const [skippedDays, skipped] = [new Set<number>(), new Set<number>()]
  for (const one of exceptions) {
    if (one.isDate) skippedDays.add(dayOf(one.wall))
    else skipped.add(instantOf(one))
  }
  const seen = new Set<number>()
  const isNew = (wall: number) => {
    const instant = start.zone.instantOf(wall)
    if (seen.has(wall) || skipped.has(instant) || skippedDays.has(dayOf(wall))) return false
    seen.add(wall)
    return true
  }
  if (isNew(start.wall)) yield { start, length }
  for (const rule of rules) {
    for (const wall of startsOf(rule, start, window.from - spanOf(length), step)) {
      if (start.zone.instantOf(wall) >= window.to) break
      if (isNew(wall)) yield { start: { ...start, wall }, length }
    }
  }
  for (const extra of extraStarts) {
    step()
    if (isNew(start.zone.wallOf(instantOf(extra.start)))) yield extra
  }
}

function dayOf(wall: number): number {
  return Math.floor(wall / dayMs)
}

function spanOf({ days, ms }: EntryDuration): number {
  return days * dayMs + ms
}

/** Wall-clock times from about `from` (an instant) on, in ascending order, without end. A rule that ical.js cannot read has none. */
function* startsOf(rule: string, start: CalendarTime, from: number, step: StepLimiter): Generator<number> {
  const recur = parseRule(rule, start)
  if (!recur) return
  const iterator = recur.iterator(toIcalTime(skipAhead(recur, start, from), start.isDate))
  for (let next = iterator.next(); next; next = iterator.next()) {
    step()
    if (isOutsideMonths(recur, start, next)) continue
    yield Date.UTC(next.year, next.month - 1, next.day, next.hour, next.minute, next.second)
  }
}

/**
 * ical.js 2.2.1 gives the first date of a weekly rule whatever its BYMONTH, and the dates of skipped months to a monthly rule with both
 * BYMONTH and INTERVAL.
 */
function isOutsideMonths(
  { freq, interval, parts }: ICAL.Recur,
  start: CalendarTime,
  { year, month }: ICAL.Time,
): boolean {
  const months = parts['BYMONTH'] as number[] | undefined
  if (!months) return false
  const first = new Date(start.wall)
  const passed = (year - first.getUTCFullYear()) * 12 + month - 1 - first.getUTCMonth()
  return !months.includes(month) || (freq === 'MONTHLY' && passed % interval !== 0)
}

function parseRule(rule: string, start: CalendarTime): ICAL.Recur | null {
  try {
    // Parsed here, because ical.js compares an UNTIL in UTC with a local start as if both had one zone.
    const recur = ICAL.Recur.fromString(rule.replace(/;?UNTIL=[^;]*/i, '').replace(/^;/, ''))
    const until = /(?:^|;)UNTIL=([^;]*)/i.exec(rule)?.[1]
    if (until !== undefined) recur.until = untilOf(until, start)
    return recur
  } catch (error) {
    if (error instanceof TooManyEntriesError) throw error
    // ical.js has no error type of its own.
    return null
  }
}

function untilOf(value: string, { zone, isDate }: CalendarTime): ICAL.Time {
  const wall = parseWallClock(value.trim())
  if (wall === null) throw new RangeError('UNTIL is not a date')
  if (isDate) return toIcalTime(dayOf(wall) * dayMs, true)
  // A date means its whole day.
  if (!value.includes('T')) return toIcalTime(wall + dayMs - 1000, false)
  return toIcalTime(/z$/i.test(value.trim()) ? zone.wallOf(wall) : wall, false)
}

const unitMs: Partial<Record<string, number>> = {
  SECONDLY: 1000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: dayMs,
  WEEKLY: 7 * dayMs,
}

/** A later start with the same occurrences from `from` on: whole intervals later. Rules with COUNT must begin at their start. */
function skipAhead({ freq, interval, count }: ICAL.Recur, start: CalendarTime, from: number): number {
  const unit = unitMs[freq]
  if (!unit || count !== null) return start.wall
  const period = unit * Math.max(interval, 1)
  // One period and a day early: walls and instants differ by up to 14 hours.
  const periods = Math.floor((from - dayMs - start.wall) / period) - 1
  return start.wall + Math.max(periods, 0) * period
}
