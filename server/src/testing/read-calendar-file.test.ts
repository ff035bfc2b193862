import { readFileSync } from 'node:fs'
import { formatCalendar } from '#features/calendar-feeds/calendar-text.ts'
import { EventInput } from '@gaffer/domain/events/event'
import { expect, test } from 'vitest'
import { createCalendarEntry } from './calendar-entries.ts'
import { eventInstantsFromIcs, eventPayloadsFromIcs } from './read-calendar-file.ts'

const files = ['google-calendar.ics', 'apple-calendar.ics', 'outlook.ics']

function fixture(name: string): string {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
}

test.each(files)('eventPayloadsFromIcs turns %s into valid event inputs', (name) => {
  const payloads = eventPayloadsFromIcs(fixture(name))
  expect(payloads.length).toBeGreaterThanOrEqual(7)
  for (const payload of payloads) expect(EventInput.safeParse(payload).error?.issues).toBeUndefined()
})

test.each(files)('the events of %s keep their start and end when exported again', (name) => {
  const entries = eventPayloadsFromIcs(fixture(name)).map((payload) => createCalendarEntry(payload))
  expect(eventInstantsFromIcs(formatCalendar({ name, urlOf: () => 'https://gaffer.example', entries }))).toEqual(
    eventInstantsFromIcs(fixture(name)),
  )
})

test.each([
  [
    'google-calendar.ics',
    'Public gig: Brudenell late show (clocks go back!)',
    '2025-10-25T20:00Z',
    '2025-10-26T00:30Z',
  ],
  ['google-calendar.ics', 'Beverley festival weekend', '2026-06-19T00:00Z', '2026-06-22T00:00Z'],
  ['apple-calendar.ics', 'Gig in the short night', '2026-03-28T22:00Z', '2026-03-29T02:00Z'],
  ['outlook.ics', 'Gig: Halloween warm-up', '2025-10-25T21:00Z', '2025-10-26T02:00Z'],
])('eventInstantsFromIcs of %s: %s lasts from %s to %s', (name, summary, start, end) => {
  const event = eventInstantsFromIcs(fixture(name)).find((one) => one.summary === summary)
  expect(event).toMatchObject({ startMs: Date.parse(start), endMs: Date.parse(end) })
})

test('eventPayloadsFromIcs keeps title, notes and place and converts times to London time', () => {
  const [practice] = eventPayloadsFromIcs(fixture('google-calendar.ics'))
  expect(practice).toEqual({
    type: 'practice',
    title: 'Practice – new set',
    date: '2025-12-04',
    endDate: null,
    startTime: '19:00',
    endTime: '22:00',
    location: 'Old Chapel Studios, 2 Sweet St, Leeds LS11 9DB, UK',
    venue: null,
    notes: 'Bring the spare DI box.\nOrder:\n1. Tin Roof\n2. Ferry Lights\n3. Nine Till Never',
    isAllDay: false,
    isPublic: false,
  })
  const tour = eventPayloadsFromIcs(fixture('outlook.ics')).find(({ type }) => type === 'public_gig')
  expect(tour).toMatchObject({
    date: '2026-04-24',
    endDate: '2026-04-26',
    venue: 'Three towns, one van',
    isPublic: true,
  })
})

test('eventPayloadsFromIcs refuses a recurring event', () => {
  const weekly = fixture('apple-calendar.ics').replace('TRANSP:OPAQUE', 'RRULE:FREQ=WEEKLY\r\nTRANSP:OPAQUE')
  expect(() => eventPayloadsFromIcs(weekly)).toThrow('"Rehearsal" recurs')
})
