import type { Event } from '@gaffer/domain/event'
import { expect, it } from 'vitest'
import { onToday, upcoming } from './upcoming.ts'

const today = '2026-03-10'
const event = (fields: Partial<Event>) => ({ type: 'practice', endDate: null, startTime: null, ...fields }) as Event

it('upcoming events are without days away and past events, soonest first', () => {
  const late = event({ date: today, startTime: '20:00' })
  const early = event({ date: today, startTime: '09:00' })
  const running = event({ date: '2026-03-08', endDate: today })
  const later = event({ date: '2026-04-01' })
  const over = event({ date: '2026-03-09' })
  const away = event({ type: 'unavailable', date: '2026-03-12' })
  expect(upcoming([later, late, over, away, early, running], today)).toEqual([running, early, late, later])
})

it('the events on today are the public gigs and festivals that include today', () => {
  const festival = event({ type: 'festival', date: '2026-03-09', endDate: '2026-03-11' })
  const gig = event({ type: 'public_gig', date: today })
  const others = [
    event({ date: today }),
    event({ type: 'gig', date: today }),
    event({ type: 'public_gig', date: '2026-03-11' }),
    event({ type: 'festival', date: '2026-03-08', endDate: '2026-03-09' }),
  ]
  expect(onToday([gig, ...others, festival], today)).toEqual([festival, gig])
})
