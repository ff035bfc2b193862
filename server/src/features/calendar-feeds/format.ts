// Part of the feed ETag: a release that writes the same events differently must invalidate cached feeds. The hash of
// sample output replaces a version number, which a developer could forget to raise.

import { hash } from 'node:crypto'
import type { CalendarEntry, calendarText } from './calendar-text.ts'

const booked: CalendarEntry = {
  id: '0',
  type: 'gig',
  title: 'A title, with; signs',
  date: '2027-03-05',
  endDate: null,
  startTime: '19:00',
  endTime: '23:00',
  isAllDay: false,
  location: 'A location',
  venue: 'A venue',
  notes: 'Notes\nin two lines that are longer than the seventy-five octets at which a line of a calendar is folded',
  displayName: 'Somebody',
  bandName: 'Another band',
  version: 2,
  createdAt: '2027-01-01T00:00:00.000Z',
  updatedAt: '2027-01-02T00:00:00.000Z',
}
/** One entry for each branch of the writer. */
const specimens: CalendarEntry[] = [
  booked,
  { ...booked, endTime: '01:00' },
  { ...booked, endTime: null, venue: null },
  { ...booked, endTime: null, endDate: '2027-03-07', bandName: null },
  { ...booked, title: null, isCancelled: true },
  { ...booked, type: 'unavailable', isAllDay: true, startTime: null, endTime: null, notes: null },
]

/** Fingerprint of the output format. */
export function formatOf(write: typeof calendarText): string {
  return hash('sha256', write({ name: 'A band', urlOf: () => 'https://example.org', entries: specimens }), 'hex').slice(
    0,
    16,
  )
}
