// Calendar entries for tests: a builder, and fast-check arbitraries with unusual texts and clock changes.
import type { FeedEntry } from '#features/calendar-feeds/calendar-text.ts'
import { endOfSpan, isWholeDays, lastDayOfSpan } from '@gaffer/domain/shared/span'
import { addDays, doesLondonTimeExist } from '@gaffer/domain/shared/dates'
import { eventStatuses } from '@gaffer/domain/events/event'
import { eventTypes } from '@gaffer/domain/shared/event-type'
import fc from 'fast-check'

/** A practice on a Thursday evening with the given changes. */
export function createCalendarEntry(changes: Partial<FeedEntry> = {}): FeedEntry {
  return {
    id: '019ad2f0-0000-7000-8000-000000000001',
    bandId: '019ad2f0-0000-7000-8000-000000000002',
    type: 'practice',
    title: null,
    date: '2025-12-04',
    endDate: null,
    startTime: '19:00',
    endTime: '21:30',
    isAllDay: false,
    location: 'Old Chapel Studios',
    venue: null,
    notes: null,
    displayName: null,
    bandName: null,
    status: 'confirmed',
    version: 3,
    createdAt: '2025-11-01T09:30:00.000Z',
    updatedAt: '2025-11-02T10:15:30.250Z',
    ...changes,
  }
}

const awkwardTexts = [
  ...'aé–🎸\u{20BB7} ,;:\\"\n\r\t\0\u0007\u0085\u2028\u202E\uFEFF',
  ...'👩🏽‍🎤|🏴󠁧󠁢󠁳󠁣󠁴󠁿|\\n|\r\n|\ud83c|BEGIN:VEVENT|END:VCALENDAR|<b>'.split('|'),
]

/** Text with iCalendar separators, line breaks, control characters and UTF-8 sequences of every length. */
export const arbitraryText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 120, size: 'max' }),
  fc.array(fc.constantFrom(...awkwardTexts), { maxLength: 90, size: 'max' }).map((parts) => parts.join('')),
)

const anyTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '01', '30', '59'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)

const anyDate = fc.oneof(
  fc.integer({ min: 0, max: 700 }).map((days) => addDays('2025-01-01', days)),
  fc.constantFrom('2025-03-29', '2025-03-30', '2025-10-25', '2025-10-26', '2026-03-28', '2026-10-24', '2025-12-31'),
)

const anyUtcTime = fc
  .date({ min: new Date('2025-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** Any entry that can be stored: its times exist in London. */
export const arbitraryCalendarEntry: fc.Arbitrary<FeedEntry> = fc
  .record({
    id: fc.uuid({ version: 7 }),
    bandId: fc.option(fc.uuid({ version: 7 })),
    type: fc.constantFrom(...eventTypes),
    title: fc.option(arbitraryText),
    date: anyDate,
    days: fc.option(fc.integer({ min: 0, max: 3 })),
    startTime: fc.option(anyTime, { freq: 5 }),
    endTime: fc.option(anyTime, { freq: 5 }),
    isAllDay: fc.boolean(),
    location: fc.option(arbitraryText),
    venue: fc.option(arbitraryText),
    notes: fc.option(arbitraryText),
    displayName: fc.option(arbitraryText),
    bandName: fc.option(arbitraryText),
    version: fc.integer({ min: 1, max: 99 }),
    createdAt: anyUtcTime,
    updatedAt: anyUtcTime,
    status: fc.constantFrom(...eventStatuses),
    isDeleted: fc.boolean(),
  })
  .map(({ days, ...entry }) => ({ ...entry, endDate: days === null ? null : addDays(entry.date, days) }))
  .filter((entry) => {
    if (isWholeDays(entry) || entry.startTime === null) return true
    const end = endOfSpan(entry) ?? { date: lastDayOfSpan(entry), time: '00:00' }
    return doesLondonTimeExist(entry.date, entry.startTime) && doesLondonTimeExist(end.date, end.time)
  })
