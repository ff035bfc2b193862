// Long because it is one list: entries of calendar files, and the busy times that they mean.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WINDOWS_TO_IANA_MAP } from 'windows-iana'
import { spanInterval } from '@gaffer/domain/shared/span'
import { busyIntervalsOf, toLondonInstant, type InstantIntervals } from '#testing/second-calendar-parser.ts'
import { parseBusyTimes, TooManyEntriesError, type BusyTime } from './busy-times.ts'
import { NotACalendarError } from './components.ts'

const options = { today: '2027-03-01', countAllDay: false, maxEntries: 20_000, months: 13 }
const corpus = (vendor: string) => readFileSync(new URL(`./corpus/${vendor}.ics`, import.meta.url), 'utf8')

/** "2027-03-01 09:30-10:15", "2027-03-24..2027-03-25 all day". */
function formatBusyTime({ date, endDate, startTime, endTime }: BusyTime): string {
  return `${date}${endDate ? `..${endDate}` : ''} ${startTime === null ? 'all day' : `${startTime}-${endTime}`}`
}
const read = (text: string, more: Partial<typeof options> = {}) =>
  parseBusyTimes(text, { ...options, ...more }).busyTimes.map(formatBusyTime)

const calendar = (...lines: string[]) => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${lines.join('\r\n')}\r\nEND:VCALENDAR\r\n`
const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:1@example.com', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n')

const expected: Record<string, { timed: string[]; allDay: string[] }> = {
  google: {
    timed: [
      '2027-03-01 09:30-10:15',
      '2027-03-08 09:30-10:15',
      '2027-03-23 14:00-14:45',
      '2027-03-27 22:00-02:30',
      '2027-03-29 09:30-10:15',
      '2027-04-05 09:30-10:15',
    ],
    allDay: ['2027-03-10..2027-03-12 all day'],
  },
  icloud: {
    timed: [
      '2027-03-02 19:00-20:00',
      '2027-03-04 19:00-20:00',
      '2027-03-06 20:15-21:15',
      '2027-03-08 19:00-20:00',
      '2027-03-09 08:00-08:30',
      '2027-03-20 16:00-17:00',
      '2027-03-25 09:00-11:30',
    ],
    allDay: ['2027-03-15 all day', '2027-03-29 all day'],
  },
  outlook: {
    timed: [
      '2027-03-16 14:00-15:00',
      '2027-03-23 17:00-17:30',
      '2027-03-30 14:00-16:00',
      '2027-03-30 17:00-17:30',
      '2027-04-01 17:00-17:30',
      '2027-04-06 17:00-17:30',
    ],
    allDay: ['2027-03-24..2027-03-25 all day'],
  },
  fastmail: {
    timed: [
      '2027-03-31 17:00-19:00',
      '2027-04-10 13:00-13:00',
      '2027-04-12 13:00-16:00',
      '2027-04-28 17:00-19:00',
      '2027-05-26 17:00-19:00',
      '2027-10-31 00:30-02:30',
    ],
    allDay: [],
  },
  nextcloud: {
    timed: [
      '2027-04-05 18:30-20:30',
      '2027-04-20 19:00-20:00',
      '2027-04-27 19:00-20:00',
      '2027-05-02 22:00-02:00',
      '2027-05-07..2027-05-09 17:00-12:00',
    ],
    allDay: ['2027-05-01 all day'],
  },
}

describe.each(Object.entries(expected))('a calendar in the style of %s', (vendor, { timed, allDay }) => {
  test(`the busy times of a calendar in the style of ${vendor} are exactly those of its timed entries`, () => {
    expect(read(corpus(vendor))).toEqual(timed)
  })

  test(`the busy times of a calendar in the style of ${vendor} include its all-day entries if countAllDay is on`, () => {
    expect(read(corpus(vendor), { countAllDay: true })).toEqual([...timed, ...allDay].sort())
  })
})

test.each(['google', 'icloud', 'outlook'])(
  'an independent parser finds the same instants in the %s calendar',
  (vendor) => {
    for (const countAllDay of [false, true]) {
      expect(instantsOf(corpus(vendor), { countAllDay })).toEqual(
        busyIntervalsOf(corpus(vendor), { ...options, countAllDay }),
      )
    }
  },
)

/** The busy times as instants. Only for ends outside the hour that occurs twice. */
function instantsOf(text: string, more: Partial<typeof options> = {}): InstantIntervals {
  return parseBusyTimes(text, { ...options, ...more }).busyTimes.map((busy) => {
    const { from, to } = spanInterval({ ...busy, isAllDay: busy.startTime === null })
    return [instantOf(from), instantOf(to)]
  })
}
function instantOf(wallMinute: number): number {
  const wall = new Date(wallMinute * 60_000).toISOString()
  return toLondonInstant(wall.slice(0, 10), wall.slice(11, 16))
}

const zones = ['Europe/London', 'America/New_York', 'Europe/Berlin', 'Australia/Sydney', 'UTC', null]
const rules = fc
  .record({
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.integer({ min: 1, max: 4 }),
    end: fc.constantFrom('', ';COUNT=9', ';UNTIL=20271110T230000Z'),
    part: fc.constantFrom('', ';BYDAY=MO,SU', ';BYDAY=SA;BYMONTH=3,10,11', ';WKST=SU'),
  })
  // RFC 5545 section 3.8.5.3 leaves open whether COUNT includes a start that the rule does not give.
  .filter(({ end, part }) => !end.startsWith(';COUNT') || !part.includes('BYDAY'))
  .map(({ freq, interval, end, part }) => `FREQ=${freq};INTERVAL=${interval}${part}${end}`)
// Around the changes of the clocks in March and October, for series that began up to two years before.
const starts = fc
  .record({
    year: fc.integer({ min: 2025, max: 2027 }),
    month: fc.constantFrom('03', '10'),
    day: fc.integer({ min: 20, max: 31 }),
    // Not 1 and 2, when the clocks change: RFC 5545 contradicts itself on occurrences at a time that is skipped.
    hour: fc.constantFrom(0, 3, 9, 14, 19, 22, 23),
    minute: fc.constantFrom('00', '30'),
  })
  .map(({ year, month, day, hour, minute }) => `${year}${month}${day}T${String(hour).padStart(2, '0')}${minute}00`)

test('recurring entries over both clock changes have the instants that an independent parser finds', () => {
  const series = fc.record({
    start: starts,
    rule: rules,
    zone: fc.constantFrom(...zones),
    hours: fc.integer({ min: 1, max: 30 }),
  })
  fc.assert(
    fc.property(series, ({ start, rule, zone, hours }) => {
      const tzid = zone === null ? '' : `;TZID=${zone}`
      // RFC 5545 section 3.8.5.3 leaves open whether a start that the rule does not give is an occurrence, so EXDATE excludes it.
      const text = calendar(
        event(`DTSTART${tzid}:${start}`, `DURATION:PT${hours}H`, `RRULE:${rule}`, `EXDATE${tzid}:${start}`),
      )
      // Floating times mean London here, and the machine's zone to the other parser.
      const forOther = zone === null ? text.replace(/(DTSTART|EXDATE):/g, '$1;TZID=Europe/London:') : text
      const found = instantsOf(text)
      // An end in the hour that occurs twice may be read as the end of that hour.
      const isExact = (instants: InstantIntervals) =>
        instants.filter(([from, to]) => !isDoubled(from) && !isDoubled(to)).map(String)
      expect(isExact(found)).toEqual(isExact(busyIntervalsOf(forOther, options)))
    }),
    { numRuns: 150 },
  )
})
function isDoubled(instant: number): boolean {
  const [first, last] = [Date.UTC(2027, 9, 31, 0), Date.UTC(2027, 9, 31, 2)]
  return instant >= first && instant <= last
}

test('an occurrence at a time that the clocks skip is moved one hour later', () => {
  const text = calendar(
    event('DTSTART;TZID=Europe/London:20270327T013000', 'DURATION:PT30M', 'RRULE:FREQ=DAILY;COUNT=3'),
  )
  expect(read(text)).toEqual(['2027-03-27 01:30-02:00', '2027-03-28 02:30-03:00', '2027-03-29 01:30-02:00'])
})

test('the busy times of overlapping and separate entries are the merged intervals that an independent parser finds', () => {
  const entry = fc.record({ at: fc.integer({ min: 0, max: 20_000 }), minutes: fc.integer({ min: 1, max: 3000 }) })
  const from = Date.UTC(2027, 2, 20)
  const stamp = (instant: number) => `${new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '')}`
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
      const text = calendar(
        ...entries.map(({ at, minutes }, index) =>
          event(`DTSTART:${stamp(from + at * 60_000)}`, `DTEND:${stamp(from + (at + minutes) * 60_000)}`).replace(
            'UID:1',
            `UID:${index}`,
          ),
        ),
      )
      expect(instantsOf(text)).toEqual(busyIntervalsOf(text, options))
    }),
    { numRuns: 50 },
  )
})

test.each([
  [
    'the clocks go forward',
    'DTSTART;TZID=Europe/London:20270328T003000',
    'DTEND;TZID=Europe/London:20270328T033000',
    '2027-03-28 00:30-03:30',
  ],
  ['the clocks skip a start', 'DTSTART;TZID=Europe/London:20270328T013000', 'DURATION:PT1H', '2027-03-28 02:30-03:30'],
  [
    'an entry ends in the repeated hour',
    'DTSTART:20271031T000000Z',
    'DTEND:20271031T013000Z',
    '2027-10-31 01:00-02:00',
  ],
  [
    'an entry starts in the repeated hour',
    'DTSTART:20271031T011500Z',
    'DTEND:20271031T014500Z',
    '2027-10-31 01:15-02:00',
  ],
  [
    'an entry spans the repeated hour',
    'DTSTART;TZID=Europe/London:20271031T003000',
    'DTEND;TZID=Europe/London:20271031T030000',
    '2027-10-31 00:30-03:00',
  ],
])('on a night when %s, the busy time has the wall-clock times of London', (_, start, end, time) => {
  expect(read(calendar(event(start, end)))).toEqual([time])
})

test.each([
  [
    'touch',
    ['20270402T100000Z', '20270402T110000Z'],
    ['20270402T110000Z', '20270402T120000Z'],
    ['2027-04-02 11:00-13:00'],
  ],
  [
    'lie within another',
    ['20270402T100000Z', '20270402T150000Z'],
    ['20270402T110000Z', '20270402T120000Z'],
    ['2027-04-02 11:00-16:00'],
  ],
  [
    'are apart',
    ['20270402T100000Z', '20270402T110000Z'],
    ['20270402T110100Z', '20270402T120000Z'],
    ['2027-04-02 11:00-12:00', '2027-04-02 12:01-13:00'],
  ],
])('busy times are merged only if their entries touch or overlap: entries that %s', (_, one, other, times) => {
  const text = [one, other].map(([from, to]) => event(`DTSTART:${from}`, `DTEND:${to}`))
  expect(read(calendar(...text))).toEqual(times)
})

test('the busy time of an entry that began before today begins today, and an entry after the last month read is left out', () => {
  const text = calendar(
    event('DTSTART:20260101T120000Z', 'DTEND:20270302T080000Z'),
    event('DTSTART:20280401T110000Z', 'DTEND:20280401T120000Z'),
    event('DTSTART:20280402T110000Z', 'DTEND:20280402T120000Z'),
  )
  expect(read(text)).toEqual(['2027-03-01..2027-03-02 00:00-08:00', '2028-04-01 12:00-13:00'])
})

test('an all-day entry that ends on the day it starts makes its owner busy on that day only if countAllDay is on', () => {
  const text = calendar(event('DTSTART;VALUE=DATE:20270302', 'DTEND;VALUE=DATE:20270302'))
  expect(read(text, { countAllDay: true })).toEqual(['2027-03-02 all day'])
  expect(read(text)).toEqual([])
})

test('an entry from midnight to midnight that Exchange marks as all-day makes its owner busy only if countAllDay is on', () => {
  const times = ['DTSTART;TZID=GMT Standard Time:20270302T000000', 'DTEND;TZID=GMT Standard Time:20270303T000000']
  const marked = calendar(event(...times, 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'))
  expect(read(marked)).toEqual([])
  expect(read(marked, { countAllDay: true })).toEqual(['2027-03-02 all day'])
  expect(read(calendar(event(...times, 'X-MICROSOFT-CDO-ALLDAYEVENT:FALSE')))).toEqual(['2027-03-02 all day'])
})

test('busy times with seconds are widened to whole minutes', () => {
  expect(read(calendar(event('DTSTART:20270302T100030Z', 'DTEND:20270302T103001Z')))).toEqual([
    '2027-03-02 10:00-10:31',
  ])
})

test('a time zone that neither the system nor the calendar file defines is read as London', () => {
  expect(read(calendar(event('DTSTART;TZID=Nowhere:20270602T100000', 'DURATION:PT1H')))).toEqual([
    '2027-06-02 10:00-11:00',
  ])
})

test('a fortnightly series that began forty years ago has its occurrences from today on, and the earlier occurrences do not count for the limit of steps', () => {
  const text = calendar(
    event('DTSTART;TZID=Europe/London:19870302T100000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;INTERVAL=2'),
  )
  // 1,040 fortnights from its start; 50 entries allow 500 steps.
  const found = read(text, { maxEntries: 50 })
  expect(found.slice(0, 2)).toEqual(['2027-03-08 10:00-11:00', '2027-03-22 10:00-11:00'])
})

test('parseBusyTimes throws TooManyEntriesError for a calendar file with more than maxEntries entries', () => {
  const text = calendar(...Array.from({ length: 11 }, () => event('DTSTART:20200101T100000Z', 'DURATION:PT1H')))
  expect(() => read(text, { maxEntries: 10 })).toThrow(TooManyEntriesError)
  expect(read(text, { maxEntries: 11 })).toEqual([])
})

test.each([
  ['an empty file', ''],
  ['a page', '<!doctype html><html><body>Sign in</body></html>'],
  ['an address book', 'BEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD\r\n'],
  ['a calendar that was cut off', calendar(event('DTSTART:20270302T100000Z')).slice(0, -20)],
])('parseBusyTimes throws NotACalendarError for %s', (_, text) => {
  expect(() => read(text)).toThrow(NotACalendarError)
})

test('for any text parseBusyTimes returns busy times, or throws NotACalendarError or TooManyEntriesError', () => {
  const words =
    'BEGIN:VCALENDAR,END:VCALENDAR,BEGIN:VEVENT,END:VEVENT,BEGIN:VTIMEZONE,END:VTIMEZONE,TZID:X,DTSTART;TZID=X:20270302T100000,DTSTART:20270302,DTEND:20270303T100000Z,DURATION:P1D,RRULE:FREQ=DAILY,RRULE:FREQ=WEEKLY;BYDAY=XX,RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30,RRULE:FREQ=SECONDLY,TZOFFSETTO:+0100,BEGIN:STANDARD,END:STANDARD,EXDATE:,RDATE;VALUE=PERIOD:/,RECURRENCE-ID:20270302T100000Z, folded,:,;,"'.split(
      ',',
    )
  const texts = fc
    .array(fc.oneof(fc.constantFrom(...words), fc.string()))
    .map((lines) => `BEGIN:VCALENDAR\r\n${lines.join('\r\n')}`)
  fc.assert(
    fc.property(texts, (text) => {
      try {
        read(text, { maxEntries: 100 })
      } catch (error) {
        expect(error instanceof NotACalendarError || error instanceof TooManyEntriesError || error).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

// Windows names that the CLDR gave to other zones after the other parser or windows-iana had copied them.
const renamed = new Set(['Mountain Standard Time (Mexico)', 'Central Asia Standard Time'])
const windowsZoneNames = new Set(WINDOWS_TO_IANA_MAP.map(({ windowsName }) => windowsName))

test.each([...windowsZoneNames].filter((name) => !renamed.has(name)))(
  'an independent parser reads the Windows time zone name %s as the same zone',
  (name) => {
    const text = calendar(
      ...['20270401', '20270715', '20271015', '20280115'].map((day) =>
        event(`DTSTART;TZID=${name}:${day}T120000`, `DTEND;TZID=${name}:${day}T130000`).replace('UID:1', `UID:${day}`),
      ),
    )
    expect(instantsOf(text)).toEqual(busyIntervalsOf(text, options))
  },
)
