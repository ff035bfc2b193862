import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { changeKinds } from '@gaffer/domain/shared/change-notification'
import { queryKeyOf, type ReadEndpointName } from './endpoint-query.ts'
import { isQueryAffectedBy, invalidateChanges, type DataChange } from './invalidation.ts'

const range = { startDate: '2027-03-01', endDate: '2027-03-31' }
const keys = [
  ...['a', 'b'].flatMap((bandId) => [
    queryKeyOf('GET /api/bands/:bandId', { params: { bandId } }),
    queryKeyOf('GET /api/bands/:bandId/calendar', { params: { bandId }, query: range }),
    queryKeyOf('GET /api/bands/:bandId/events', { params: { bandId }, query: range }),
    queryKeyOf('GET /api/bands/:bandId/clashes', { params: { bandId }, query: range }),
    queryKeyOf('GET /api/bands/:bandId/songs', { params: { bandId } }),
    queryKeyOf('GET /api/bands/:bandId/charts/:chartId/markup', { params: { bandId, chartId: 'c' } }),
    queryKeyOf('GET /api/bands/:bandId/members', { params: { bandId } }),
    queryKeyOf('GET /api/bands/:bandId/invites', { params: { bandId } }),
    queryKeyOf('GET /api/bands/:bandId/activity', { params: { bandId } }),
  ]),
  queryKeyOf('GET /api/me/events', { query: range }),
  queryKeyOf('GET /api/me/sessions', {}),
  [...queryKeyOf('GET /api/spotify/playlists', {}), 'handle'],
  ['conflicts', 'a', null],
] as const

const shortNameOf = ([name, address]: readonly unknown[]) => {
  const { bandId } = (address as { params?: { bandId?: string } }).params ?? {}
  return String(name)
    .replace('GET /api/', '')
    .replace(':bandId', bandId ?? '')
    .replace('/charts/:chartId', '')
}
const queriesAffectedBy = (bandId: string | null) =>
  Object.fromEntries(
    changeKinds.map((what) => [what, keys.filter((key) => isQueryAffectedBy(key, { bandId, what })).map(shortNameOf)]),
  )

it('each kind of change invalidates its own queries of the band; events and members also invalidate the calendars of all bands', () => {
  expect(queriesAffectedBy('a')).toEqual({
    events: [
      'bands/a/calendar',
      'bands/a/events',
      'bands/a/clashes',
      'bands/a/songs',
      'bands/a/activity',
      'bands/b/calendar',
      'bands/b/events',
      'bands/b/clashes',
      'me/events',
    ],
    songs: ['bands/a/songs', 'bands/a/activity'],
    markup: ['bands/a/markup'],
    members: [
      'bands/a',
      'bands/a/calendar',
      'bands/a/events',
      'bands/a/clashes',
      'bands/a/songs',
      'bands/a/markup',
      'bands/a/members',
      'bands/a/invites',
      'bands/a/activity',
      'bands/b/calendar',
      'bands/b/events',
      'bands/b/clashes',
      'me/events',
    ],
    invites: ['bands/a/members', 'bands/a/invites', 'bands/a/activity'],
    band: ['bands/a', 'bands/a/activity'],
    money: ['bands/a/activity'],
    notices: [],
    enquiries: [],
    recordings: ['bands/a/calendar', 'bands/a/events'],
    setlists: ['bands/a/calendar', 'bands/a/events', 'bands/a/activity'],
    deps: ['bands/a/calendar', 'bands/a/events', 'bands/a/clashes', 'bands/a/activity'],
    notes: ['bands/a/calendar', 'bands/a/events', 'bands/a/songs'],
  })
})

it('a change without a band affects the queries of every band', () => {
  const queriesOfAllBands = queriesAffectedBy(null)
  expect(queriesOfAllBands['songs']).toEqual(['bands/a/songs', 'bands/a/activity', 'bands/b/songs', 'bands/b/activity'])
  expect(queriesOfAllBands['members']).toHaveLength(19)
})

it('a change of events invalidates the queries of single events, except the queries of the deleted event', () => {
  const names = ['', '/answers', '/history'] as const
  const reads = ['e1', 'e2'].flatMap((eventId) =>
    names.map((name) =>
      queryKeyOf(`GET /api/bands/:bandId/events/:eventId${name}`, { params: { bandId: 'a', eventId } }),
    ),
  )
  const affectedIds = (...deletedEventIds: string[]) =>
    reads
      .filter((key) => isQueryAffectedBy(key, { bandId: 'a', what: 'events', deletedEventIds }))
      .map(([, address]) => address?.params?.['eventId'])
  expect(affectedIds()).toEqual(['e1', 'e1', 'e1', 'e2', 'e2', 'e2'])
  expect(affectedIds('e1')).toEqual(['e2', 'e2', 'e2'])
})

it('a change of deps invalidates the dep book of the band, its events, their answers and their dep requests', () => {
  const params = { bandId: 'a', eventId: 'e1' }
  const reads = (bandId: string) => [
    queryKeyOf('GET /api/bands/:bandId/deps', { params: { bandId } }),
    queryKeyOf('GET /api/bands/:bandId/events/:eventId', { params: { ...params, bandId } }),
    queryKeyOf('GET /api/bands/:bandId/events/:eventId/answers', { params: { ...params, bandId } }),
    queryKeyOf('GET /api/bands/:bandId/events/:eventId/dep-requests', { params: { ...params, bandId } }),
  ]
  const isAffected = (key: readonly unknown[]) => isQueryAffectedBy(key, { bandId: 'a', what: 'deps' })
  expect(reads('a').map(isAffected)).toEqual([true, true, true, true])
  expect(reads('b').map(isAffected)).toEqual([false, false, false, false])
})

it.each<[DataChange['what'], string, ReadEndpointName]>([
  ['notes', 'the event, which counts them', 'GET /api/bands/:bandId/events/:eventId'],
  ['recordings', 'the event, which counts them', 'GET /api/bands/:bandId/events/:eventId'],
  ['recordings', 'the storage, which they use', 'GET /api/bands/:bandId/storage'],
  ['recordings', 'the deleted files', 'GET /api/bands/:bandId/storage/deleted'],
  ['band', 'the ledger, whose visibility is a setting', 'GET /api/bands/:bandId/ledger'],
  ['events', 'the enquiries, which name them', 'GET /api/bands/:bandId/enquiries'],
  ['deps', 'the settlement, which has their fees', 'GET /api/bands/:bandId/events/:eventId/settlement'],
  ['setlists', 'the played list, which begins as the set list', 'GET /api/bands/:bandId/events/:eventId/played'],
])('a change of %s invalidates %s', (what, _, name) => {
  const key = [name, { params: { bandId: 'a', eventId: 'e1' } }]
  expect(isQueryAffectedBy(key, { bandId: 'a', what })).toBe(true)
})

it('queries of a band that the user has left are not invalidated', async () => {
  const client = new QueryClient()
  const songs = (bandId: string) => queryKeyOf('GET /api/bands/:bandId/songs', { params: { bandId } })
  client.setQueryData(queryKeyOf('GET /api/me', {}), { bands: [{ bandId: 'a' }] })
  for (const bandId of ['a', 'b']) client.setQueryData(songs(bandId), [])
  await invalidateChanges(client, [
    { bandId: 'a', what: 'songs' },
    { bandId: 'b', what: 'songs' },
  ])
  expect(['a', 'b'].map((bandId) => client.getQueryState(songs(bandId))?.isInvalidated)).toEqual([true, false])
})

it('a change of an unknown kind affects the queries of its band, and not the queries of another band', () => {
  const change = { bandId: 'a', what: 'arrangements' } as unknown as DataChange
  const songsOf = (bandId: string) => queryKeyOf('GET /api/bands/:bandId/songs', { params: { bandId } })
  expect(['a', 'b'].map((bandId) => isQueryAffectedBy(songsOf(bandId), change))).toEqual([true, false])
})

it('a change of members invalidates GET /api/me, and a change of songs does not', async () => {
  const me = queryKeyOf('GET /api/me', {})
  const client = new QueryClient()
  client.setQueryData(me, { bands: [] })
  await invalidateChanges(client, [{ bandId: 'a', what: 'songs' }])
  expect(client.getQueryState(me)?.isInvalidated).toBe(false)
  await invalidateChanges(client, [{ bandId: 'a', what: 'members' }])
  expect(client.getQueryState(me)?.isInvalidated).toBe(true)
})

it('the query key of an endpoint without parameters matches all queries of that endpoint and no others', () => {
  const client = new QueryClient()
  for (const key of keys) client.setQueryData(key, [])
  const found = (name: ReadEndpointName) => client.getQueriesData({ queryKey: queryKeyOf(name) }).length
  expect([found('GET /api/bands/:bandId/events'), found('GET /api/me/events'), found('GET /api/me')]).toEqual([2, 1, 0])
})
