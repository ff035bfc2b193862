// Maps a change to the queries that it affects: for writes of this page and for change notifications of the server.

import type { ChangeKind } from '@gaffer/domain/shared/change-notification'
import type { InvalidateOptions, QueryClient } from '@tanstack/react-query'
import { endpointOfQueryKey, queryKeyOf, type ReadEndpointName } from './endpoint-query.ts'

/** `bandId` is null for a change that may affect all bands of the user. */
export type DataChange = {
  bandId: string | null
  what: ChangeKind
  /** The ids of the events that this page deleted. Their own queries are not invalidated, because they would get 404. */
  deletedEventIds?: readonly string[] | undefined
}

const activityRead = 'GET /api/bands/:bandId/activity'
/** Endpoints that list events and days away, with the names of members. */
export const calendarReads: readonly ReadEndpointName[] = [
  'GET /api/bands/:bandId/calendar',
  'GET /api/bands/:bandId/events',
  'GET /api/me/events',
]
const setlistReads: readonly ReadEndpointName[] = [
  'GET /api/bands/:bandId/setlists',
  'GET /api/bands/:bandId/setlists/:setlistId',
]
const storageReads: readonly ReadEndpointName[] = [
  'GET /api/bands/:bandId/storage',
  'GET /api/bands/:bandId/storage/deleted',
]
const chartReads: readonly ReadEndpointName[] = [
  'GET /api/bands/:bandId/songs/:songId/charts',
  'GET /api/bands/:bandId/charts/:chartId/versions',
  'GET /api/bands/:bandId/charts/:chartId',
  'GET /api/bands/:bandId/setlists/:setlistId/charts',
]
const recordingReads: readonly ReadEndpointName[] = [
  'GET /api/bands/:bandId/recordings',
  'GET /api/bands/:bandId/recordings/:recordingId',
]
const practiceReads: readonly ReadEndpointName[] = [
  'GET /api/bands/:bandId/events/:eventId/brief',
  'GET /api/bands/:bandId/events/:eventId/practised',
]
const settlementRead = 'GET /api/bands/:bandId/events/:eventId/settlement'
const moneyReads: readonly ReadEndpointName[] = [
  settlementRead,
  'GET /api/bands/:bandId/ledger',
  'GET /api/bands/:bandId/ledger/statement',
  'GET /api/bands/:bandId/unpaid-fees',
  'GET /api/bands/:bandId/events/:eventId/miles',
]
/** A played list contains the titles of songs, and starts as a copy of the set list. */
const playedReads: readonly ReadEndpointName[] = [
  'GET /api/bands/:bandId/events/:eventId/played',
  'GET /api/bands/:bandId/unreported-gigs',
]
/** Endpoints whose responses depend on members' days away and on their events with other bands. */
const readsAcrossBands: ReadonlySet<ReadEndpointName> = new Set([
  ...calendarReads,
  'GET /api/bands/:bandId/clashes',
  'GET /api/bands/:bandId/availability',
  'GET /api/bands/:bandId/free-dates',
])
/** Endpoints whose responses contain fields of one event, of the options of a group, or the venues of earlier events. */
const eventReads: readonly ReadEndpointName[] = [
  'GET /api/bands/:bandId/events/:eventId',
  'GET /api/bands/:bandId/events/:eventId/answers',
  'GET /api/bands/:bandId/option-groups/:optionGroupId',
  'GET /api/bands/:bandId/events/:eventId/dep-requests',
  'GET /api/bands/:bandId/events/:eventId/history',
  'GET /api/bands/:bandId/events/:eventId/readers',
  'GET /api/bands/:bandId/events/:eventId/gig-sheet',
  'GET /api/bands/:bandId/events/:eventId/gig-sheet/share',
  'GET /api/bands/:bandId/events/:eventId/lifts',
  'GET /api/bands/:bandId/venues',
]
/** Lists that name events. */
const eventNameReads: readonly ReadEndpointName[] = ['GET /api/bands/:bandId/songs', 'GET /api/bands/:bandId/enquiries']
const noticeReads: ReadonlySet<ReadEndpointName> = new Set(['GET /api/me/notices', 'GET /api/me/notice-settings'])
/** The endpoints of one band that each kind of change affects. `members` and `notices` are not listed: `isQueryAffectedBy` handles them. */
const readsByChangeKind: Record<Exclude<ChangeKind, 'members' | 'notices'>, readonly ReadEndpointName[]> = {
  // A deleted or restored practice changes when its songs were practised last.
  events: [
    ...calendarReads,
    ...eventReads,
    ...practiceReads,
    ...playedReads,
    ...moneyReads,
    ...eventNameReads,
    activityRead,
  ],
  markup: ['GET /api/bands/:bandId/charts/:chartId/markup'],
  // In set lists, a removed song becomes a line of free text.
  songs: [
    'GET /api/bands/:bandId/songs',
    ...chartReads,
    ...storageReads,
    ...setlistReads,
    ...practiceReads,
    ...playedReads,
    ...recordingReads,
    activityRead,
  ],
  // A deleted set list is removed from its events.
  setlists: [
    ...setlistReads,
    ...chartReads,
    ...calendarReads,
    ...eventReads,
    ...practiceReads,
    ...playedReads,
    activityRead,
  ],
  // Responses of events contain the number of their recordings.
  recordings: [...recordingReads, ...storageReads, ...calendarReads, 'GET /api/bands/:bandId/events/:eventId'],
  // A dep who plays is listed in the event, in the answers and in the clashes.
  deps: [
    'GET /api/bands/:bandId/deps',
    'GET /api/bands/:bandId/clashes',
    ...calendarReads,
    ...eventReads,
    settlementRead,
    activityRead,
  ],
  // Responses of events, songs, set lists and recordings contain the number of their notes.
  notes: [
    'GET /api/bands/:bandId/notes',
    ...calendarReads,
    'GET /api/bands/:bandId/events/:eventId',
    'GET /api/bands/:bandId/songs',
    ...setlistReads,
    ...recordingReads,
  ],
  // The settling of a gig is an activity entry.
  money: [...moneyReads, activityRead],
  invites: ['GET /api/bands/:bandId/members', 'GET /api/bands/:bandId/invites', activityRead],
  // The ledger too: a setting of the band decides who sees it.
  band: ['GET /api/bands/:bandId', 'GET /api/bands/:bandId/ledger', 'GET /api/bands/:bandId/public-page', activityRead],
  enquiries: ['GET /api/bands/:bandId/enquiries'],
}

export function isEventListEndpoint(name: ReadEndpointName): boolean {
  return calendarReads.includes(name)
}

/** An unknown kind of change, as from a newer server, affects every read. */
function canAffect(what: keyof typeof readsByChangeKind, name: ReadEndpointName): boolean {
  return (readsByChangeKind as Partial<typeof readsByChangeKind>)[what]?.includes(name) ?? true
}

export function isQueryAffectedBy(
  queryKey: readonly unknown[],
  { bandId, what, deletedEventIds }: DataChange,
): boolean {
  const endpoint = endpointOfQueryKey(queryKey)
  if (!endpoint) return false
  if (deletedEventIds?.includes(endpoint.address.params?.['eventId'] ?? '')) return false
  // Days away are in the calendars of all bands of their owner.
  if ((what === 'events' || what === 'members') && readsAcrossBands.has(endpoint.name)) return true
  if (what === 'notices') return noticeReads.has(endpoint.name)
  const band = endpoint.address.params?.['bandId']
  const isOfBand = band !== undefined && (bandId === null || band === bandId)
  return isOfBand && (what === 'members' || canAffect(what, endpoint.name))
}

/** Cancels the reads in progress that a change affects: their replies may be from before the change. */
export async function cancelQueriesAffectedBy(client: QueryClient, change: DataChange): Promise<void> {
  await client.cancelQueries({ predicate: ({ queryKey }) => isQueryAffectedBy(queryKey, change) })
}

/** Invalidates the queries that the changes affect. Resolves once the affected queries on screen are refetched. */
export async function invalidateChanges(client: QueryClient, changes: readonly DataChange[]): Promise<void> {
  // GET /api/me first: queries of bands that are no longer in it are not refetched.
  if (changes.some(({ what }) => what === 'members' || what === 'band')) await invalidateMe(client)
  await invalidateQueriesOfOwnBands(client, (queryKey) => changes.some((change) => isQueryAffectedBy(queryKey, change)))
}

export async function invalidateEverything(client: QueryClient, options: InvalidateOptions = {}): Promise<void> {
  await invalidateMe(client, options)
  await invalidateQueriesOfOwnBands(client, () => true, options)
}

export function invalidateMe(client: QueryClient, options: InvalidateOptions = {}): Promise<void> {
  return client.invalidateQueries({ queryKey: queryKeyOf('GET /api/me') }, options)
}

/** Invalidates matching queries, except those of bands that the user has left, which would get 404. */
async function invalidateQueriesOfOwnBands(
  client: QueryClient,
  isWanted: (queryKey: readonly unknown[]) => boolean,
  options: InvalidateOptions = {},
): Promise<void> {
  const me = client.getQueriesData<{ bands: { bandId: string }[] }>({ queryKey: queryKeyOf('GET /api/me') })[0]?.[1]
  const ownBandIds = me?.bands.map(({ bandId }) => bandId) ?? []
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => {
    const endpoint = endpointOfQueryKey(queryKey)
    const bandId = endpoint?.address.params?.['bandId']
    return (
      endpoint?.name !== 'GET /api/me' && isWanted(queryKey) && (bandId === undefined || ownBandIds.includes(bandId))
    )
  }
  await client.invalidateQueries({ predicate }, options)
}
