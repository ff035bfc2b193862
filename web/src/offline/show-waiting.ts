// Applies the waiting changes to the query cache, and to each later response of the server, which does not contain them yet.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { GigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import type { ReadinessStatus, Song } from '@gaffer/domain/songs/song'
import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query'
import { endpointOfQueryKey, type ReadEndpointName } from '#lib/endpoint-query.ts'
import { isEventListEndpoint } from '#lib/invalidation.ts'
import { meQueryOptions } from '#lib/me-query.ts'
import {
  applyPendingAnswers,
  applyPendingAnswersToEvents,
  type PendingAnswer,
} from '#features/events/pending-answers.ts'
import { applyFeedbackToSongs } from '#features/songs/song-feedback.ts'
import type { AnyPathAndQueryParams } from '#lib/endpoint-path.ts'
import { readOutboxState } from './outbox-state.ts'
import type { ResponseBody } from '#lib/request.ts'
import type { OutboxChange } from './outbox-store.ts'

type Read = { name: ReadEndpointName; address: AnyPathAndQueryParams }
type Calendar = ResponseBody<'GET /api/bands/:bandId/calendar'>

let isWatching = false

/** Applies the waiting changes to every later response. */
export function watchQueryCache(client: QueryClient): void {
  if (isWatching) return
  isWatching = true
  // The cache notifies before React renders, so the page never shows a response without the changes.
  client.getQueryCache().subscribe((news) => {
    const isReply = news.type === 'updated' && news.action.type === 'success' && !news.action.manual
    if (isReply) showIn(client, news.query)
  })
}

/** Applies the waiting changes to all cached queries. */
export function applyWaitingChangesToCache(client: QueryClient): void {
  notifyManager.batch(() => {
    for (const query of client.getQueryCache().getAll()) showIn(client, query)
  })
}

function showIn(client: QueryClient, query: Query): void {
  const read = endpointOfQueryKey(query.queryKey)
  const data: unknown = query.state.data
  if (!read || data === undefined) return
  const bands = client.getQueryData(meQueryOptions.queryKey)?.bands ?? []
  const own = new Map(bands.map(({ bandId, id }) => [bandId, id]))
  const shown = applyChangesToReply(read, data, readOutboxState().changes, own)
  if (shown !== data) client.setQueryData(query.queryKey, shown, { updatedAt: query.state.dataUpdatedAt })
}

/** The id of the user's membership by band id. */
type Own = ReadonlyMap<string, string>

/** The reply with the waiting changes applied in order, without refused ones. */
export function applyChangesToReply(read: Read, reply: unknown, changes: readonly OutboxChange[], own: Own): unknown {
  return changes
    .filter(({ problem }) => problem?.kind !== 'refused')
    .reduce((shown, change) => kinds[change.endpoint]?.({ read, reply: shown, change, own }) ?? shown, reply)
}

type Shown = { read: Read; reply: unknown; change: OutboxChange; own: Own }

const isOfBand = ({ read, change }: Shown) => read.address.params?.['bandId'] === change.params['bandId']
const isOfEvent = (shown: Shown) =>
  isOfBand(shown) && shown.read.address.params?.['eventId'] === shown.change.params['eventId']

const showAnswer = (shown: Shown) => {
  const { read, reply, change, own } = shown
  const answer = pendingAnswer(change, own)
  if (read.name !== 'GET /api/bands/:bandId/events/:eventId/answers') {
    return mapEvents(read, reply, (events) => applyPendingAnswersToEvents(events, [answer]))
  }
  return isOfEvent(shown) ? applyPendingAnswers(reply as MemberAnswer[], [answer]) : reply
}

const showEdit = ({ read, reply, change: { params, body } }: Shown) => {
  const { cancelEventIds: _, ...fields } = body as Record<string, unknown>
  const isEdited = ({ id }: CalendarEntry) => id === params['eventId']
  return mapEvents(read, reply, (events) =>
    events.some(isEdited) ? events.map((event) => (isEdited(event) ? { ...event, ...fields } : event)) : events,
  )
}

const showOnSong = (shown: Shown, apply: (songs: Song[], songId: string) => Song[]) => {
  const isList = shown.read.name === 'GET /api/bands/:bandId/songs' && isOfBand(shown)
  return isList ? apply(shown.reply as Song[], shown.change.params['songId'] ?? '') : shown.reply
}

const showReadiness = (shown: Shown) => {
  const { membershipId, status } = shown.change.body as { membershipId: string; status: ReadinessStatus }
  return showOnSong(shown, (songs, songId) => applyFeedbackToSongs(songs, [{ songId, status }], membershipId))
}

const showNotes = (shown: Shown) =>
  showOnSong(shown, (songs, songId) =>
    songs.map((song) => (song.id === songId ? { ...song, ...(shown.change.body as Partial<Song>) } : song)),
  )

const showTicks = (shown: Shown) => {
  const isOfPractice = shown.read.name === 'GET /api/bands/:bandId/events/:eventId/practised' && isOfEvent(shown)
  return isOfPractice ? shown.change.body : shown.reply
}

const showSheet = (shown: Shown) => {
  const isOfGig = shown.read.name === 'GET /api/bands/:bandId/events/:eventId/gig-sheet' && isOfEvent(shown)
  return isOfGig ? { ...(shown.reply as GigSheet), ...(shown.change.body as Partial<GigSheet>) } : shown.reply
}

/** The function that applies a change, by the endpoint of the change. */
const kinds: Record<string, (shown: Shown) => unknown> = {
  'PUT /api/bands/:bandId/events/:eventId/answers/:membershipId': showAnswer,
  'DELETE /api/bands/:bandId/events/:eventId/answers/:membershipId': showAnswer,
  'PATCH /api/bands/:bandId/events/:eventId': showEdit,
  'POST /api/bands/:bandId/songs/:songId/readiness': showReadiness,
  'PATCH /api/bands/:bandId/songs/:songId': showNotes,
  'PUT /api/bands/:bandId/events/:eventId/practised': showTicks,
  'PUT /api/bands/:bandId/events/:eventId/gig-sheet': showSheet,
}

function pendingAnswer({ params, body, madeAt }: OutboxChange, own: Own): PendingAnswer {
  const { bandId = '', membershipId = '', eventId = '' } = params
  const given = (body ?? { answer: null, comment: null }) as Pick<PendingAnswer, 'answer' | 'comment'>
  const ownId = own.get(bandId) ?? null
  const isOwn = membershipId === ownId
  return { ...given, membershipId, eventId, isOwn, setBy: isOwn ? null : ownId, sentAt: new Date(madeAt).toISOString() }
}

function mapEvents({ name }: Read, reply: unknown, apply: (events: CalendarEntry[]) => CalendarEntry[]): unknown {
  if (name === 'GET /api/bands/:bandId/events/:eventId') return apply([reply as CalendarEntry])[0]
  if (!isEventListEndpoint(name)) return reply
  if (Array.isArray(reply)) return apply(reply as CalendarEntry[])
  const calendar = reply as Calendar
  const [bandEvents, otherBandEvents] = [apply(calendar.bandEvents), apply(calendar.otherBandEvents)]
  const isSame = bandEvents === calendar.bandEvents && otherBandEvents === calendar.otherBandEvents
  return isSame ? calendar : { ...calendar, bandEvents, otherBandEvents }
}
