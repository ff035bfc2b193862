// Formats iCalendar text (RFC 5545, RFC 7986). The output does not depend on the clock, so that ETags stay valid.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endOfSpan, isWholeDays, lastDayOfSpan } from '@gaffer/domain/shared/span'
import { addDays, isAmbiguousLondonTime, londonInstant } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { cleanLine, cleanText } from '@gaffer/domain/shared/plain-text'
import { formatContentLine, escapeText } from './content-line.ts'

/** Fields written to a VEVENT. Callers leave out what the reader may not see. */
export type FeedEntry = Pick<
  CalendarEntry,
  | ('id' | 'bandId' | 'type' | 'title' | 'date' | 'endDate' | 'startTime' | 'endTime' | 'isAllDay')
  | ('location' | 'venue' | 'notes' | 'displayName' | 'bandName' | 'status' | 'version' | 'createdAt' | 'updatedAt')
> & { isDeleted?: boolean }

/** The polling interval that feeds suggest to calendar programs. */
const refreshInterval = 'PT1H'

const timeZone = 'Europe/London'

// Since 1996 UK clocks change on the last Sundays of March and October at 01:00 UTC.
const londonTimeZoneText = [
  'BEGIN:VTIMEZONE',
  `TZID:${timeZone}`,
  'BEGIN:DAYLIGHT',
  'DTSTART:19960331T010000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0100',
  'TZNAME:BST',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:19961027T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0000',
  'TZNAME:GMT',
  'END:STANDARD',
  'END:VTIMEZONE',
  '',
].join('\r\n')

/**
 * `urlOf` returns the URL that an entry links to. `isPersonal` puts the band's name at the start of a summary, and leaves out the member's
 * name.
 */
export type CalendarHeader = { name: string; urlOf: (entry: FeedEntry) => string; isPersonal?: boolean }

/** Formats a complete calendar. The entries keep their order. */
export function formatCalendar({ entries, ...header }: CalendarHeader & { entries: FeedEntry[] }): string {
  return formatCalendarStart(header) + formatCalendarEntries(header, entries) + calendarEnd
}

/** For streaming: write this start, then `formatCalendarEntries` any number of times, then `calendarEnd`. */
export function formatCalendarStart({ name }: CalendarHeader): string {
  const escapedName = escapeText(cleanLine(name))
  return (
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Gaffer//Band calendar//EN\r\nCALSCALE:GREGORIAN\r\n' +
    formatContentLine('NAME', escapedName) +
    formatContentLine('X-WR-CALNAME', escapedName) +
    formatContentLine('X-WR-TIMEZONE', timeZone) +
    formatContentLine('REFRESH-INTERVAL;VALUE=DURATION', refreshInterval) +
    formatContentLine('X-PUBLISHED-TTL', refreshInterval) +
    londonTimeZoneText
  )
}

export function formatCalendarEntries({ urlOf, isPersonal = false }: CalendarHeader, entries: FeedEntry[]): string {
  return entries.map((entry) => formatEvent(entry, urlOf(entry), isPersonal)).join('')
}

export const calendarEnd = 'END:VCALENDAR\r\n'

function formatEvent(entry: FeedEntry, url: string, isPersonal: boolean): string {
  const changed = formatUtcTime(entry.updatedAt)
  return (
    'BEGIN:VEVENT\r\n' +
    formatContentLine('UID', `${entry.id}@gaffer`) +
    formatContentLine('SEQUENCE', String(entry.version)) +
    // Without METHOD, DTSTAMP is the time of the last change (RFC 5545 section 3.8.7.2).
    formatContentLine('DTSTAMP', changed) +
    formatContentLine('CREATED', formatUtcTime(entry.createdAt)) +
    formatContentLine('LAST-MODIFIED', changed) +
    formatTimes(entry) +
    formatContentLine('SUMMARY', escapeText(formatSummary(entry, isPersonal))) +
    formatOptionalText('LOCATION', cleanLine(entry.venue ?? entry.location ?? '')) +
    formatOptionalText('DESCRIPTION', cleanText(entry.notes ?? '')) +
    formatContentLine('CATEGORIES', escapeText(eventTypeLabels[entry.type])) +
    formatContentLine('STATUS', entry.isDeleted ? 'CANCELLED' : entry.status.toUpperCase()) +
    formatContentLine('URL', cleanLine(url)) +
    'END:VEVENT\r\n'
  )
}

/**
 * All-day events and events without a start time get dates with an exclusive end; others get London times. Without an end time an event of
 * one day gets no DTEND, and an event of several days ends with its last day.
 */
function formatTimes(entry: FeedEntry): string {
  if (isWholeDays(entry) || entry.startTime === null) {
    return (
      formatContentLine('DTSTART;VALUE=DATE', formatBasicDate(entry.date)) +
      formatContentLine('DTEND;VALUE=DATE', formatBasicDate(addDays(lastDayOfSpan(entry), 1)))
    )
  }
  const start = formatLondonTime('DTSTART', entry.date, entry.startTime)
  const end = endOfSpan(entry)
  if (end) return start + formatLondonTime('DTEND', end.date, end.time)
  const last = lastDayOfSpan(entry)
  return last === entry.date ? start : start + formatLondonTime('DTEND', addDays(last, 1), '00:00')
}

function formatSummary(entry: FeedEntry, isPersonal: boolean): string {
  const titleOrType = cleanLine(entry.title ?? '') || eventTypeLabels[entry.type]
  if (isPersonal) return cleanLine(entry.bandName ? `${entry.bandName}: ${titleOrType}` : titleOrType)
  const whose = entry.type === 'unavailable' && entry.displayName ? `${entry.displayName}: ${titleOrType}` : titleOrType
  return cleanLine(entry.bandName ? `${whose} (${entry.bandName})` : whose)
}

function formatOptionalText(name: string, text: string): string {
  return text === '' ? '' : formatContentLine(name, escapeText(text))
}

/** Formats a London time. In the hour that is repeated in autumn the time is written as UTC, because calendar programs read it differently. */
function formatLondonTime(name: string, date: string, time: string): string {
  if (isAmbiguousLondonTime(date, time)) {
    return formatContentLine(name, formatUtcTime(new Date(londonInstant(date, time)).toISOString()))
  }
  return formatContentLine(`${name};TZID=${timeZone}`, `${formatBasicDate(date)}T${time.replace(':', '')}00`)
}

function formatBasicDate(date: string): string {
  return date.replaceAll('-', '')
}

/** Turns ISO 8601 in UTC into the iCalendar form, without fractions of a second. */
function formatUtcTime(timestamp: string): string {
  return timestamp.replace(/[-:]|\.\d+/g, '')
}

/**
 * Hash of the files that write the text, part of a feed's ETag: a release that writes events differently invalidates cached feeds. A
 * version number would depend on a developer who remembers to raise it.
 */
export const calendarFormatHash = ['calendar-text.ts', 'content-line.ts']
  .reduce((hash, name) => hash.update(readFileSync(join(import.meta.dirname, name))), createHash('sha256'))
  .digest('hex')
  .slice(0, 16)
