// The first reads of each page: requested by src/prefetch.ts, and otherwise by the loader of the route. The module is small
// and does not use the query cache, because src/prefetch.ts runs before all other scripts.

import { bandIdInHref } from '@gaffer/domain/bands/band-link'
import { startOfMonth, todayInLondon } from '@gaffer/domain/shared/dates'
import { validateCalendarSearch } from '@gaffer/domain/shared/search-parameters'
import { readStored } from '#lib/browser-storage.ts'
import { anyEndpointPathOf } from '#lib/endpoint-path.ts'
import { prefetchResponse } from '#lib/prefetched-responses.ts'
import type { PathAndQueryArguments, ResponseBody } from '#lib/request.ts'
import { readCalendarView } from '#features/events/calendar-view.ts'
import { gridRangeOfMonth, monthAheadRange, yearAheadRange } from '#features/events/date-ranges.ts'
import type { EndpointQueryKey, ReadEndpointName } from '#lib/endpoint-query.ts'
import { findSelectedMembership, readSelection } from '#features/bands/selected-band-store.ts'

type Bands = ResponseBody<'GET /api/me'>['bands']
/** `linkedBandId` is the band id in the `?band=` of the address. */
type PageAddress = { pathname: string; month?: string | undefined; linkedBandId?: string | null }

const queryKeyOfRead = <N extends ReadEndpointName>(
  name: N,
  ...[address]: PathAndQueryArguments<N>
): EndpointQueryKey => [name, address ?? {}]

const eventReads = ['GET /api/bands/:bandId/events/:eventId', 'GET /api/bands/:bandId/events/:eventId/answers'] as const

/** First reads of the pages about the account, which do not depend on a band. */
const accountReads = new Map<string, EndpointQueryKey[]>([
  // Without a maps key the page shows a line about the missing key. If the settings came later, the line would shift the layout.
  ['/profile', [queryKeyOfRead('GET /api/settings')]],
  ['/profile/notices', [queryKeyOfRead('GET /api/me/notice-settings')]],
  ['/notices', [queryKeyOfRead('GET /api/me/notices', { query: {} })]],
])

/** Query keys of the first reads of a page, for the selected band, or for the user's own calendar if no band is selected. */
export function firstQueryKeysOf(
  { pathname, month, linkedBandId = null }: PageAddress,
  bands: Bands,
): EndpointQueryKey[] {
  const linkedMembership = bands.find((membership) => membership.bandId === linkedBandId)
  const bandId = (linkedMembership ?? findSelectedMembership(bands, readSelection()))?.bandId ?? null
  const today = todayInLondon(new Date())
  const grid = gridRangeOfMonth(month ? `${month}-01` : startOfMonth(readCalendarView().day ?? today))
  const page = pathname.split('/')[1]
  const ofAccount = accountReads.get(pathname.replace(/\/$/, ''))
  if (ofAccount) return ofAccount
  if (page === 'bands') return queryKeysOfLinkedBand(pathname, bands)
  if (bandId === null) {
    const keyOfOwnEvents = (query: typeof grid) => queryKeyOfRead('GET /api/me/events', { query })
    return page === 'calendar' ? [keyOfOwnEvents(grid), keyOfOwnEvents(monthAheadRange(today))] : []
  }
  const params = { bandId }
  const upcoming = queryKeyOfRead('GET /api/bands/:bandId/events', { params, query: monthAheadRange(today) })
  const songs = queryKeyOfRead('GET /api/bands/:bandId/songs', { params })
  const setlists = queryKeyOfRead('GET /api/bands/:bandId/setlists', { params })
  const members = queryKeyOfRead('GET /api/bands/:bandId/members', { params })
  const yearOfEvents = queryKeyOfRead('GET /api/bands/:bandId/events', { params, query: yearAheadRange(today) })
  const reads: Record<string, EndpointQueryKey[]> = {
    calendar: [queryKeyOfRead('GET /api/bands/:bandId/calendar', { params, query: grid }), upcoming],
    dashboard: [upcoming, yearOfEvents, songs, setlists],
    songs: [songs],
    setlists: [setlists, songs, members],
  }
  return reads[page ?? ''] ?? []
}

/** Query keys of the first reads of a page below /bands/, which shows the band of its path and not the selected one. */
function queryKeysOfLinkedBand(pathname: string, bands: Bands): EndpointQueryKey[] {
  const [, , bandId = '', kind, id = ''] = pathname.split('/')
  const isMember = bands.some((membership) => membership.bandId === bandId)
  if (isMember && kind === 'recordings') {
    return [queryKeyOfRead('GET /api/bands/:bandId/recordings', { params: { bandId }, query: {} })]
  }
  // The money pages have no first reads: the ledger is an infinite query.
  if (!isMember || id === '' || kind === 'money' || pathname.endsWith('/settlement')) return []
  if (kind === 'charts')
    return [queryKeyOfRead('GET /api/bands/:bandId/charts/:chartId', { params: { bandId, chartId: id } })]
  if (kind === 'options') {
    return [
      queryKeyOfRead('GET /api/bands/:bandId/option-groups/:optionGroupId', { params: { bandId, optionGroupId: id } }),
    ]
  }
  return eventReads.map((name) => queryKeyOfRead(name, { params: { bandId, eventId: id } }))
}

/** Requests the first reads of a page: data of a band only after `/api/me` has said which account is signed in. */
export async function prefetchFirstReads({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Promise<void> {
  // If a sign-out has not reached the server, the page sends the sign-out before any read.
  if (readStored('signOutOwed') !== null) return
  const request = prefetchResponse('/api/me')
  // The first access to session storage blocks until the browser has loaded it. This call does so while the server prepares the response.
  readCalendarView()
  const response = await request
  if (!response) return
  const { bands } = (await response.json()) as ResponseBody<'GET /api/me'>
  const { month } = validateCalendarSearch(Object.fromEntries(new URLSearchParams(search)))
  const linkedBandId = bandIdInHref(search)
  for (const key of firstQueryKeysOf({ pathname, month, linkedBandId }, bands))
    void prefetchResponse(anyEndpointPathOf(...key))
}
