import { expect, it } from 'vitest'
import { anEvent } from '#testing/event-fixture.ts'
import { waitingEvents } from './waiting-section.tsx'

const now = new Date('2027-03-01T12:00:00Z')
const ask = (date: string, replyBy: string, fields = {}) =>
  anEvent({ type: 'gig', date, replyBy, asksAnswers: true, ...fields })

it('waitingEvents lists the events whose answer by the user is due, in the order of their dates to reply by', () => {
  const late = ask('2027-03-05', '2027-03-04')
  const soon = ask('2027-06-12', '2027-03-02')
  const others = [
    ask('2027-03-06', '2027-03-05', { myAnswer: 'no' }),
    ask('2027-03-06', '2027-03-05', { status: 'cancelled' }),
    ask('2027-02-20', '2027-02-19'),
    anEvent({ date: '2027-03-06' }),
  ]
  expect(waitingEvents([late, ...others, soon], now)).toEqual([soon, late])
})

it('waitingEvents keeps an event that was answered on this page', () => {
  const answered = ask('2027-03-06', '2027-03-05', { myAnswer: 'yes' })
  expect(waitingEvents([answered], now, new Set([answered.id]))).toEqual([answered])
})
