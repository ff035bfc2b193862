import { calendarText } from './features/calendar-feed/calendar-text.ts'
import { cleanLine, cleanText } from '@gaffer/domain/plain-text'
import { endOf, lastDay, isWholeDays } from '@gaffer/domain/conflicts'
import { addDays } from '@gaffer/domain/dates'
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
const time = (name: string, f: () => void) => {
  for (let i = 0; i < 20; i++) f()
  const t = performance.now()
  for (let i = 0; i < 20; i++) f()
  console.log(name, (performance.now() - t) / 20)
}
time('all', () => {
  Buffer.from(calendarText({ name: 'The Öffs', entries: es }))
})
time('cleanLine', () => {
  for (let i = 0; i < 1000; i++) cleanLine(base.location)
})
time('cleanText', () => {
  for (let i = 0; i < 1000; i++) cleanText(base.notes)
})
time('ends', () => {
  for (let i = 0; i < 1000; i++) {
    endOf(es[i]!)
  }
})
time('lastDay', () => {
  for (let i = 0; i < 1000; i++) {
    lastDay(es[i]!)
  }
})
time('byteLength', () => {
  for (let i = 0; i < 10000; i++) {
    Buffer.byteLength(base.createdAt)
  }
})
