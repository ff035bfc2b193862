// Shows waiting changes in what was read: in the queries that are cached, and in every later reply that lacks them still.

import type { Answer } from '@gaffer/domain/answer'
import type { Event } from '@gaffer/domain/event'
import type { ReadinessStatus, Song } from '@gaffer/domain/song'
import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query'
import { endpointOf, type ReadName } from '#api/endpoint-query.ts'
import { isCalendar } from '#api/invalidation.ts'
import { meQuery } from '#api/me.ts'
import { withAnswers, withOwnAnswers, type PendingAnswer } from '#api/pending-answers.ts'
import { withFeedback } from '#api/songs.ts'
import type { AnyAddress } from '#lib/fill-address.ts'
import { readWaiting } from '#lib/waiting-changes.ts'
import type { Reply } from '#lib/request.ts'
import type { Change } from './outbox-store.ts'

type Read = { name: ReadName; address: AnyAddress }
type Calendar = Reply<'GET /api/bands/:bandId/calendar'>

let isWatching = false

/** Applies what waits to everything that is cached, and from then on to every reply. */
export function showInQueries(client: QueryClient): void {
  const cache = client.getQueryCache()
  notifyManager.batch(() => {
    for (const query of cache.getAll()) showIn(client, query)
  })
  if (isWatching) return
  isWatching = true
  // Called before the reply is drawn: the page never shows it without the changes.
  cache.subscribe((news) => {
    const isReply = news.type === 'updated' && news.action.type === 'success' && !news.action.manual
    if (isReply) showIn(client, news.query)
  })
}

function showIn(client: QueryClient, query: Query): void {
  const read = endpointOf(query.queryKey)
  const data: unknown = query.state.data
  if (!read || data === undefined) return
  const bands = client.getQueryData(meQuery.queryKey)?.bands ?? []
  const own = new Map(bands.map(({ bandId, id }) => [bandId, id]))
  const shown = withChanges(read, data, readWaiting().changes, own)
  if (shown !== data) client.setQueryData(query.queryKey, shown, { updatedAt: query.state.dataUpdatedAt })
}

/** The user's membership in each band. */
type Own = ReadonlyMap<string, string>

/** The reply with the waiting changes applied in their order. */
export function withChanges(read: Read, reply: unknown, changes: readonly Change[], own: Own): unknown {
  return changes
    .filter(({ problem }) => problem?.kind !== 'refused')
    .reduce((shown, change) => withChange(read, shown, change, own), reply)
}

const songsRead = 'GET /api/bands/:bandId/songs'
const practisedRead = 'GET /api/bands/:bandId/events/:eventId/practised'
const answersRead = 'GET /api/bands/:bandId/events/:eventId/answers'
const eventRead = 'GET /api/bands/:bandId/events/:eventId'

function withChange(read: Read, reply: unknown, change: Change, own: Own): unknown {
  const { name, params } = change
  const body = (change.body ?? {}) as Record<string, unknown>
  const isOfBand = read.address.params?.['bandId'] === params['bandId']
  const isOfEvent = isOfBand && read.address.params?.['eventId'] === params['eventId']
  switch (name) {
    case 'PUT /api/bands/:bandId/events/:eventId/answers/:membershipId':
    case 'DELETE /api/bands/:bandId/events/:eventId/answers/:membershipId': {
      const answer = pendingAnswer(change, own)
      if (read.name === answersRead) return isOfEvent ? withAnswers(reply as Answer[], [answer]) : reply
      return mapEvents(read, reply, (events) => withOwnAnswers(events, [answer]))
    }
    case 'PATCH /api/bands/:bandId/events/:eventId': {
      const { cancelEventIds: _, ...fields } = body
      return mapEvents(read, reply, (events) =>
        events.some(({ id }) => id === params['eventId'])
          ? events.map((event) => (event.id === params['eventId'] ? { ...event, ...fields } : event))
          : events,
      )
    }
    case 'POST /api/bands/:bandId/songs/:songId/readiness': {
      const { membershipId, status } = body as { membershipId: string; status: ReadinessStatus }
      if (read.name !== songsRead || !isOfBand) return reply
      return withFeedback(reply as Song[], [{ songId: params['songId'] ?? '', status }], membershipId)
    }
    case 'PATCH /api/bands/:bandId/songs/:songId':
      if (read.name !== songsRead || !isOfBand) return reply
      return (reply as Song[]).map((song) => (song.id === params['songId'] ? { ...song, ...body } : song))
    case 'PUT /api/bands/:bandId/events/:eventId/practised':
      return read.name === practisedRead && isOfEvent ? body : reply
    default:
      return reply
  }
}

function pendingAnswer({ params, body, madeAt }: Change, own: Own): PendingAnswer {
  const { bandId = '', membershipId = '', eventId = '' } = params
  const given = (body ?? { answer: null, comment: null }) as Pick<PendingAnswer, 'answer' | 'comment'>
  const ownId = own.get(bandId) ?? null
  const isOwn = membershipId === ownId
  return { ...given, membershipId, eventId, isOwn, setBy: isOwn ? null : ownId, sentAt: new Date(madeAt).toISOString() }
}

function mapEvents({ name }: Read, reply: unknown, apply: (events: Event[]) => Event[]): unknown {
  if (name === eventRead) return apply([reply as Event])[0]
  if (!isCalendar(name)) return reply
  if (Array.isArray(reply)) return apply(reply as Event[])
  const calendar = reply as Calendar
  const [bandEvents, otherBandEvents] = [apply(calendar.bandEvents), apply(calendar.otherBandEvents)]
  const isSame = bandEvents === calendar.bandEvents && otherBandEvents === calendar.otherBandEvents
  return isSame ? calendar : { ...calendar, bandEvents, otherBandEvents }
}
