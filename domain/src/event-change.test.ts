import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedParts, isMoved, settledChange, type EventSnapshot } from './event-change.ts'
import { practice } from './event-snapshot-fixture.ts'

test('findNoticeableEventChange of a new event is event.added, and null if the event is deleted or cancelled by then', () => {
  expect(settledChange(null, practice)).toEqual({ kind: 'event.added', parts: [] })
  expect(settledChange(null, { ...practice, status: 'tentative' })?.kind).toBe('event.added')
  expect(settledChange(null, null)).toBeNull()
  expect(settledChange(null, { ...practice, status: 'cancelled' })).toBeNull()
})

test('findNoticeableEventChange of a deleted event is event.cancelled, and null if the event was cancelled before', () => {
  expect(settledChange(practice, null)).toEqual({ kind: 'event.cancelled', parts: [] })
  expect(settledChange({ ...practice, status: 'cancelled' }, null)).toBeNull()
})

test.each([
  ['confirmed', 'cancelled', 'event.cancelled'],
  ['tentative', 'cancelled', 'event.cancelled'],
  ['tentative', 'confirmed', 'event.confirmed'],
  ['confirmed', 'tentative', 'event.changed'],
  ['cancelled', 'confirmed', 'event.restored'],
  ['cancelled', 'tentative', 'event.restored'],
] as const)('findNoticeableEventChange of an event from %s to %s is %s', (from, to, kind) => {
  const change = settledChange({ ...practice, status: from }, { ...practice, status: to })
  expect(change).toEqual({ kind, parts: ['status'] })
})

test('findNoticeableEventChange of an event that stays cancelled is null', () => {
  const cancelled = { ...practice, status: 'cancelled' as const }
  expect(settledChange(cancelled, { ...cancelled, date: '2026-11-28' })).toBeNull()
})

test('findNoticeableEventChange of an edited event is event.changed with the changed parts', () => {
  const after = { ...practice, date: '2026-11-28', location: 'Room 4', notes: 'Bring leads' }
  expect(settledChange(practice, after)).toEqual({ kind: 'event.changed', parts: ['start', 'place', 'notes'] })
})

test.each<[Partial<EventSnapshot>, string[]]>([
  [{ date: '2026-11-28' }, ['start']],
  [{ startTime: '20:00' }, ['start']],
  [{ isAllDay: true }, ['start', 'end']],
  [{ endTime: '23:00' }, ['end']],
  [{ endDate: '2026-11-28' }, ['end']],
  [{ endDate: '2026-11-26' }, []],
  [{ location: null, venue: 'Room 3' }, []],
  [{ venue: 'The Lexington' }, ['place']],
  [{ title: 'Last one' }, ['title']],
  [{ type: 'rehearsal' }, ['type']],
])('the change %j changes the parts %j', (change, parts) => {
  expect(changedParts(practice, { ...practice, ...change })).toEqual(parts)
})

test('hasStartOrPlaceChanged is true for another date, start time or place, and false for another end, title or status', () => {
  expect(isMoved(practice, { ...practice, date: '2026-11-28' })).toBe(true)
  expect(isMoved(practice, { ...practice, startTime: null, isAllDay: true })).toBe(true)
  expect(isMoved(practice, { ...practice, location: 'Room 4' })).toBe(true)
  expect(isMoved(practice, { ...practice, endTime: '23:00', title: 'Last one', status: 'tentative' })).toBe(false)
})

const anySnapshot = fc.option(
  fc.record({
    status: fc.constantFrom('confirmed', 'tentative', 'cancelled'),
    date: fc.constantFrom('2026-11-26', '2026-11-28'),
    startTime: fc.constantFrom(null, '19:00', '20:00'),
    title: fc.constantFrom(null, 'Last one'),
  }),
)

test('findNoticeableEventChange of two equal versions is null', () => {
  fc.assert(
    fc.property(anySnapshot, (changes) => {
      const event = changes && { ...practice, ...changes }
      expect(settledChange(event, structuredClone(event))).toBeNull()
    }),
  )
})

test('findNoticeableEventChange is null exactly when the event is cancelled or deleted in both versions, or the versions are equal', () => {
  fc.assert(
    fc.property(anySnapshot, anySnapshot, (first, second) => {
      const [before, after] = [first, second].map((changes) => changes && { ...practice, ...changes })
      const isOn = (event: EventSnapshot | null | undefined) => event != null && event.status !== 'cancelled'
      const differ = JSON.stringify(before) !== JSON.stringify(after)
      const change = settledChange(before ?? null, after ?? null)
      expect(change !== null).toBe(differ && (isOn(before) || isOn(after)))
    }),
  )
})
