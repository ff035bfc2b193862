// Writes a calendar as text that every calendar program reads (RFC 5545, with the names of RFC 7986).
// Knows no request, no feed address and no clock: the same entries give the same bytes, so an ETag holds.
import { endOf, isWholeDays, lastDay } from '@gaffer/domain/conflicts'
import { addDays, isDoubledInLondon, londonInstant } from '@gaffer/domain/dates'
import type { Event } from '@gaffer/domain/event'
import { eventTypeLabels } from '@gaffer/domain/event-type'
import { cleanLine, cleanText } from '@gaffer/domain/plain-text'
import { contentLine, escapeText } from './content-line.ts'

/** What a calendar says of an event. Callers leave out what the reader may not see. */
export type CalendarEntry = Pick<
  Event,
  | ('id' | 'type' | 'title' | 'date' | 'endDate' | 'startTime' | 'endTime' | 'isAllDay')
  | ('location' | 'venue' | 'notes' | 'displayName' | 'bandName' | 'version' | 'createdAt' | 'updatedAt')
> & { isCancelled?: boolean }

/** How often programs should ask again; they may ask less often. */
const refreshInterval = 'PT1H'

const zone = 'Europe/London'

// The rule of the Summer Time Order: last Sundays of March and October at 01:00 UTC, so in every year since 1996.
const londonZone = [
  'BEGIN:VTIMEZONE',
  `TZID:${zone}`,
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

/** A calendar's name, and the page of each of its events. */
export type CalendarAbout = { name: string; urlOf: (eventId: string) => string }

/** A whole calendar, UTF-8 text with CRLF line ends, entries in the order given. */
export function calendarText({ entries, ...about }: CalendarAbout & { entries: CalendarEntry[] }): string {
  return calendarStart(about) + entriesText(about, entries) + calendarEnd
}

/** The parts of a calendar's text, for one that is made piece by piece: this, `entriesText` any number of times, `calendarEnd`. */
export function calendarStart({ name }: CalendarAbout): string {
  const escapedName = escapeText(cleanLine(name))
  return (
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Gaffer//Band calendar//EN\r\nCALSCALE:GREGORIAN\r\n' +
    contentLine('NAME', escapedName) +
    contentLine('X-WR-CALNAME', escapedName) +
    contentLine('X-WR-TIMEZONE', zone) +
    contentLine('REFRESH-INTERVAL;VALUE=DURATION', refreshInterval) +
    contentLine('X-PUBLISHED-TTL', refreshInterval) +
    londonZone
  )
}

export function entriesText({ urlOf }: CalendarAbout, entries: CalendarEntry[]): string {
  return entries.map((entry) => eventText(entry, urlOf(entry.id))).join('')
}

export const calendarEnd = 'END:VCALENDAR\r\n'

function eventText(entry: CalendarEntry, url: string): string {
  const changed = utcTime(entry.updatedAt)
  return (
    'BEGIN:VEVENT\r\n' +
    contentLine('UID', `${entry.id}@gaffer`) +
    contentLine('SEQUENCE', String(entry.version)) +
    // Without a METHOD the stamp is the time of the last change, not of the download.
    contentLine('DTSTAMP', changed) +
    contentLine('CREATED', utcTime(entry.createdAt)) +
    contentLine('LAST-MODIFIED', changed) +
    timesText(entry) +
    contentLine('SUMMARY', escapeText(summaryOf(entry))) +
    optionalText('LOCATION', cleanLine(entry.venue ?? entry.location ?? '')) +
    optionalText('DESCRIPTION', cleanText(entry.notes ?? '')) +
    contentLine('CATEGORIES', escapeText(eventTypeLabels[entry.type])) +
    contentLine('STATUS', entry.isCancelled ? 'CANCELLED' : 'CONFIRMED') +
    contentLine('URL', cleanLine(url)) +
    'END:VEVENT\r\n'
  )
}

/**
 * Whole days as dates, whose end is the day after the last; anything else as London time. A start without an end gets
 * no end, because none is known; over several days it runs to the end of the last.
 */
function timesText(entry: CalendarEntry): string {
  if (isWholeDays(entry) || entry.startTime === null) {
    return (
      contentLine('DTSTART;VALUE=DATE', basicDate(entry.date)) +
      contentLine('DTEND;VALUE=DATE', basicDate(addDays(lastDay(entry), 1)))
    )
  }
  const start = londonTime('DTSTART', entry.date, entry.startTime)
  const end = endOf(entry)
  if (end) return start + londonTime('DTEND', end.date, end.time)
  const last = lastDay(entry)
  return last === entry.date ? start : start + londonTime('DTEND', addDays(last, 1), '00:00')
}

function summaryOf(entry: CalendarEntry): string {
  const what = cleanLine(entry.title ?? '') || eventTypeLabels[entry.type]
  const whose = entry.type === 'unavailable' && entry.displayName ? `${entry.displayName}: ${what}` : what
  return cleanLine(entry.bandName ? `${whose} (${entry.bandName})` : whose)
}

function optionalText(name: string, text: string): string {
  return text === '' ? '' : contentLine(name, escapeText(text))
}

/** London wall-clock time; as UTC where the clock shows it twice, because programs disagree on which one is meant. */
function londonTime(name: string, date: string, time: string): string {
  if (isDoubledInLondon(date, time)) {
    return contentLine(name, utcTime(new Date(londonInstant(date, time)).toISOString()))
  }
  return contentLine(`${name};TZID=${zone}`, `${basicDate(date)}T${time.replace(':', '')}00`)
}

function basicDate(date: string): string {
  return date.replaceAll('-', '')
}

/** An ISO-8601 timestamp in UTC as iCalendar writes it, whole seconds. */
function utcTime(timestamp: string): string {
  return timestamp.replace(/[-:]|\.\d+/g, '')
}
