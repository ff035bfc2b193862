// The occurrences of a series: its rules and extra starts, without its exceptions.

import { instantOf, type CalendarTime, type ParsedCalendarEntry, type EntryDuration } from './entry.ts'
import { parseRule, type CountStep } from './recurrence-rule.ts'
import { startsOf } from './recurrence.ts'
import { dayMs, dayOf, parseWallClock } from './wall-clock.ts'

type Occurrence = { start: CalendarTime; length: EntryDuration }
/** Instants in epoch milliseconds. */
type InstantRange = { from: number; to: number }

/** Yields each start once, in no order, perhaps without the starts before the window. Throws a RangeError for an unreadable rule. */
export function* occurrencesOf(
  entry: ParsedCalendarEntry,
  window: InstantRange,
  step: CountStep,
): Generator<Occurrence> {
  const { start, length, rules, extraStarts, exceptions } = entry
  const [skippedDays, skippedInstants] = [new Set<number>(), new Set<number>()]
  for (const one of exceptions) {
    step()
    if (one.isDate) skippedDays.add(dayOf(one.wall))
    else skippedInstants.add(instantOf(one))
  }
  const seen = new Set<number>()
  const isNew = (wall: number) => {
    const instant = start.zone.instantOf(wall)
    if (seen.has(wall) || skippedInstants.has(instant) || skippedDays.has(dayOf(wall))) return false
    seen.add(wall)
    return true
  }
  if (isNew(start.wall)) yield { start, length }
  // One day wider on both sides: wall-clock times and instants differ by up to 14 hours.
  const range = { from: window.from - lengthInMs(length) - dayMs, to: window.to + dayMs }
  for (const text of rules) {
    const rule = parseRule(text, start.isDate, (value) => readUntil(value, start))
    for (const wall of startsOf(rule, start.wall, range, step))
      if (isNew(wall)) yield { start: { ...start, wall }, length }
  }
  for (const extra of extraStarts) {
    step()
    if (isNew(start.zone.wallOf(instantOf(extra.start)))) yield extra
  }
}

function lengthInMs({ days, ms }: EntryDuration): number {
  return days * dayMs + ms
}

/** UNTIL as a wall-clock time of the start's zone: it may be in UTC where the start is not. */
function readUntil(value: string, { zone, isDate }: CalendarTime): number {
  const wall = parseWallClock(value)
  if (wall === null) throw new RangeError('UNTIL is not a date')
  // UNTIL with a date includes the whole day.
  if (isDate || !value.includes('T')) return (dayOf(wall) + 1) * dayMs - 1
  return value.endsWith('Z') ? zone.wallOf(wall) : wall
}
