// Calendar files for tests of connected calendars.

import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { testClock } from './test-clock.ts'

/** The date `days` days after today on the test clock. */
export const dateInDays = (days: number) => addDays(todayInLondon(testClock.now()), days)

let entryCount = 0

/** A VEVENT with a title that must not leave the server. Times are London wall-clock times; without them the entry lasts all day. */
export function buildVevent(date: string, startTime?: string, endTime?: string, ...lines: string[]): string {
  entryCount += 1
  const day = date.replaceAll('-', '')
  const at = (name: string, time?: string) =>
    time === undefined ? `${name};VALUE=DATE:${day}` : `${name};TZID=Europe/London:${day}T${time.replace(':', '')}00`
  const end = endTime === undefined ? [] : [at('DTEND', endTime)]
  return [
    'BEGIN:VEVENT',
    `UID:${entryCount}@calendars.example`,
    'SUMMARY:SECRET-TITLE',
    'LOCATION:SECRET-PLACE',
    at('DTSTART', startTime),
    ...end,
    ...lines,
    'END:VEVENT',
  ].join('\r\n')
}

/** A calendar file whose 1,000 entries take 50 ms of CPU each, on any machine: five times what a file may take. */
export function buildSlowCalendarFile(): string {
  const secondsSince1970 = buildVevent('1970-01-01', '10:00', '10:01', 'RRULE:FREQ=SECONDLY;COUNT=999999999999')
  return buildCalendarFile(...Array.from({ length: 1000 }, () => secondsSince1970))
}

export function buildCalendarFile(...content: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Tests//EN', ...content, 'END:VCALENDAR', ''].join('\r\n')
}
