// Converts between the 12-hour clock of the time picker and the stored HH:mm.

import { minuteOfDay } from '@gaffer/domain/shared/dates'

export const pickerHours = [12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const
export const pickerMinutes = [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55] as const
/** The multiples of five, and `minute`, in order. */
export function pickerMinutesWith(minute: number): number[] {
  return [...new Set([...pickerMinutes, minute])].sort((a, b) => a - b)
}

export const defaultPickerTime = '19:00'

export type TwelveHourTime = { hour: number; minute: number; half: 'AM' | 'PM' }

export function twelveHourFromTime(time: string): TwelveHourTime {
  const [hour, minute] = [Math.floor(minuteOfDay(time) / 60), minuteOfDay(time) % 60]
  return { hour: hour % 12 || 12, minute, half: hour < 12 ? 'AM' : 'PM' }
}

export function timeFromTwelveHour({ hour, minute, half }: TwelveHourTime): string {
  return pad((hour % 12) + (half === 'PM' ? 12 : 0)) + ':' + pad(minute)
}

/** The time at which the picker of the end opens: two hours after the start, or `defaultPickerTime` without one. */
export function suggestedEndTime(start: string | null): string {
  if (start === null) return defaultPickerTime
  const end = (minuteOfDay(start) + 120) % 1440
  return pad(Math.floor(end / 60)) + ':' + pad(end % 60)
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
