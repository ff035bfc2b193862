import type { Span } from './span.ts'

/**
 * Parses a short notation: "04 21:00-01:00", "04 19:00-" (no end time), "04" (all day), "04..06 18:00-12:00" (three days). The
 * numbers are days of `month`, yyyy-MM.
 */
export function parseSpan(month: string, text: string): Span {
  const [days = '', times = ''] = text.split(' ')
  const [first, last] = days.split('..').map((day) => `${month}-${day}`)
  const [startTime, endTime] = times.split('-')
  return {
    date: first ?? '',
    endDate: last ?? null,
    startTime: startTime || null,
    endTime: endTime || null,
    isAllDay: times === '',
  }
}
