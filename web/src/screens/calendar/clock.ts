// The 12-hour clock as a member picks on it, and the HH:mm that is stored.

import { minuteOfDay } from '@gaffer/domain/dates'

export const hours = [12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const
export const minutes = [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55] as const
/** Steps of five, and the minute of a time that is between them. */
export function minutesOffered(minute: number): number[] {
  return [...new Set([...minutes, minute])].sort((a, b) => a - b)
}

export const defaultTime = '19:00'

export type ClockTime = { hour: number; minute: number; half: 'AM' | 'PM' }

export function clockTimeOf(time: string): ClockTime {
  const [hour, minute] = [Math.floor(minuteOfDay(time) / 60), minuteOfDay(time) % 60]
  return { hour: hour % 12 || 12, minute, half: hour < 12 ? 'AM' : 'PM' }
}

export function timeOf({ hour, minute, half }: ClockTime): string {
  return pad((hour % 12) + (half === 'PM' ? 12 : 0)) + ':' + pad(minute)
}

/** Where the picker of an end opens: two hours after the start, or at the usual time where there is none. */
export function endAfter(start: string | null): string {
  if (start === null) return defaultTime
  const end = (minuteOfDay(start) + 120) % 1440
  return pad(Math.floor(end / 60)) + ':' + pad(end % 60)
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
