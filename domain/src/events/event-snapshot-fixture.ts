import type { EventSnapshot } from './event-change.ts'

/** A practice on Thursday 26 November 2026, 19:00 to 22:00, in Room 3. */
export const practiceSnapshot: EventSnapshot = {
  type: 'practice',
  status: 'confirmed',
  title: null,
  date: '2026-11-26',
  endDate: null,
  startTime: '19:00',
  endTime: '22:00',
  isAllDay: false,
  location: 'Room 3',
  venue: null,
  notes: null,
}
