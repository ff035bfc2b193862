// Long because it is two tables: recurrence rules, and the dates that are read from each.

import { describe, expect, test } from 'vitest'
import { parseBusyTimes, type ParsedCalendar } from './busy-times.ts'

const calendar = (...lines: string[]) => `BEGIN:VCALENDAR\r\n${lines.join('\r\n')}\r\nEND:VCALENDAR\r\n`
let entries = 0
const event = (...lines: string[]) => {
  entries += 1
  return ['BEGIN:VEVENT', `UID:${entries}@example.com`, ...lines, 'END:VEVENT'].join('\r\n')
}
const read = (text: string, today: string, months: number): ParsedCalendar =>
  parseBusyTimes(text, { today, countAllDay: false, maxEntries: 20_000, months })
const stampOf = (start: string) => start.replaceAll(/[-:]/g, '').replace(' ', 'T')
const startsOf = ({ busyTimes }: ParsedCalendar) => busyTimes.map(({ date, startTime }) => `${date} ${startTime}`)

/** The examples of RFC 5545 section 3.8.5.3 and the dates that it lists. An ellipsis stands for further dates. */
const examples: [rule: string, start: string, dates: string][] = [
  ['FREQ=DAILY;COUNT=10', '1997-09-02', '09-02 09-03 09-04 09-05 09-06 09-07 09-08 09-09 09-10 09-11'],
  ['FREQ=DAILY;UNTIL=19970908T000000Z', '1997-09-02', '09-02 09-03 09-04 09-05 09-06 09-07'],
  ['FREQ=DAILY;INTERVAL=2', '1997-09-02', '09-02 09-04 09-06 09-08 09-10 09-12 …'],
  ['FREQ=DAILY;INTERVAL=10;COUNT=5', '1997-09-02', '09-02 09-12 09-22 10-02 10-12'],
  [
    'FREQ=YEARLY;UNTIL=20000103T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA',
    '1999-12-30',
    '12-30 2000-01-01 01-02 01-03',
  ],
  ['FREQ=DAILY;UNTIL=20000103T140000Z;BYMONTH=1', '1999-12-30', '12-30 2000-01-01 01-02 01-03'],
  ['FREQ=WEEKLY;COUNT=5', '1997-09-02', '09-02 09-09 09-16 09-23 09-30'],
  ['FREQ=WEEKLY;UNTIL=19971007T000000Z', '1997-09-02', '09-02 09-09 09-16 09-23 09-30'],
  ['FREQ=WEEKLY;INTERVAL=2;WKST=SU', '1997-09-02', '09-02 09-16 09-30 10-14 10-28 11-11 …'],
  ['FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH', '1997-09-18', '09-18 09-23 09-25 09-30 10-02'],
  ['FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,WE,FR', '1997-09-01', '09-01 09-03 09-05 09-15 09-17 09-19 09-29 …'],
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    '1997-09-02',
    '09-02 09-04 09-16 09-18 09-30 10-02 10-14 10-16',
  ],
  ['FREQ=MONTHLY;COUNT=6;BYDAY=1FR', '1997-09-05', '09-05 10-03 11-07 12-05 1998-01-02 02-06'],
  ['FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR', '1997-09-05', '09-05 10-03 11-07 12-05'],
  ['FREQ=MONTHLY;INTERVAL=2;COUNT=6;BYDAY=1SU,-1SU', '1997-09-07', '09-07 09-28 11-02 11-30 1998-01-04 01-25'],
  ['FREQ=MONTHLY;COUNT=6;BYDAY=-2MO', '1997-09-22', '09-22 10-20 11-17 12-22 1998-01-19 02-16'],
  ['FREQ=MONTHLY;BYMONTHDAY=-3', '1997-09-28', '09-28 10-29 11-28 12-29 1998-01-29 02-26 …'],
  ['FREQ=MONTHLY;COUNT=5;BYMONTHDAY=2,15', '1997-09-02', '09-02 09-15 10-02 10-15 11-02'],
  [
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    '1997-09-30',
    '09-30 10-01 10-31 11-01 11-30 12-01 12-31 1998-01-01 01-31 02-01',
  ],
  [
    'FREQ=MONTHLY;INTERVAL=18;COUNT=8;BYMONTHDAY=10,11,12,13,14,15',
    '1997-09-10',
    '09-10 09-11 09-12 09-13 09-14 09-15 1999-03-10 03-11',
  ],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=TU', '1997-09-02', '09-02 09-09 09-16 09-23 09-30 11-04 11-11 …'],
  ['FREQ=YEARLY;COUNT=5;BYMONTH=6,7', '1997-06-10', '06-10 07-10 1998-06-10 07-10 1999-06-10'],
  ['FREQ=YEARLY;INTERVAL=2;COUNT=5;BYMONTH=1,2,3', '1997-03-10', '03-10 1999-01-10 02-10 03-10 2001-01-10'],
  [
    'FREQ=YEARLY;INTERVAL=3;COUNT=7;BYYEARDAY=1,100,200',
    '1997-01-01',
    '01-01 04-10 07-19 2000-01-01 04-09 07-18 2003-01-01',
  ],
  ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19', '05-19 1998-05-18 1999-05-17 2000-05-15 …'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12', '05-12 1998-05-11 1999-05-17 2000-05-15 …'],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH', '1997-03-13', '03-13 03-20 03-27 1998-03-05 03-12 03-19 03-26 …'],
  ['FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8', '1997-08-21', '08-21 08-28 1998-06-04 06-11 06-18 06-25 07-02 …'],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '1998-02-13', '02-13 03-13 11-13 1999-08-13 2000-10-13 …'],
  ['FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13', '1997-09-13', '09-13 10-11 11-08 12-13 1998-01-10 02-07 …'],
  ['FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8', '1996-11-05', '11-05 2000-11-07 2004-11-02'],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09-04', '09-04 10-07 11-06'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2', '1997-09-29', '09-29 10-30 11-27 12-30 1998-01-29 02-26 …'],
  ['FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T160000Z', '1997-09-02', '09-02 12:00 15:00'],
  ['FREQ=MINUTELY;INTERVAL=15;COUNT=6', '1997-09-02', '09-02 09:15 09:30 09:45 10:00 10:15'],
  ['FREQ=MINUTELY;INTERVAL=90;COUNT=4', '1997-09-02', '09-02 10:30 12:00 13:30'],
  ['FREQ=DAILY;COUNT=8;BYHOUR=9,16;BYMINUTE=0,20,40', '1997-09-02', '09-02 09:20 09:40 16:00 16:20 16:40 09-03 09:20'],
  ['FREQ=MINUTELY;COUNT=8;INTERVAL=20;BYHOUR=9,16', '1997-09-02', '09-02 09:20 09:40 16:00 16:20 16:40 09-03 09:20'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08-05', '08-05 08-10 08-19 08-24'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08-05', '08-05 08-17 08-19 08-31'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007-01-15', '01-15 01-30 02-15 03-15 03-30'],
]

/** Reads times such as "09-02 12:00 1998-01-02": a date alone means 9 o'clock, and a missing year or day is that of the time before. */
function readTable(dates: string, start: string): string[] {
  let [year, day] = [start.slice(0, 4), start.slice(5)]
  return dates.split(' ').map((word) => {
    if (word.includes(':')) return `${year}-${day} ${word}`
    if (word.length > 5) year = word.slice(0, 4)
    day = word.slice(-5)
    return `${year}-${day} 09:00`
  })
}

test.each(examples)('the example %s of RFC 5545 has exactly the dates that the RFC lists', (rule, start, dates) => {
  const lines = [`DTSTART;TZID=Europe/London:${stampOf(start)}T090000`, 'DURATION:PT5M', `RRULE:${rule}`]
  const found = read(calendar(event(...lines)), start, 97)
  const expected = readTable(dates.replace(' …', ''), start)
  const starts = startsOf(found)
  expect(dates.endsWith('…') ? starts.slice(0, expected.length) : starts).toEqual(expected)
  expect([starts.length > expected.length, found.skippedCount]).toEqual([dates.endsWith('…'), 0])
})

/** Lines of an odd entry, and its dates. Without DTSTART the entry is on 3 March 2027 at 09:00 in London, for ten minutes. */
const oddEntries: [lines: string, kept: string | 'skipped'][] = [
  // Rules that the RFC forbids.
  ['RRULE:FREQ=WEEKLY;BYMONTHDAY=5', 'skipped'],
  ['RRULE:FREQ=MONTHLY;BYDAY=6MO', 'skipped'],
  ['RRULE:FREQ=MONTHLY;BYDAY=-6MO', 'skipped'],
  ['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=6MO', 'skipped'],
  ['RRULE:FREQ=YEARLY;BYDAY=54MO', 'skipped'],
  ['RRULE:FREQ=DAILY;BYDAY=1MO', 'skipped'],
  ['RRULE:FREQ=WEEKLY;BYDAY=2WE', 'skipped'],
  ['RRULE:FREQ=MONTHLY;BYDAY=0MO', 'skipped'],
  ['RRULE:FREQ=MONTHLY;BYWEEKNO=20', 'skipped'],
  ['RRULE:FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO', 'skipped'],
  ['RRULE:FREQ=MONTHLY;BYYEARDAY=100', 'skipped'],
  ['RRULE:FREQ=DAILY;BYSETPOS=1', 'skipped'],
  ['RRULE:FREQ=DAILY;FREQ=WEEKLY', 'skipped'],
  ['DTSTART;VALUE=DATE:20270303\nRRULE:FREQ=HOURLY', 'all-day'],
  // Texts that are not rules.
  ['RRULE:', 'skipped'],
  ['RRULE:every Monday', 'skipped'],
  ['RRULE:BYDAY=MO', 'skipped'],
  ['RRULE:FREQ=NEVER', 'skipped'],
  ['RRULE:FREQ=DAILY;COUNT=0', 'skipped'],
  ['RRULE:FREQ=DAILY;COUNT=-1', 'skipped'],
  ['RRULE:FREQ=DAILY;COUNT=two', 'skipped'],
  ['RRULE:FREQ=DAILY;INTERVAL=-1', 'skipped'],
  ['RRULE:FREQ=DAILY;INTERVAL=', 'skipped'],
  ['RRULE:FREQ=DAILY;UNTIL=tomorrow', 'skipped'],
  ['RRULE:FREQ=DAILY;UNTIL=20271332', 'skipped'],
  ['RRULE:FREQ=WEEKLY;BYDAY=XX', 'skipped'],
  ['RRULE:FREQ=WEEKLY;WKST=8', 'skipped'],
  ['RRULE:FREQ=YEARLY;BYMONTH=13', 'skipped'],
  ['RRULE:FREQ=YEARLY;BYMONTH=0', 'skipped'],
  ['RRULE:FREQ=MONTHLY;BYMONTHDAY=32', 'skipped'],
  ['RRULE:FREQ=MONTHLY;BYMONTHDAY=0', 'skipped'],
  ['RRULE:FREQ=YEARLY;BYYEARDAY=367', 'skipped'],
  ['RRULE:FREQ=YEARLY;BYWEEKNO=54', 'skipped'],
  ['RRULE:FREQ=DAILY;BYHOUR=24', 'skipped'],
  ['RRULE:FREQ=DAILY;BYMINUTE=60', 'skipped'],
  ['RRULE:FREQ=DAILY;BYSECOND=61', 'skipped'],
  ['RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0', 'skipped'],
  ['RRULE:RSCALE=CHINESE;FREQ=YEARLY', 'skipped'],
  ['RRULE:FREQ=WEEKLY;COUNT=2\nRRULE:FREQ=NEVER', 'skipped'],
  // Rules that never give a date.
  ['RRULE:FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1', 'skipped'],
  ['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'skipped'],
  ['RRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30', 'skipped'],
  ['RRULE:FREQ=DAILY;BYMONTH=4,6;BYMONTHDAY=31', 'skipped'],
  ['RRULE:FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=15', 'skipped'],
  ['RRULE:FREQ=MONTHLY;BYDAY=WE;BYSETPOS=200', 'skipped'],
  ['RRULE:FREQ=HOURLY;INTERVAL=2;BYHOUR=10', 'skipped'],
  // Rules with more occurrences than Gaffer reads.
  ['RRULE:FREQ=SECONDLY', 'skipped'],
  ['RRULE:FREQ=SECONDLY;COUNT=100000000', 'skipped'],
  ['RRULE:FREQ=MINUTELY;INTERVAL=7', 'skipped'],
  ['DTSTART:19700101T000000Z\nRRULE:FREQ=SECONDLY;COUNT=999999999999', 'skipped'],
  [
    'RRULE:FREQ=YEARLY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12;BYMINUTE=0,1,2,3,4,5,6,7,8,9;BYDAY=MO,TU,WE,TH,FR',
    'skipped',
  ],
  // Rules at the edge that can be read.
  ['RRULE:FREQ=SECONDLY;COUNT=2', '03-03'],
  ['RRULE:FREQ=SECONDLY;BYHOUR=9;BYMINUTE=0;BYSECOND=0;COUNT=3', '03-03 03-04 03-05'],
  ['RRULE:FREQ=WEEKLY;COUNT=999999999999;UNTIL=20270317', '03-03 03-10 03-17'],
  ['RRULE:FREQ=YEARLY;INTERVAL=999999999999', '03-03'],
  ['RRULE:FREQ=WEEKLY;UNTIL=18000101T000000Z', '03-03'],
  ['RRULE:FREQ=MONTHLY;UNTIL=99991231T235959Z;BYMONTH=3', '03-03 2028-03-03'],
  ['RRULE:FREQ=WEEKLY;INTERVAL=0;COUNT=2', '03-03 03-10'],
  ['rrule:freq=weekly;count=2;', '03-03 03-10'],
  ['RRULE:FREQ=WEEKLY;COUNT=2\nRRULE:FREQ=MONTHLY;COUNT=2', '03-03 03-10 04-03'],
  ['RRULE:FREQ=YEARLY;BYMONTHDAY=3;COUNT=3', '03-03 04-03 05-03'],
  ['RRULE:FREQ=YEARLY;BYWEEKNO=10', '03-03 03-10 2028-03-08'],
  ['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '03-03 2028-02-29'],
  ['RRULE:FREQ=MONTHLY;BYMONTHDAY=31;COUNT=2', '03-03 03-31 05-31'],
  ['DTSTART;TZID=Europe/London:01000101T090000\nRRULE:FREQ=YEARLY', '2028-01-01'],
  ['DTSTART;TZID=Europe/London:99991231T090000\nRRULE:FREQ=YEARLY', ''],
  // Dates.
  ['DTSTART:yesterday', 'skipped'],
  ['DTSTART:', 'skipped'],
  ['DTSTART:20270230T100000Z', 'skipped'],
  ['DTSTART:00010101T000000Z\nRRULE:FREQ=DAILY', 'skipped'],
  ['DTEND:later', 'skipped'],
  ['DTEND;TZID=Europe/London:20270303T080000', 'skipped'],
  ['DTEND:', '03-03'],
  ['RDATE:soon', 'skipped'],
  ['RDATE;VALUE=PERIOD:20270304T090000Z/never', 'skipped'],
  ['RDATE;VALUE=PERIOD:20270304T090000Z/20270304T080000Z', 'skipped'],
  ['RDATE;VALUE=PERIOD:20270304T090000Z/-PT1H', 'skipped'],
  ['RDATE:', '03-03'],
  ['RDATE;VALUE=PERIOD:20270304T090000Z/PT1H,20270305T090000Z/20270305T100000Z', '03-03 03-04 03-05'],
  ['RRULE:FREQ=DAILY;COUNT=2\nEXDATE:not today', 'skipped'],
  ['RRULE:FREQ=DAILY;COUNT=2\nEXDATE:', '03-03 03-04'],
  ['RRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20270304', '03-03 03-05'],
  ['RECURRENCE-ID:the second', 'skipped'],
  // Time zones.
  ['DTSTART;TZID=Nowhere:20270303T090000', '03-03'],
  ['DTSTART;TZID=Empty:20270303T090000', '03-03'],
  ['DTSTART;TZID=Never:20270303T090000', '03-03'],
  ['DTSTART;TZID=Always:20270303T090000', '03-03'],
  ['DTSTART;TZID=Berlin of old:20270303T100000\nRRULE:FREQ=MONTHLY;COUNT=3', '03-03 04-03 05-03'],
]

const observance = (kind: string, from: string, to: string, start: string, rule: string) =>
  [
    `BEGIN:${kind}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    `DTSTART:${start}`,
    `RRULE:${rule}`,
    `END:${kind}`,
  ].join('\r\n')
const zone = (name: string, ...observances: string[]) =>
  ['BEGIN:VTIMEZONE', `TZID:${name}`, ...observances, 'END:VTIMEZONE'].join('\r\n')
const zones = [
  zone('Empty'),
  zone('Never', observance('STANDARD', '+0100', '+0500', '19700101T000000', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')),
  zone('Always', observance('STANDARD', '+0100', '+0500', '19700101T000000', 'FREQ=SECONDLY')),
  zone(
    'Berlin of old',
    observance('DAYLIGHT', '+0100', '+0200', '19810329T020000', 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'),
    observance('STANDARD', '+0200', '+0100', '19961027T030000', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'),
  ),
]

describe('an odd calendar entry beside a good one', () => {
  const neighbour = event('DTSTART;TZID=Europe/London:20270301T200000', 'DURATION:PT1H')

  test.each(oddEntries)('an entry with %j is read as "%s", and a valid entry beside it is also read', (text, kept) => {
    const own = text.split('\n')
    const has = (name: string) => own.some((line) => line.startsWith(name))
    const start = has('DTSTART') ? [] : ['DTSTART;TZID=Europe/London:20270303T090000']
    const length = has('DTEND:l') || has('DTEND;') ? [] : ['DURATION:PT10M']
    const found = read(calendar(...zones, event(...start, ...length, ...own), neighbour), '2027-03-01', 13)
    const isKept = kept !== 'skipped' && kept !== 'all-day' && kept !== ''
    const expected = isKept ? readTable(kept, '2027-03-03') : []
    expect(startsOf(found)).toEqual(['2027-03-01 20:00', ...expected])
    expect(found.skippedCount).toBe(kept === 'skipped' ? 1 : 0)
  })
})

test.each([
  ['is transparent', 'TRANSP:TRANSPARENT'],
  ['is cancelled', 'STATUS:CANCELLED'],
  ['lasts all day where those do not count', 'DTSTART;VALUE=DATE:20270303'],
  ['is of one of our own feeds', 'UID:1@gaffer'],
])('an unreadable entry that %s is not counted as skipped, because it would not make its owner busy', (_, line) => {
  const start = line.startsWith('DTSTART') ? [] : ['DTSTART:20270303T090000Z']
  for (const fault of ['RRULE:FREQ=WEEKLY;BYMONTHDAY=5', 'DTEND:later', 'RRULE:FREQ=SECONDLY']) {
    const text = calendar(`BEGIN:VEVENT\r\n${[line, ...start, fault].join('\r\n')}\r\nEND:VEVENT`)
    expect(read(text, '2027-03-01', 13)).toEqual({ busyTimes: [], skippedCount: 0 })
  }
})

test('each unreadable calendar entry is counted as skipped, and three slow unreadable entries take less than a second of CPU time', () => {
  const slow = ['DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY;COUNT=999999999999']
  const many = [
    'DTSTART:20270303T090000Z',
    'DURATION:PT1H',
    `EXDATE:20270303T090000Z${',20270304T090000Z'.repeat(200_000)}`,
  ]
  const good = ['DTSTART:20270303T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2']
  const text = calendar(...[slow, many, slow, good].map((lines) => event(...lines)))
  const before = process.threadCpuUsage()
  const found = read(text, '2027-03-01', 13)
  const { user, system } = process.threadCpuUsage(before)
  expect([startsOf(found), found.skippedCount]).toEqual([['2027-03-03 09:00', '2027-03-04 09:00'], 3])
  expect((user + system) / 1000).toBeLessThan(1000)
})
