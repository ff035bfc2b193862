import { describe, expect, it } from 'vitest'
import { findRouteName, hasParameter, isAlwaysDark, routeNames, routes } from './routes.ts'

const specPaths =
  '/ /login /auth/callback /auth-success /test-auth /oauth-result /invite/$token /onboarding /profile /profile/notices /notices /dashboard /calendar /bands/$bandId/events/$eventId /bands/$bandId/events/$eventId/settlement /bands/$bandId/money /bands/$bandId/money/statement /bands/$bandId/recordings /bands/$bandId/options/$optionGroupId /bands/$bandId/charts/$chartId /songs /setlists /setlists/$setlistId /setlists/$setlistId/stage /sheet/$token /dep/$token /admin'

it('routes.ts lists exactly the 27 page paths', () => {
  expect(routeNames.map((name) => routes[name].path).toSorted()).toEqual(specPaths.split(' ').toSorted())
})

describe('findRouteName', () => {
  it.each(routeNames)('findRouteName finds %s by its path, with and without a trailing slash', (name) => {
    const path = routes[name].path.replace(/\$\w+/g, 'abc')
    expect([findRouteName(path), findRouteName(path === '/' ? path : `${path}/`)]).toEqual([name, name])
  })

  it.each([
    '/no/such/place',
    '/calendar/deeper',
    '/calendars',
    '/invite',
    '/invite/a/b',
    '/bands/a',
    '/bands/a/events',
    '/bands/a/events/b/c',
    '/setlists/a/b',
    '//login',
    '/LOGIN',
  ])('findRouteName finds no route for %s', (path) => expect(findRouteName(path)).toBeUndefined())
})

it.each(['/', '/login', '/login/', '/onboarding', '/invite/abc', '/invite/a/b', '/setlists/a/stage'])(
  'isAlwaysDark is true for %s',
  (path) => expect(isAlwaysDark(path)).toBe(true),
)

it.each(['/dashboard', '/calendar', '/profile', '/invited', '/auth/callback', '/login/x'])(
  'isAlwaysDark is false for %s',
  (path) => expect(isAlwaysDark(path)).toBe(false),
)

it('hasParameter is true exactly for the link pages, the event, its settlement, the pages of money, the recordings of a band, the options of an enquiry, the chart, the set list and its stage view', () => {
  expect(routeNames.filter(hasParameter)).toEqual([
    'invite',
    'dep',
    'sheet',
    'event',
    'chart',
    'settlement',
    'money',
    'statement',
    'recordings',
    'options',
    'setlist',
    'stage',
  ])
})
