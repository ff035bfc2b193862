// Generated iCalendar text is read back with an independent parser (ical.js).
import { createCalendarEntry, arbitraryCalendarEntry, arbitraryText } from '#testing/calendar-entries.ts'
import { eventInstantsFromIcs } from '#testing/read-calendar-file.ts'
import { endOfSpan, isWholeDays, lastDayOfSpan } from '@gaffer/domain/shared/span'
import { addDays, londonInstant, londonWallClock } from '@gaffer/domain/shared/dates'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { cleanLine, cleanText } from '@gaffer/domain/shared/plain-text'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { formatCalendar, type FeedEntry } from './calendar-text.ts'

const url = 'https://gaffer.example/calendar?a=1,2;3'

function textOf(...entries: FeedEntry[]): string {
  return formatCalendar({ name: 'Copper Kettles', urlOf: () => url, entries })
}

/** The unfolded lines of a calendar text with this entry. */
function linesOf(entry: FeedEntry): string[] {
  return textOf(entry).replaceAll('\r\n ', '').split('\r\n')
}

function eventsOf(text: string): ICAL.Component[] {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
}

describe('a VEVENT', () => {
  test('a VEVENT has UID, SEQUENCE, timestamps, summary, location, description, category and status', () => {
    expect(linesOf(createCalendarEntry({ title: 'New set', notes: 'Bring:\n\tthe DI box' }))).toEqual(
      expect.arrayContaining([
        'UID:019ad2f0-0000-7000-8000-000000000001@gaffer',
        'SEQUENCE:3',
        'DTSTAMP:20251102T101530Z',
        'CREATED:20251101T093000Z',
        'LAST-MODIFIED:20251102T101530Z',
        'SUMMARY:New set',
        'LOCATION:Old Chapel Studios',
        'DESCRIPTION:Bring:\\n\tthe DI box',
        'CATEGORIES:Practice',
        'STATUS:CONFIRMED',
      ]),
    )
  })

  test.each<[string, Partial<FeedEntry>]>([
    ['CONFIRMED', {}],
    ['TENTATIVE', { status: 'tentative' }],
    ['CANCELLED', { status: 'cancelled' }],
    ['CANCELLED', { isDeleted: true }],
  ])('the STATUS of a VEVENT is %s for an entry with %j', (status, changes) => {
    expect(linesOf(createCalendarEntry(changes))).toContain(`STATUS:${status}`)
  })

  test('the VEVENT of a deleted event has STATUS:CANCELLED and its URL unescaped', () => {
    const lines = linesOf(createCalendarEntry({ isDeleted: true }))
    expect(lines).toContain('STATUS:CANCELLED')
    expect(lines).toContain(`URL:${url}`)
  })

  test.each<[string, Partial<FeedEntry>]>([
    ['Practice', { title: ' \n ' }],
    ['New set', { title: 'New\r\nset' }],
    ['Sam: Unavailable', { type: 'unavailable', displayName: 'Sam' }],
    ['Sam: Whitby', { type: 'unavailable', displayName: 'Sam', title: 'Whitby' }],
    ['Gig (The Öffs)', { type: 'gig', bandName: 'The Öffs' }],
    ['Practice', { displayName: 'Sam' }],
  ])('the SUMMARY of a VEVENT is "%s" for an entry with %j', (summary, changes) => {
    expect(linesOf(createCalendarEntry(changes))).toContain(`SUMMARY:${summary}`)
  })
})

describe('DTSTART and DTEND', () => {
  test.each<[string, Partial<FeedEntry>, string, string | null]>([
    ['an event within one day', {}, ';TZID=Europe/London:20251204T190000', ';TZID=Europe/London:20251204T213000'],
    [
      'an event that ends past midnight',
      { endTime: '01:00' },
      ';TZID=Europe/London:20251204T190000',
      ';TZID=Europe/London:20251205T010000',
    ],
    [
      'an event that ends at midnight',
      { endTime: '00:00' },
      ';TZID=Europe/London:20251204T190000',
      ';TZID=Europe/London:20251205T000000',
    ],
    ['an event without an end time', { endTime: null }, ';TZID=Europe/London:20251204T190000', null],
    [
      'an event over several days without an end time',
      { endTime: null, endDate: '2025-12-06' },
      ';TZID=Europe/London:20251204T190000',
      ';TZID=Europe/London:20251207T000000',
    ],
    [
      'an event over several days',
      { endDate: '2025-12-06', endTime: '12:00' },
      ';TZID=Europe/London:20251204T190000',
      ';TZID=Europe/London:20251206T120000',
    ],
    ['a one-day all-day event', { isAllDay: true }, ';VALUE=DATE:20251204', ';VALUE=DATE:20251205'],
    ['an event without times', { startTime: null, endTime: null }, ';VALUE=DATE:20251204', ';VALUE=DATE:20251205'],
    [
      'an all-day event over several days',
      { isAllDay: true, endDate: '2025-12-31' },
      ';VALUE=DATE:20251204',
      ';VALUE=DATE:20260101',
    ],
    [
      'an event that ends in the hour repeated in autumn',
      { date: '2025-10-25', endTime: '01:30' },
      ';TZID=Europe/London:20251025T190000',
      ':20251026T003000Z',
    ],
  ])('DTSTART and DTEND follow the London times or dates of %s', (_, changes, start, end) => {
    const times = linesOf(createCalendarEntry(changes)).filter((line) => /^DT(START|END)\b.*[:;].*20(25|26)/.test(line))
    expect(times).toEqual([`DTSTART${start}`, ...(end ? [`DTEND${end}`] : [])])
  })

  test.each<[string, string, string, number]>([
    ['2025-10-25', '21:00', '02:30', 6.5],
    ['2025-10-25', '21:00', '01:30', 4.5],
    ['2026-03-28', '22:00', '03:00', 4],
    ['2026-06-13', '23:00', '00:30', 1.5],
  ])('an event on %s from %s to %s London time lasts %d hours', (date, startTime, endTime, hours) => {
    const [event] = eventInstantsFromIcs(textOf(createCalendarEntry({ date, startTime, endTime })))
    expect(event?.startMs).toBe(londonInstant(date, startTime))
    expect((event!.endMs - event!.startMs) / 3_600_000).toBe(hours)
  })

  test('the VTIMEZONE matches London time in every hour around the clock changes from 2000 to 2100', () => {
    const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(textOf())).getFirstSubcomponent('vtimezone')!)
    for (let year = 2000; year <= 2100; year += 1) {
      for (const [month, day] of [
        [3, 24],
        [10, 24],
      ] as const) {
        for (let hours = 0; hours < 8 * 24; hours += 1) {
          const instant = Date.UTC(year, month - 1, day, hours)
          const shown = ICAL.Time.fromJSDate(new Date(instant), true).convertToZone(zone)
          const { date, time } = londonWallClock(instant)
          expect(shown.toString()).toBe(`${date}T${time}:00`)
        }
      }
    }
  })
})

describe('generated entries', () => {
  test('ical.js reads back the name and entries of any generated calendar text, without their invisible characters', () => {
    fc.assert(
      fc.property(fc.array(arbitraryCalendarEntry, { maxLength: 3 }), arbitraryText, (entries, name) => {
        const text = formatCalendar({ name, urlOf: () => url, entries })
        const calendar = new ICAL.Component(ICAL.parse(text))
        for (const property of ['name', 'x-wr-calname']) {
          // ical.js does not unescape properties that it does not know.
          const written = String(calendar.getFirstPropertyValue(property))
          expect(written.replace(/\\(.)/g, '$1')).toBe(cleanLine(name))
        }
        const events = eventsOf(text)
        expect(events).toHaveLength(entries.length)
        entries.forEach((entry, index) => {
          const value = (property: string) => events[index]?.getFirstPropertyValue(property) ?? ''
          const title = cleanLine(entry.title ?? '')
          expect(value('uid')).toBe(`${entry.id}@gaffer`)
          expect(value('summary')).toContain(title || eventTypeLabels[entry.type])
          expect(value('location')).toBe(cleanLine(entry.venue ?? entry.location ?? ''))
          expect(value('description')).toBe(cleanText(entry.notes ?? ''))
          expect(value('categories')).toBe(eventTypeLabels[entry.type])
          expect(value('sequence')).toBe(entry.version)
          expect(value('status')).toBe(entry.isDeleted ? 'CANCELLED' : entry.status.toUpperCase())
          expect(`${value('last-modified')}`).toBe(`${entry.updatedAt.slice(0, 19)}Z`)
        })
      }),
    )
  })

  test('the parsed start and end of any entry are its London times', () => {
    fc.assert(
      fc.property(arbitraryCalendarEntry, (entry) => {
        const [event] = eventInstantsFromIcs(textOf(entry))
        if (isWholeDays(entry) || entry.startTime === null) {
          expect(event).toMatchObject({
            startMs: Date.parse(entry.date),
            endMs: Date.parse(addDays(entry.endDate ?? entry.date, 1)),
            allDay: true,
          })
          return
        }
        const startMs = londonInstant(entry.date, entry.startTime)
        const end = endOfSpan(entry)
        const openEnd =
          lastDayOfSpan(entry) === entry.date ? startMs : londonInstant(addDays(lastDayOfSpan(entry), 1), '00:00')
        expect(event).toMatchObject({
          startMs,
          endMs: end ? londonInstant(end.date, end.time) : openEnd,
          allDay: false,
        })
      }),
    )
  })

  test('any calendar text has lines of at most 75 octets, split by CRLF between whole characters', () => {
    fc.assert(
      fc.property(fc.array(arbitraryCalendarEntry, { maxLength: 3 }), (entries) => {
        const text = textOf(...entries)
        expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
        expect(text.isWellFormed()).toBe(true)
        for (const line of text.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line).not.toMatch(/(?!\t)\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/u)
        }
        expect(text.match(/^BEGIN:VEVENT\r$/gm) ?? []).toHaveLength(entries.length)
      }),
    )
  })

  test.each(['x', 'é', '–', '🎸'])(
    'a long title of %s is folded into lines of at most 75 octets, and each line but the last has no room for one more character',
    (character) => {
      const size = Buffer.byteLength(character)
      for (let count = 1; count < 160; count += 1) {
        const title = `a${character.repeat(count)}`
        const folded =
          textOf(createCalendarEntry({ title }))
            .match(/SUMMARY:[^\r]*(?:\r\n [^\r]*)*/)?.[0]
            .split('\r\n') ?? []
        expect(folded.map((line, index) => (index ? line.slice(1) : line)).join('')).toBe(`SUMMARY:${title}`)
        for (const line of folded) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        for (const line of folded.slice(0, -1)) expect(Buffer.byteLength(line)).toBeGreaterThan(75 - size)
      }
    },
  )

  test('formatCalendar returns the same bytes for the same entries', () => {
    const entries = fc.sample(arbitraryCalendarEntry, { numRuns: 20, seed: 7 })
    expect(textOf(...entries)).toBe(textOf(...structuredClone(entries)))
  })
})

test('a calendar without entries is valid and has its escaped name and refresh interval', () => {
  const text = formatCalendar({ name: 'Öffs, the; band', urlOf: () => url, entries: [] })
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:/)
  expect(text).toContain('\r\nNAME:Öffs\\, the\\; band\r\nX-WR-CALNAME:Öffs\\, the\\; band\r\n')
  expect(text).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n')
  expect(eventsOf(text)).toEqual([])
})
