// Converts between the 12-hour clock of the time picker and the stored HH:mm.

import { isRealTime, minuteOfDay } from '@gaffer/domain/dates'

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

/**
 * "7pm", "7.30 p.m.", "730pm", "19:00", "1900" or "19" as HH:mm; null for anything else. Without am or pm it means the
 * 24-hour clock.
 */
export function parseTypedTime(text: string): string | null {
  const match = /^(\d{1,2})(?:[:.]?(\d{2}))?\s*(?:([ap])\.?m?\.?)?$/i.exec(text.trim())
  if (!match) return null
  const [, hour = '', minute = '00', half] = match
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return null
  const hour24 = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  const time = `${String(hour24).padStart(2, '0')}:${minute}`
  return isRealTime(time) ? time : null
}
