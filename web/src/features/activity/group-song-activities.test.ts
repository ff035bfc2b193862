import type { ActivityListItem } from '@gaffer/domain/activity/activity'
import { expect, it } from 'vitest'
import { groupSongActivities } from './group-song-activities.ts'

const song = (subject: string, changes: Partial<ActivityListItem> = {}): ActivityListItem => ({
  id: subject,
  at: '2027-03-01T10:00:00.000Z',
  verb: 'added_song',
  actor: 'Dee',
  subject,
  date: null,
  previousDate: null,
  restorable: null,
  ...changes,
})
const groupedTitles = (...activities: ActivityListItem[]) =>
  groupSongActivities(activities).map(({ subject, moreSongs }) => [subject, moreSongs])

it('consecutive songs that one member added on one day become one activity line', () => {
  expect(groupedTitles(song('C'), song('B'), song('A'))).toEqual([['C', 2]])
})

it.each([
  ['a song of another member', { actor: 'Kit' }],
  ['a song of another day', { at: '2027-02-28T10:00:00.000Z' }],
  ['a removed song', { verb: 'removed_song' as const }],
  ['a booked event', { verb: 'booked' as const }],
])('an added song is not grouped with %s', (_, changes) => {
  expect(groupedTitles(song('B'), song('A', changes))).toEqual([
    ['B', 0],
    ['A', 0],
  ])
})

it('the day of an activity line is the day in London', () => {
  const [july1, july2] = [{ at: '2027-07-01T22:30:00.000Z' }, { at: '2027-07-01T23:30:00.000Z' }]
  const stillJuly2 = { at: '2027-07-02T00:30:00.000Z' }
  expect(groupedTitles(song('C', stillJuly2), song('B', july2), song('A', july1))).toEqual([
    ['C', 1],
    ['A', 0],
  ])
})

it('the activity line of several removed songs restores only the songs that can still be restored', () => {
  const removed = (id: string, restorable: ActivityListItem['restorable']) =>
    song(id, { verb: 'removed_song', restorable })
  const [line] = groupSongActivities([
    removed('C', null),
    removed('B', { kind: 'song', ids: ['b'] }),
    removed('A', { kind: 'song', ids: ['a'] }),
  ])
  expect([line?.moreSongs, line?.restorable]).toEqual([2, { kind: 'song', ids: ['b', 'a'] }])
})

it('two consecutive activities about booked events are not grouped: each event keeps an activity line of its own', () => {
  const gig = { verb: 'booked' as const }
  expect(groupedTitles(song('Gig', gig), song('Practice', gig))).toEqual([
    ['Gig', 0],
    ['Practice', 0],
  ])
})
