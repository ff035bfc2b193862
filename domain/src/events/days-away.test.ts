import { expect, it } from 'vitest'
import { subtractEventFromDaysAway } from './days-away.ts'

const gig = { date: '2027-03-12', endDate: null, startTime: '20:00', endTime: '01:00', isAllDay: false }
const festival = { ...gig, endDate: '2027-03-14', startTime: null, endTime: null, isAllDay: true }
const away = (date: string, endDate: string | null = null) => ({ date, endDate })

it('subtractEventFromDaysAway is empty for days away that lie within the event', () => {
  expect(subtractEventFromDaysAway(away('2027-03-12'), gig)).toEqual([])
  expect(subtractEventFromDaysAway(away('2027-03-13', '2027-03-14'), festival)).toEqual([])
})

it('subtractEventFromDaysAway keeps the days before the event', () => {
  expect(subtractEventFromDaysAway(away('2027-03-10', '2027-03-12'), festival)).toEqual([
    away('2027-03-10', '2027-03-11'),
  ])
  expect(subtractEventFromDaysAway(away('2027-03-11', '2027-03-13'), festival)).toEqual([away('2027-03-11')])
})

it('subtractEventFromDaysAway keeps the days after the event, without the day on which it ends after midnight', () => {
  expect(subtractEventFromDaysAway(away('2027-03-12', '2027-03-15'), gig)).toEqual([away('2027-03-14', '2027-03-15')])
})

it('subtractEventFromDaysAway has two ranges if the event is in the middle', () => {
  expect(subtractEventFromDaysAway(away('2027-03-01', '2027-03-31'), festival)).toEqual([
    away('2027-03-01', '2027-03-11'),
    away('2027-03-15', '2027-03-31'),
  ])
})
