import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  findChangedParts,
  findMovedFrom,
  hasStartOrPlaceChanged,
  findNoticeableEventChange,
  type EventSnapshot,
} from './event-change.ts'
import { practiceSnapshot } from './event-snapshot-fixture.ts'

test('findNoticeableEventChange of a new event is event.added, and null if the event is deleted or cancelled by then', () => {
  expect(findNoticeableEventChange(null, practiceSnapshot)).toEqual({ kind: 'event.added', parts: [] })
  expect(findNoticeableEventChange(null, { ...practiceSnapshot, status: 'tentative' })?.kind).toBe('event.added')
  expect(findNoticeableEventChange(null, null)).toBeNull()
  expect(findNoticeableEventChange(null, { ...practiceSnapshot, status: 'cancelled' })).toBeNull()
})

test('findNoticeableEventChange of a deleted event is event.cancelled, and null if the event was cancelled before', () => {
  expect(findNoticeableEventChange(practiceSnapshot, null)).toEqual({ kind: 'event.cancelled', parts: [] })
  expect(findNoticeableEventChange({ ...practiceSnapshot, status: 'cancelled' }, null)).toBeNull()
})

test.each([
  ['confirmed', 'cancelled', 'event.cancelled'],
  ['tentative', 'cancelled', 'event.cancelled'],
  ['tentative', 'confirmed', 'event.confirmed'],
  ['confirmed', 'tentative', 'event.changed'],
  ['cancelled', 'confirmed', 'event.restored'],
  ['cancelled', 'tentative', 'event.restored'],
] as const)('findNoticeableEventChange of an event from %s to %s is %s', (from, to, kind) => {
  const change = findNoticeableEventChange({ ...practiceSnapshot, status: from }, { ...practiceSnapshot, status: to })
  expect(change).toEqual({ kind, parts: ['status'] })
})

test('findNoticeableEventChange of an event that stays cancelled is null', () => {
  const cancelled = { ...practiceSnapshot, status: 'cancelled' as const }
  expect(findNoticeableEventChange(cancelled, { ...cancelled, date: '2026-11-28' })).toBeNull()
})

test('findNoticeableEventChange of an edited event is event.changed with the changed parts', () => {
  const after = { ...practiceSnapshot, date: '2026-11-28', location: 'Room 4', notes: 'Bring leads' }
  expect(findNoticeableEventChange(practiceSnapshot, after)).toEqual({
    kind: 'event.changed',
    parts: ['start', 'place', 'notes'],
  })
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
])('findChangedParts of the change %j is %j', (change, parts) => {
  expect(findChangedParts(practiceSnapshot, { ...practiceSnapshot, ...change })).toEqual(parts)
})

test('hasStartOrPlaceChanged is true for another date, start time or place, and false for another end, title or status', () => {
  expect(hasStartOrPlaceChanged(practiceSnapshot, { ...practiceSnapshot, date: '2026-11-28' })).toBe(true)
  expect(hasStartOrPlaceChanged(practiceSnapshot, { ...practiceSnapshot, startTime: null, isAllDay: true })).toBe(true)
  expect(hasStartOrPlaceChanged(practiceSnapshot, { ...practiceSnapshot, location: 'Room 4' })).toBe(true)
  expect(
    hasStartOrPlaceChanged(practiceSnapshot, {
      ...practiceSnapshot,
      endTime: '23:00',
      title: 'Last one',
      status: 'tentative',
    }),
  ).toBe(false)
})

test('findMovedFrom is the schedule that members were told, without a time for an all-day event', () => {
  const told = { ...practiceSnapshot, movedFrom: null }
  const from = { date: '2026-11-26', startTime: '19:00', place: 'Room 3' }
  expect(findMovedFrom(told, { ...told, date: '2026-11-28' })).toEqual(from)
  expect(findMovedFrom(told, { ...told, location: null, venue: 'The Lexington' })).toEqual(from)
  expect(findMovedFrom({ ...told, isAllDay: true }, told)).toEqual({ ...from, startTime: null })
  expect(findMovedFrom(null, told)).toBeNull()
})

const schedule = fc.record({
  date: fc.constantFrom('2026-11-26', '2026-11-28'),
  startTime: fc.constantFrom('19:00', '20:00'),
  location: fc.constantFrom('Room 3', 'Room 4'),
})

test('findMovedFrom is never the current schedule of the event, and is the earlier movedFrom if the event is at the schedule that members were told', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ to: schedule, isTold: fc.boolean() })), schedule, (moves, first) => {
      let told = { ...practiceSnapshot, ...first, movedFrom: null as ReturnType<typeof findMovedFrom> }
      for (const { to, isTold } of moves) {
        const event = { ...practiceSnapshot, ...to }
        const movedFrom = findMovedFrom(told, event)
        expect(movedFrom).not.toEqual({ date: to.date, startTime: to.startTime, place: to.location })
        expect(findMovedFrom(told, told)).toEqual(told.movedFrom)
        if (isTold) told = { ...event, movedFrom }
      }
    }),
  )
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
      const event = changes && { ...practiceSnapshot, ...changes }
      expect(findNoticeableEventChange(event, structuredClone(event))).toBeNull()
    }),
  )
})

test('findNoticeableEventChange is null exactly when the event is cancelled or deleted in both versions, or the versions are equal', () => {
  fc.assert(
    fc.property(anySnapshot, anySnapshot, (first, second) => {
      const [before, after] = [first, second].map((changes) => changes && { ...practiceSnapshot, ...changes })
      const isOn = (event: EventSnapshot | null | undefined) => event != null && event.status !== 'cancelled'
      const differ = JSON.stringify(before) !== JSON.stringify(after)
      const change = findNoticeableEventChange(before ?? null, after ?? null)
      expect(change !== null).toBe(differ && (isOn(before) || isOn(after)))
    }),
  )
})
