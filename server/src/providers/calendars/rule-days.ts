// Which days a recurrence rule includes. Monday is weekday 0.

import type { RecurrenceRule } from './recurrence-rule.ts'
import { dayMs, dayOf } from './wall-clock.ts'

export type RuleDays = {
  /** Whether BYMONTH, BYMONTHDAY, BYYEARDAY, BYWEEKNO and BYDAY, or what the start implies in their place, include the day. */
  matches(day: number): boolean
  /** The days of each day, week, month or year of the rule that overlaps the range. Months that BYMONTH excludes are left out. */
  periods(from: number, to: number): Generator<number[]>
}

function weekdayOf(day: number): number {
  return modulo(day + 3, 7)
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

/** `month` counts from 0; a month below 0 or above 11 is in another year. */
function firstDayOf(year: number, month = 0): number {
  return dayOf(Date.UTC(year, month))
}

export function createRuleDays(writtenRule: RecurrenceRule, start: number): RuleDays {
  const rule = { ...writtenRule, ...derivePartsFromStart(writtenRule, start) }
  const { byMonth, byMonthDay, byYearDay, byWeekNo, byDay, weekStart } = rule
  const isByMonth = writtenRule.freq === 'MONTHLY' || writtenRule.byMonth.length > 0
  return { matches, periods: (from, to) => periodsOf(rule, dayOf(start), from, to) }

  function matches(day: number): boolean {
    const date = new Date(day * dayMs)
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
    if (byMonth.length > 0 && !byMonth.includes(month + 1)) return false
    const isListed = (list: number[], position: () => Position) => list.length === 0 || hasPosition(list, position())
    const findPositionInMonth = () => positionIn(day, firstDayOf(year, month), firstDayOf(year, month + 1))
    const findPositionInYear = () => positionIn(day, firstDayOf(year), firstDayOf(year + 1))
    const isNth = (nth: number) =>
      nth === 0 || hasPosition([nth], toWeekPosition(isByMonth ? findPositionInMonth() : findPositionInYear()))
    return (
      isListed(byMonthDay, findPositionInMonth) &&
      isListed(byYearDay, findPositionInYear) &&
      isListed(byWeekNo, () => weekOf(day, weekStart)) &&
      (byDay.length === 0 || byDay.some(({ nth, weekday }) => weekday === weekdayOf(day) && isNth(nth)))
    )
  }
}

/** The parts that the rule lacks, taken from its start (RFC 5545 section 3.3.10). */
function derivePartsFromStart(
  { freq, byMonth, byMonthDay, byYearDay, byWeekNo, byDay }: RecurrenceRule,
  start: number,
) {
  const date = new Date(start)
  const ownWeekday = { byDay: [{ nth: 0, weekday: weekdayOf(dayOf(start)) }] }
  if (byMonthDay.length + byYearDay.length + byDay.length > 0) return {}
  if (freq === 'WEEKLY' || byWeekNo.length > 0) return ownWeekday
  const ownDay = { byMonthDay: [date.getUTCDate()] }
  if (freq === 'MONTHLY') return ownDay
  if (freq === 'YEARLY') return byMonth.length > 0 ? ownDay : { ...ownDay, byMonth: [date.getUTCMonth() + 1] }
  return {}
}

/** A position in a period: `first` counts from 1, `last` backwards from -1. */
type Position = { first: number; last: number }

function positionIn(day: number, from: number, to: number): Position {
  return { first: day - from + 1, last: day - to }
}

/** The position among days of the same weekday: the first Monday has position 1, whatever its date. */
function toWeekPosition({ first, last }: Position): Position {
  return { first: Math.ceil(first / 7), last: Math.floor(last / 7) }
}

function hasPosition(list: number[], { first, last }: Position): boolean {
  return list.includes(first) || list.includes(last)
}

/** The position of the day's week in its year. Week 1 is the first week with at least four days in the year. */
function weekOf(day: number, weekStart: number): Position {
  const fourthDay = day - modulo(weekdayOf(day) - weekStart, 7) + 3
  const year = new Date(fourthDay * dayMs).getUTCFullYear()
  return toWeekPosition(positionIn(fourthDay, firstDayOf(year), firstDayOf(year + 1)))
}

function* periodsOf(
  { freq, interval, byMonth, weekStart }: RecurrenceRule,
  start: number,
  from: number,
  to: number,
): Generator<number[]> {
  const date = new Date(start * dayMs)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const firstOfWeek = start - modulo(weekdayOf(start) - weekStart, 7)
  const isIncludedMonth = (at: number) => byMonth.length === 0 || byMonth.includes(modulo(at, 12) + 1)
  const daysOfMonth = (at: number) =>
    isIncludedMonth(at) ? listDays(firstDayOf(year, at), firstDayOf(year, at + 1)) : []
  const kinds = {
    DAILY: { begin: (at: number) => start + at, length: 1, days: (first: number) => [first] },
    WEEKLY: {
      begin: (at: number) => firstOfWeek + at * 7,
      length: 7,
      days: (first: number) => listDays(first, first + 7),
    },
    MONTHLY: {
      begin: (at: number) => firstDayOf(year, month + at),
      length: 31,
      days: (_: number, at: number) => daysOfMonth(month + at),
    },
    YEARLY: {
      begin: (at: number) => firstDayOf(year + at),
      length: 366,
      days: (_: number, at: number) => Array.from({ length: 12 }, (__, one) => daysOfMonth(at * 12 + one)).flat(),
    },
  }
  const { begin, length, days } = kinds[freq as keyof typeof kinds]
  const skipped = Math.max(Math.floor((from - begin(0)) / length / interval) - 1, 0)
  for (let at = skipped * interval; begin(at) < to; at += interval) {
    const period = days(begin(at), at)
    if (period.length > 0) yield period
  }
}

function listDays(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at)
}
