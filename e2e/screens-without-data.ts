// The screens of the route manifest in a band without data, and while every request for its data fails.

import { addMonths } from '@gaffer/domain/shared/dates'
import { depMessages } from '@gaffer/domain/deps/dep-messages'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { emptyMonthStart } from './calendar-steps.ts'
import { failedRequestState, textState, type Screen } from './screen-states.ts'

// A month after the days away of Ros, which every band sees.
const emptyMonth = addMonths(emptyMonthStart, 3).slice(0, 7)
export const emptyBandScreens = (
  [
    {
      route: 'dashboard',
      path: '/dashboard',
      heading: 'Side Project',
      states: [textState('Nothing in the next month')],
    },
    {
      route: 'calendar',
      path: `/calendar?month=${emptyMonth}&view=agenda`,
      heading: 'Calendar',
      states: [textState('No events this month')],
    },
    { route: 'songs', path: '/songs', heading: 'Practice List', states: [textState('No songs yet')] },
    { route: 'setlists', path: '/setlists', heading: 'Set lists', states: [textState(setlistMessages.noSetlists)] },
    { route: 'admin', path: '/admin?tab=members', heading: 'Manage Band', states: [textState(depMessages.bookEmpty)] },
  ] satisfies Screen[]
).map((screen): Screen => ({ ...screen, given: 'empty band' }))

export const failingRequestScreens = (
  [
    { route: 'dashboard', path: '/dashboard', heading: 'Side Project' },
    { route: 'calendar', path: '/calendar', heading: 'Calendar' },
    { route: 'songs', path: '/songs', heading: 'Practice List' },
    { route: 'setlists', path: '/setlists', heading: 'Set lists' },
    { route: 'notices', path: '/notices', heading: 'Notices' },
    { route: 'admin', path: '/admin?tab=members', heading: 'Manage Band' },
  ] satisfies Omit<Screen, 'states'>[]
).map((screen): Screen => ({ ...screen, states: [failedRequestState], given: 'failing requests' }))
