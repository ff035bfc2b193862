import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeFakeStorage } from '#testing/fake-storage.ts'
import { readCalendarView, storeCalendarView, type CalendarViewState } from './calendar-view.ts'

const defaultView: CalendarViewState = { view: 'month', day: null, shown: { band: true, mine: true } }
let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', makeFakeStorage({ entries: stored }))
})
afterEach(() => vi.unstubAllGlobals())

it('a stored calendar view is read from the session storage', () => {
  const changedView: CalendarViewState = { view: 'agenda', day: '2026-11-14', shown: { band: false, mine: true } }
  storeCalendarView(changedView)
  expect([stored.size, readCalendarView()]).toEqual([1, changedView])
})

it('without a stored view, the default calendar view is the month of today with both filters on', () => {
  expect(readCalendarView()).toEqual(defaultView)
})

it.each(['', 'x', 'null', '[]', '{"view":"year","day":"2026-02-30","shown":7}', '{"day":20261114}'])(
  'the stored calendar view %j reads as the default view',
  (value) => {
    stored.set('gaffer.calendarView', value)
    expect(readCalendarView()).toEqual(defaultView)
  },
)
