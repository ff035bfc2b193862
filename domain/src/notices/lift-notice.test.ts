import { expect, test } from 'vitest'
import type { EventSnapshot } from '@gaffer/domain/events/event-change'
import { formatLiftNotice } from './lift-notice.ts'

const event: EventSnapshot = {
  type: 'gig',
  status: 'confirmed',
  title: 'The Fenton',
  date: '2026-12-05',
  endDate: null,
  startTime: '20:00',
  endTime: null,
  isAllDay: false,
  location: 'Leeds',
  venue: null,
  notes: null,
}
const car = { driverName: 'Priya', seats: 3, taken: 2, leavesAt: '16:10', from: 'Hyde Park' }

test('the notice of a rider says when and from where their driver leaves', () => {
  expect(formatLiftNotice({ event, news: 'car', car, loadIn: '17:00', by: 'Kit' })).toEqual({
    title: 'Lift changed: The Fenton, Sat 5 Dec, 8 PM',
    body: 'Priya leaves at 4:10 PM from Hyde Park. Load-in: 5 PM.',
  })
  expect(
    formatLiftNotice({ event, news: 'car', car: { ...car, leavesAt: null, from: null }, loadIn: null, by: null }).body,
  ).toBe('Priya takes you.')
})

test('the notice of a driver says who changed a lift and how many seats are taken', () => {
  const own = { ...car, driverName: null }
  expect(formatLiftNotice({ event, news: 'car', car: own, loadIn: null, by: 'Kit' }).body).toBe(
    'Kit changed a lift in your car. 2 of 3 seats are taken. You leave at 4:10 PM from Hyde Park.',
  )
})

test('the notice of a rider without a driver says that they need a lift again', () => {
  expect(formatLiftNotice({ event, news: 'no_driver', car: null, loadIn: null, by: 'Kit' })).toEqual({
    title: 'You need a lift again: The Fenton, Sat 5 Dec, 8 PM',
    body: 'Your driver does not drive any more.',
  })
})

test('the notice of a rider whose driver answered No says that the driver still drives', () => {
  expect(formatLiftNotice({ event, news: 'driver_said_no', car, loadIn: '17:00', by: 'Kit' })).toEqual({
    title: 'Your driver said no: The Fenton, Sat 5 Dec, 8 PM',
    body: 'Priya said no, but still drives. Ask, or choose another car. Load-in: 5 PM.',
  })
})

test('the notice of a moved load-in has its new time, or says that it has no time any more', () => {
  const titleOf = (loadIn: string | null) => formatLiftNotice({ event, news: 'load_in', car, loadIn, by: 'Kit' }).title
  expect(titleOf('16:00')).toBe('Load-in moved to 4 PM: The Fenton, Sat 5 Dec, 8 PM')
  expect(titleOf(null)).toBe('Load-in has no time any more: The Fenton, Sat 5 Dec, 8 PM')
})
