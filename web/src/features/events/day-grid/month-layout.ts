// The layout of a month: its weeks, the entries of each day, and the lanes of the bars.
// The module contains no styles, so the caller passes the capacity of a cell.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { addDays, compareStrings, dayNumber, endOfMonth, monthWeeks, startOfMonth } from '@gaffer/domain/shared/dates'

/** How much a day of the grid can show. */
export type CellCapacity = {
  /** The number of rows for bars beneath the day's number. */
  lanes: number
  /** The number of single-day events that fit as icons outside the lanes. With 0, such events are drawn as bars in the lanes. */
  icons: number
}

/** A piece of an entry in one week. `lane` counts from 0 at the top, `column` from 0 for Monday. */
export type PlacedEntry = {
  event: CalendarEntry
  lane: number
  column: number
  span: number
  /** `hasStart` and `hasEnd`: whether the entry's first and last day are in this piece. */
  hasStart: boolean
  hasEnd: boolean
}

export type MonthDay = {
  date: string
  isInMonth: boolean
  /** All entries of the day in reading order: events first, days away last. */
  events: CalendarEntry[]
  icons: CalendarEntry[]
  /** The number of `events` that do not fit. */
  hidden: number
}

export type MonthWeek = { days: MonthDay[]; placed: PlacedEntry[] }

/** The last day on which an entry is shown: an event that ends the next morning belongs to its first day. */
export function lastShownDay({ date, endDate, startTime, endTime }: CalendarEntry): string {
  if (endDate === null) return date
  const isOneNight = startTime !== null && endTime !== null && endTime <= startTime && endDate === addDays(date, 1)
  return isOneNight ? date : endDate
}

/** Whether the entry is drawn as a bar. Days away are always bars, even a single day, so that they can be hatched. */
export function isShownAsBar(event: CalendarEntry): boolean {
  return event.type === 'unavailable' || lastShownDay(event) > event.date
}

export function sortInReadingOrder(events: readonly CalendarEntry[]): CalendarEntry[] {
  return events.toSorted(
    (a, b) =>
      Number(a.type === 'unavailable') - Number(b.type === 'unavailable') ||
      compareStrings(a.date, b.date) ||
      compareStrings(a.startTime ?? '', b.startTime ?? '') ||
      compareStrings(a.id, b.id),
  )
}

/** Lays out the whole weeks of a month, also with days of the neighbouring months. `month` is any day (yyyy-MM-dd) of the month. */
export function layOutMonth(month: string, events: readonly CalendarEntry[], capacity: CellCapacity): MonthWeek[] {
  const weeks = monthWeeks(month).map((dates) => makeEmptyWeek(dates, month))
  const firstDay = dayNumber(weeks[0]?.days[0]?.date ?? month)
  for (const event of sortInReadingOrder(events)) {
    const from = Math.max(0, dayNumber(event.date) - firstDay)
    const to = Math.min(weeks.length * 7, dayNumber(lastShownDay(event)) - firstDay + 1)
    for (let day = from; day < to; day++) weeks[Math.floor(day / 7)]?.days[day % 7]?.events.push(event)
  }
  for (const week of weeks) placeEntriesOfWeek(week, capacity)
  return weeks
}

function makeEmptyWeek(dates: string[], month: string): MonthWeek {
  const monthPrefix = month.slice(0, 7)
  const days = dates.map((date) => ({
    date,
    isInMonth: date.startsWith(monthPrefix),
    events: [],
    icons: [],
    hidden: 0,
  }))
  return { days, placed: [] }
}

/** Places the entries of a week: events before days away, long entries before short ones. So days away never hide a gig on a full day. */
function placeEntriesOfWeek(week: MonthWeek, { lanes, icons }: CellCapacity): void {
  const taken = Array<number>(lanes).fill(0)
  const barsByDay = week.days.map(() => new Set<CalendarEntry>())
  for (const entry of listEntries(week).toSorted((a, b) => placementRank(a) - placementRank(b) || b.span - a.span)) {
    if (icons > 0 && !isShownAsBar(entry.event)) continue
    for (const part of placeEntry(entry, taken)) {
      week.placed.push(part)
      for (let at = part.column; at < part.column + part.span; at++) barsByDay[at]?.add(entry.event)
    }
  }
  week.days.forEach((day, at) => {
    const drawnBars = barsByDay[at] ?? new Set()
    const singleDayEvents = icons > 0 ? day.events.filter((event) => !isShownAsBar(event)) : []
    const isAllShown = singleDayEvents.length <= icons && drawnBars.size + singleDayEvents.length === day.events.length
    // If entries are hidden, their number is shown in place of the last icon.
    day.icons = isAllShown ? singleDayEvents : singleDayEvents.slice(0, Math.max(0, icons - 1))
    day.hidden = day.events.length - drawnBars.size - day.icons.length
  })
}

type WeekEntry = Omit<PlacedEntry, 'lane'>

/** Splits an entry into pieces that skip the full days; one piece if a lane is free for the whole span. `taken` has a bit mask per lane. */
function placeEntry(entry: WeekEntry, taken: number[]): PlacedEntry[] {
  const parts: PlacedEntry[] = []
  const end = entry.column + entry.span
  for (let column = entry.column; column < end;) {
    const { lane, free } = findLongestFreeLane(taken, column, end)
    if (free > 0) {
      taken[lane] = (taken[lane] ?? 0) | columnMask(column, free)
      const hasStart = entry.hasStart && column === entry.column
      parts.push({ ...entry, lane, column, span: free, hasStart, hasEnd: entry.hasEnd && column + free === end })
    }
    column += Math.max(1, free)
  }
  return parts
}

/** The lane with the most free columns from `column` on; the topmost if several have equally many. */
function findLongestFreeLane(taken: readonly number[], column: number, end: number): { lane: number; free: number } {
  let best = { lane: 0, free: 0 }
  taken.forEach((mask, lane) => {
    let free = 0
    while (column + free < end && (mask & columnMask(column + free, 1)) === 0) free++
    if (free > best.free) best = { lane, free }
  })
  return best
}

function columnMask(column: number, span: number): number {
  return ((1 << span) - 1) << column
}

/** Each entry of the week once, with the columns that it covers. */
function listEntries(week: MonthWeek): WeekEntry[] {
  const first = week.days[0]?.date ?? ''
  const last = week.days[6]?.date ?? ''
  const entries = new Map<CalendarEntry, WeekEntry>()
  week.days.forEach((day, column) => {
    for (const event of day.events) {
      const entry = entries.get(event)
      if (entry) entry.span += 1
      else {
        const [hasStart, hasEnd] = [event.date >= first, lastShownDay(event) <= last]
        entries.set(event, { event, column, span: 1, hasStart, hasEnd })
      }
    }
  })
  return [...entries.values()]
}

function placementRank({ event }: { event: CalendarEntry }): number {
  if (event.type === 'unavailable') return 2
  return isShownAsBar(event) ? 0 : 1
}

/** Whether the event is shown on a day of the month. The loaded entries also include days of the neighbouring months. */
export function isEventInMonth(month: string, event: CalendarEntry): boolean {
  return event.date <= endOfMonth(month) && lastShownDay(event) >= startOfMonth(month)
}

/** The month as a list of days. Each entry is listed once: on its first day, or on the first of the month if it began before. */
export function agendaOfMonth(
  month: string,
  events: readonly CalendarEntry[],
): { date: string; events: CalendarEntry[] }[] {
  const first = startOfMonth(month)
  const days = new Map<string, CalendarEntry[]>()
  for (const event of sortInReadingOrder(events)) {
    if (!isEventInMonth(month, event)) continue
    const date = event.date < first ? first : event.date
    days.set(date, [...(days.get(date) ?? []), event])
  }
  return [...days]
    .map(([date, listed]) => ({ date, events: listed }))
    .toSorted((a, b) => compareStrings(a.date, b.date))
}
