// The busy times of a calendar file according to node-ical, an independent parser, as instants.

import { addDays, addMonths } from '@gaffer/domain/shared/dates'
import ical, { type VEvent } from 'node-ical'

export type InstantIntervals = [from: number, to: number][]

/** The busy intervals, merged and in order. Handles neither RANGE=THISANDFUTURE nor RDATE, which node-ical ignores. */
export function busyIntervalsOf(
  text: string,
  { today, countAllDay }: { today: string; countAllDay: boolean },
): InstantIntervals {
  const from = toLondonInstant(today)
  const to = toLondonInstant(addDays(addMonths(today, 13), 1))
  const owner = `mailto:${/X-WR-CALNAME:(.*?)\r?\n/.exec(text)?.[1] ?? ''}`
  const intervals: InstantIntervals = []
  const add = (event: VEvent, start: Date, end: Date, isFullDay: boolean) => {
    if (!isBusy(event, owner) || (isFullDay && !countAllDay)) return
    const [first, last] = isFullDay ? [dayOf(start), dayOf(end)] : [start.getTime(), end.getTime()]
    if (last > from && first < to && last > first) intervals.push([Math.max(first, from), Math.min(last, to)])
  }
  for (const event of Object.values(ical.sync.parseICS(text))) {
    if (event?.type !== 'VEVENT') continue
    const range = { from: new Date(from - 3 * 86_400_000), to: new Date(to) }
    for (const one of ical.expandRecurringEvent(event, { ...range, expandOngoing: true })) {
      add(one.event, one.start, one.end, one.isFullDay)
    }
  }
  return mergeIntervalsByMinute(intervals)
}

function isBusy(event: VEvent & { 'MICROSOFT-CDO-BUSYSTATUS'?: string }, owner: string): boolean {
  const attendees = [event.attendee ?? []].flat() as (string | { params?: { PARTSTAT?: string }; val?: string })[]
  const isDeclined = attendees.some(
    (one) => typeof one === 'object' && one.val === owner && one.params?.PARTSTAT === 'DECLINED',
  )
  const isFree = event.transparency === 'TRANSPARENT' || event['MICROSOFT-CDO-BUSYSTATUS'] === 'FREE'
  return !isFree && !isDeclined && event.status !== 'CANCELLED' && !event.uid.endsWith('@gaffer')
}

/** Lists every busy minute and joins them again: slow, but obviously correct. */
export function mergeIntervalsByMinute(intervals: InstantIntervals): InstantIntervals {
  const minutes = new Set<number>()
  for (const [from, to] of intervals) {
    for (let minute = Math.floor(from / 60_000); minute < Math.ceil(to / 60_000); minute += 1) minutes.add(minute)
  }
  const merged: InstantIntervals = []
  for (const minute of [...minutes].sort((a, b) => a - b)) {
    const last = merged.at(-1)
    if (last?.[1] === minute * 60_000) last[1] += 60_000
    else merged.push([minute * 60_000, (minute + 1) * 60_000])
  }
  return merged
}

/** node-ical gives all-day dates as local midnights of the machine. */
function dayOf(local: Date): number {
  const [year, month, day] = [local.getFullYear(), local.getMonth() + 1, local.getDate()]
  return toLondonInstant([year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-'))
}

// Does not use the domain's time functions, because a fault in them would go unnoticed.
export function toLondonInstant(date: string, time = '00:00'): number {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime('Europe/London').epochMilliseconds
}
