import { expect, it } from 'vitest'
import { firstYear, isRealDate, lastYear } from './dates.ts'
import {
  createStringSearchValidator,
  validateAdminSearch,
  validateCalendarSearch,
  validateSongsSearch,
} from './search-parameters.ts'

it('validateCalendarSearch keeps a valid month, view, event and date, and replaces the value of ?find with an empty string', () => {
  const search = { month: '2026-11', view: 'agenda', event: '01890000-0000-7000-8000-000000000000', add: '2026-02-28' }
  expect(validateCalendarSearch({ ...search, find: 'x' })).toEqual({ ...search, find: '' })
})

it.each([
  { month: '2026-13' },
  { month: '2026-00' },
  { month: '1999-12' },
  { month: '2101-01' },
  { month: '2026-1' },
  { month: 2026 },
  { month: null },
  { view: 'week' },
  { view: ['month'] },
  { event: '' },
  { event: '../admin' },
  { event: 'a'.repeat(65) },
  { event: 7 },
  { add: '2026-02-29' },
  { add: '2026-11' },
  { add: '' },
  { add: { date: '2026-11-01' } },
  { other: 'x' },
])('validateCalendarSearch drops the invalid parameter %j', (search) =>
  expect(validateCalendarSearch(search)).toEqual({}),
)

it('validateCalendarSearch keeps ?add exactly for real dates from firstYear to lastYear', () => {
  const years = [firstYear - 1, firstYear, 2023, 2024, lastYear, lastYear + 1]
  const days = ['00-10', '02-28', '02-29', '02-30', '04-31', '12-31', '13-01']
  const isKnown = (date: string) => isRealDate(date) && date >= `${firstYear}` && date < `${lastYear + 1}`
  const dates = years.flatMap((year) => days.map((day) => `${year}-${day}`))
  expect(dates.filter((add) => validateCalendarSearch({ add }).add === add)).toEqual(dates.filter(isKnown))
})

it('validateCalendarSearch keeps valid parameters beside invalid ones', () => {
  expect(validateCalendarSearch({ month: 'soon', view: 'agenda' })).toEqual({ view: 'agenda' })
})

it('validateSongsSearch keeps ?song if it looks like an id', () => {
  expect(['0190a000', '', 'a b', 5].map((song) => validateSongsSearch({ song }).song)).toEqual([
    '0190a000',
    undefined,
    undefined,
    undefined,
  ])
})

it('validateSongsSearch keeps ?add and replaces its value with an empty string', () => {
  expect([{}, { add: '' }, { add: 'x' }, { add: true }].map(validateSongsSearch)).toEqual([
    {},
    { add: '' },
    { add: '' },
    { add: '' },
  ])
})

it('a known parameter with an invalid value is returned as undefined', () => {
  expect(validateCalendarSearch({ view: 'week' })).toHaveProperty('view', undefined)
  expect(validateAdminSearch({ tab: 'nonsense' })).toHaveProperty('tab', undefined)
})

it('validateAdminSearch keeps a known tab and ?invite, and drops an unknown tab and an unknown parameter', () => {
  expect(validateAdminSearch({ tab: 'members', invite: '' })).toEqual({ tab: 'members', invite: '' })
  expect(validateAdminSearch({ tab: 'nonsense', other: 1 })).toEqual({})
})

it('the validator of createStringSearchValidator keeps only the named parameters, as strings', () => {
  expect(createStringSearchValidator('error', 'returnTo')({ error: 42, token: 'secret' })).toEqual({ error: '42' })
})
