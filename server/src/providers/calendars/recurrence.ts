// Expands recurrence rules (RFC 5545 section 3.3.10). Not with ical.js, which gives wrong dates or none for many valid rules, throws for
// others, and searches some for seconds in one call that cannot be stopped (decision 022). Times are wall-clock times (see wall-clock.ts).

import type { CountStep, RecurrenceRule } from './recurrence-rule.ts'
import { createRuleDays, type RuleDays } from './rule-days.ts'
import { dayMs, dayOf } from './wall-clock.ts'

/** Wall-clock times, half-open. */
type WallClockRange = { from: number; to: number }

/**
 * The times of a rule within the range, in ascending order, and perhaps some before it. `start` is one of them only if it matches the rule.
 * Throws a RangeError for a rule that never gives a time, or gives too many.
 */
export function* startsOf(
  rule: RecurrenceRule,
  start: number,
  range: WallClockRange,
  step: CountStep,
): Generator<number> {
  const days = createRuleDays(rule, start)
  requireSomeTime(rule, days, start, step)
  // Rules with COUNT are expanded from their start, because the times before the range count too.
  const from = rule.count === Infinity ? Math.max(start, range.from) : start
  let remainingCount = rule.count
  for (const times of periodsOf(rule, days, start, { from, to: range.to }, step)) {
    for (const time of times) {
      step()
      if (time < start) continue
      if (time > rule.until || remainingCount === 0) return
      remainingCount -= 1
      yield time
    }
  }
}

/** Long enough for each combination of weekday, leap year and month to occur. */
const searchedDays = 41 * 366

/** Throws for a rule that never occurs, such as a yearly one on 30 February: guessing at its dates would be worse than not reading it. */
function requireSomeTime(rule: RecurrenceRule, days: RuleDays, start: number, step: CountStep): void {
  const range = { from: start, to: start + searchedDays * rule.interval * dayMs }
  for (const times of periodsOf(rule, days, start, range, step)) if (times.some((time) => time >= start)) return
  throw new RangeError('The rule never gives a time')
}

/** A rule with more times than this in one period is refused. */
const maxTimesPerPeriod = 20_000

/** Yields the times of each period (a year, a month, an hour …) that overlaps the range, without periods that have no times. */
function* periodsOf(
  rule: RecurrenceRule,
  days: RuleDays,
  start: number,
  range: WallClockRange,
  step: CountStep,
): Generator<number[]> {
  const pick = createPositionFilter(rule)
  if (rule.freq === 'SECONDLY' || rule.freq === 'MINUTELY' || rule.freq === 'HOURLY') {
    for (const times of periodsWithinDay(rule, days, start, range, step)) yield pick(times)
    return
  }
  const timesOfDay = expandUnit(rule, start, 'DAILY')
  for (const period of days.periods(dayOf(range.from), dayOf(range.to) + 1)) {
    const matching: number[] = []
    for (const day of period) {
      step()
      if (days.matches(day)) matching.push(day)
    }
    if (matching.length * timesOfDay.length > maxTimesPerPeriod) throw new RangeError('The rule has too many times')
    if (matching.length > 0) yield pick(matching.flatMap((day) => timesOfDay.map((time) => day * dayMs + time)))
  }
}

const unitMs = { SECONDLY: 1000, MINUTELY: 60_000, HOURLY: 3_600_000, DAILY: dayMs }

function* periodsWithinDay(
  { freq, interval, ...rule }: RecurrenceRule,
  days: RuleDays,
  start: number,
  range: WallClockRange,
  step: CountStep,
): Generator<number[]> {
  const unit = unitMs[freq as keyof typeof unitMs]
  const [first, period] = [Math.floor(start / unit) * unit, unit * interval]
  const within = expandUnit({ freq, interval, ...rule }, start, freq as keyof typeof unitMs)
  const isListed = (list: number[], length: number, size: number, at: number) =>
    list.length === 0 || unit > size || list.includes(Math.floor((((at % length) + length) % length) / size))
  /** Returns `at` if it fits the rule, otherwise the next time that may fit. */
  const skipFrom = (at: number): number => {
    if (!days.matches(dayOf(at))) return (dayOf(at) + 1) * dayMs
    if (!isListed(rule.byHour, dayMs, 3_600_000, at)) return (Math.floor(at / 3_600_000) + 1) * 3_600_000
    if (!isListed(rule.byMinute, 3_600_000, 60_000, at)) return (Math.floor(at / 60_000) + 1) * 60_000
    return isListed(rule.bySecond, 60_000, 1000, at) ? at : at + 1000
  }
  let index = Math.max(Math.floor((range.from - first) / period), 0)
  for (let at = first + index * period; at < range.to; at = first + index * period) {
    step()
    const next = skipFrom(at)
    if (next === at) yield within.map((time) => at + time)
    index = Math.max(index + 1, Math.ceil((next - first) / period))
  }
}

/** The times to which BYHOUR, BYMINUTE and BYSECOND expand one unit, in milliseconds from the beginning of the unit. */
function expandUnit(rule: RecurrenceRule, start: number, freq: keyof typeof unitMs): number[] {
  const at = new Date(start)
  const listOf = (size: number, list: number[], own: number) =>
    unitMs[freq] <= size ? [0] : (list.length > 0 ? list : [own]).map((one) => one * size)
  const hours = listOf(3_600_000, rule.byHour, at.getUTCHours())
  const minutes = listOf(60_000, rule.byMinute, at.getUTCMinutes())
  const seconds = listOf(1000, rule.bySecond, at.getUTCSeconds())
  if (hours.length * minutes.length * seconds.length > maxTimesPerPeriod)
    throw new RangeError('The rule has too many times')
  const times = hours.flatMap((hour) => minutes.flatMap((minute) => seconds.map((second) => hour + minute + second)))
  return [...new Set(times)].sort((a, b) => a - b)
}

/** BYSETPOS picks by position in the times of a period, from the end if negative. */
function createPositionFilter({ bySetPos }: RecurrenceRule): (times: number[]) => number[] {
  if (bySetPos.length === 0) return (times) => times
  return (times) => times.filter((_, at) => bySetPos.includes(at + 1) || bySetPos.includes(at - times.length))
}
