import { expect, it } from 'vitest'
import {
  computeRepeatDatesIfComplete,
  newRepeatFormValues,
  repeatError,
  repeatOptions,
  formatRepeatSummary,
} from './repeat-field.tsx'

it('the options for repeating an event name the weekday of its date, and no weekday while the date is incomplete', () => {
  expect(repeatOptions('2027-03-04').map(({ label }) => label)).toEqual([
    'Does not repeat',
    'Every Thursday',
    'Every other Thursday',
    'Every first Thursday of the month',
  ])
  expect(repeatOptions('04/0').map(({ label }) => label)).toEqual([
    'Does not repeat',
    'Every week',
    'Every two weeks',
    'Every month',
  ])
})

it('a new repetition ends three months after the date of the event', () => {
  expect(newRepeatFormValues('2027-03-04', 'week')).toEqual({ every: 'week', until: '2027-06-04', skip: [] })
})

it('the summary of a repetition does not count left-out dates, and names the months without a fifth weekday', () => {
  const weekly = computeRepeatDatesIfComplete('2027-03-04', {
    every: 'week',
    until: '2027-03-25',
    skip: ['2027-03-25'],
  })
  expect(weekly && formatRepeatSummary(weekly)).toBe('3 dates, the last on 18/03/2027.')
  const fifth = computeRepeatDatesIfComplete('2027-04-29', { every: 'month', until: '2027-07-31', skip: [] })
  expect(fifth && formatRepeatSummary(fifth)).toBe(
    '2 dates, the last on 29/07/2027. There is no such day in May and June.',
  )
})

it('a left-out date that is no longer among the dates of the series is ignored', () => {
  const repeat = { every: 'week', until: '2027-03-18', skip: ['2027-03-25'] } as const
  expect(repeatError('2027-03-04', repeat)).toBeUndefined()
  expect(computeRepeatDatesIfComplete('2027-03-04', repeat)?.dates).toHaveLength(3)
})

it('a weekly series that ends 12 months after its first date is valid', () => {
  const year = { every: 'week', until: '2028-03-04', skip: [] } as const
  expect(repeatError('2027-03-04', year)).toBeUndefined()
  expect(computeRepeatDatesIfComplete('2027-03-04', year)?.dates).toHaveLength(53)
})

it('a repetition with an incomplete end, over 12 months, or with every date left out has an error', () => {
  const repeat = { every: 'week', until: '2027-03-11', skip: [] } as const
  expect(repeatError('2027-03-04', { ...repeat, until: '11/0' })).toBe('Choose the last date of the series')
  expect(repeatError('2027-03-04', { ...repeat, every: 'month', until: '2028-03-05' })).toBe(
    'A series can last 12 months at most',
  )
  expect(repeatError('2027-03-04', { ...repeat, skip: ['2027-03-04', '2027-03-11'] })).toBe('Keep at least one date')
})
