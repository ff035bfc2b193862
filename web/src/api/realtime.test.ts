// Which of the things that were read may have changed with what the server says.

import { expect, it } from 'vitest'
import { changeKinds } from '@gaffer/domain/live'
import { affectsQuery } from './realtime.ts'

const read = [
  '/api/bands/a',
  '/api/bands/a/calendar?startDate=2027-03-01&endDate=2027-03-31',
  '/api/bands/a/events?startDate=2027-03-01&endDate=2027-03-31',
  '/api/bands/a/songs',
  '/api/bands/a/members',
  '/api/bands/a/invites',
  '/api/bands/a/activity?',
  '/api/bands/b',
  '/api/bands/b/calendar?startDate=2027-03-01&endDate=2027-03-31',
  '/api/bands/b/songs',
  '/api/bands/b/activity?',
  '/api/me/events?startDate=2027-03-01&endDate=2027-03-31',
  '/api/me/sessions',
  '/api/spotify/playlists',
]
const short = (path: string) => path.replace('/api/', '').replace(/\?.*/, '')

it('finds what shows in a band and, of a calendar, what shows elsewhere', () => {
  const found = changeKinds.map((what) => [
    what,
    read.filter((path) => affectsQuery(path, { bandId: 'a', what })).map(short),
  ])
  expect(Object.fromEntries(found)).toEqual({
    events: ['bands/a/calendar', 'bands/a/events', 'bands/a/activity', 'bands/b/calendar', 'me/events'],
    songs: ['bands/a/songs', 'bands/a/activity'],
    members: [
      'bands/a',
      'bands/a/calendar',
      'bands/a/events',
      'bands/a/songs',
      'bands/a/members',
      'bands/a/invites',
      'bands/a/activity',
      'bands/b/calendar',
      'me/events',
    ],
    invites: ['bands/a/members', 'bands/a/invites', 'bands/a/activity'],
    band: ['bands/a', 'bands/a/activity'],
  })
})
