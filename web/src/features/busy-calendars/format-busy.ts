import type { MemberBusyTime } from '@gaffer/domain/busy-calendars/busy-calendar'
import { shortTime } from '@gaffer/domain/shared/short-dates'
import { lastDayOfSpan } from '@gaffer/domain/shared/span'

/** Whether at least a part of the busy time is on the day. */
export function isBusyOn(busy: BusySpan, date: string): boolean {
  return busy.date <= date && date <= lastDayOfSpan({ ...busy, isAllDay: busy.startTime === null })
}

/** Names the member and the part of the busy time on the day: "Kit: busy 2–4 PM", "Kit: busy from 10 PM" or "Kit: busy all day". */
export function formatBusy(busy: MemberBusyTime, date: string): string {
  return `${busy.displayName}: busy ${formatBusyTimes(busy, date)}`
}

type BusySpan = Pick<MemberBusyTime, 'date' | 'endDate' | 'startTime' | 'endTime'>

/** The part of the busy time on the day: "2–4 PM", "from 10 PM", "until 2 AM" or "all day". */
export function formatBusyTimes(busy: BusySpan, date: string): string {
  const { startTime, endTime } = busy
  const last = lastDayOfSpan({ ...busy, isAllDay: startTime === null })
  const from = busy.date === date && startTime !== '00:00' ? startTime : null
  const to = last === date && endTime !== '00:00' ? endTime : null
  if (startTime === null || (!from && !to)) return 'all day'
  if (!from) return `until ${shortTime(to as string)}`
  if (!to) return `from ${shortTime(from)}`
  const [start, end] = [shortTime(from), shortTime(to)]
  const isSameHalf = start.slice(-2) === end.slice(-2)
  return `${isSameHalf ? start.slice(0, -3) : start}–${end}`
}
