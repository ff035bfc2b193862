import type { CalendarEntry } from '@gaffer/domain/events/event'
import { expect, it } from 'vitest'
import { publicGigsAndFestivalsToday, findNextEvent, upcomingEvents } from './next-event.ts'

const today = '2026-03-10'
const event = (fields: Partial<CalendarEntry>) =>
  ({ type: 'practice', endDate: null, startTime: null, ...fields }) as CalendarEntry

it('upcomingEvents lists events soonest first, without days away, cancelled and past events', () => {
  const late = event({ date: today, startTime: '20:00' })
  const early = event({ date: today, startTime: '09:00' })
  const running = event({ date: '2026-03-08', endDate: today })
  const later = event({ date: '2026-04-01' })
  const over = event({ date: '2026-03-09' })
  const away = event({ type: 'unavailable', date: '2026-03-12' })
  const cancelled = event({ date: '2026-03-11', status: 'cancelled' })
  expect(upcomingEvents([later, late, over, away, early, running, cancelled], today)).toEqual([
    running,
    early,
    late,
    later,
  ])
})

it('findNextEvent returns an event that starts later today, else an event that is on now, else a running festival, else an event on a later day', () => {
  const festival = event({ type: 'festival', date: '2026-03-08', endDate: '2026-03-11' })
  const soundcheck = event({ date: today, startTime: '14:00', endTime: '16:00' })
  const gig = event({ type: 'public_gig', date: today, startTime: '20:00', endTime: '23:00' })
  const tomorrow = event({ date: '2026-03-11' })
  const all = [festival, soundcheck, gig, tomorrow]
  const at = (time: string, events = all) => findNextEvent(events, { date: today, time })
  expect(at('12:00')).toBe(soundcheck)
  expect(at('15:00')).toBe(gig)
  expect(at('21:00')).toBe(gig)
  expect(at('23:00')).toBe(festival)
  expect(at('23:00', [tomorrow])).toBe(tomorrow)
  expect(at('23:00', [soundcheck])).toBeUndefined()
})

it('findNextEvent returns a gig of 21:00 to 01:00 until midnight', () => {
  const gig = event({ type: 'gig', date: '2026-03-09', startTime: '21:00', endTime: '01:00' })
  expect(findNextEvent([gig], { date: '2026-03-09', time: '23:30' })).toBe(gig)
  expect(findNextEvent([gig], { date: '2026-03-10', time: '00:30' })).toBeUndefined()
})

it('publicGigsAndFestivalsToday returns the public gigs and festivals that include today', () => {
  const festival = event({ type: 'festival', date: '2026-03-09', endDate: '2026-03-11' })
  const gig = event({ type: 'public_gig', date: today })
  const others = [
    event({ date: today }),
    event({ type: 'gig', date: today }),
    event({ type: 'public_gig', date: '2026-03-11' }),
    event({ type: 'festival', date: '2026-03-08', endDate: '2026-03-09' }),
  ]
  const cancelled = event({ type: 'public_gig', date: today, status: 'cancelled' })
  expect(publicGigsAndFestivalsToday([gig, ...others, festival, cancelled], today)).toEqual([festival, gig])
})

it('a public gig of the night before is a gig of today if it ends at 11 PM today, and not if it ended at 1 AM today', () => {
  const night = { type: 'public_gig', date: '2026-03-09', endDate: today, startTime: '21:00' } as const
  expect(publicGigsAndFestivalsToday([event({ ...night, endTime: '01:00' })], today)).toEqual([])
  expect(publicGigsAndFestivalsToday([event({ ...night, endTime: '23:00' })], today)).toHaveLength(1)
})
