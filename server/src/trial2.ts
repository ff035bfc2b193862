import { calendarText } from './features/calendar-feed/calendar-text.ts'
const base = {
  type: 'practice',
  title: null,
  endDate: null,
  startTime: '19:00',
  endTime: '21:00',
  isAllDay: false,
  location: 'The Cavern, Mathew St',
  venue: null,
  notes: 'Bring the amp;\nand the leads',
  displayName: null,
  bandName: null,
  version: 1,
  createdAt: '2025-01-01T00:00:00.000Z',
  updatedAt: '2025-01-02T00:00:00.123Z',
} as const
const es = Array.from({ length: 1000 }, (_, i) => ({ ...base, id: crypto.randomUUID(), date: '2025-12-04' }))
for (let i = 0; i < 300; i++) Buffer.from(calendarText({ name: 'The Öffs', entries: es }))
