// Members' answers to an event. A new answer is shown before the server has replied: see pending-answers.ts.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { waitForPaint } from '#lib/after-paint.ts'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { generateIdempotencyKey, type ResponseBody } from '#lib/request.ts'
import { endpointOfQueryKey, endpointQueryOptions } from '#lib/endpoint-query.ts'
import { invalidateChanges, isEventListEndpoint } from '#lib/invalidation.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import {
  answerMutationKey,
  applyPendingAnswers,
  applyPendingAnswersToEvents,
  usePendingAnswers,
  type AnswerChange,
  type PendingAnswer,
} from '#features/events/pending-answers.ts'
import { sendOrKeepInOutbox } from '#offline/send-or-keep.ts'

export type { MemberAnswer, AnswerChange }

const bandKey = (bandId: string) => [...answerMutationKey, bandId]
const answersQuery = (params: EventPathParams) =>
  endpointQueryOptions('GET /api/bands/:bandId/events/:eventId/answers', { params })

/** Every active member's answer, in the order of members. */
export function useAnswers(key: EventPathParams) {
  const { data, error, refetch, isFetching } = useEndpoint('GET /api/bands/:bandId/events/:eventId/answers', {
    params: key,
  })
  const pending = usePendingAnswers()
  const shown = useMemo(() => {
    const ofEvent = pending.filter(({ eventId }) => eventId === key.eventId)
    return data && applyPendingAnswers(data, ofEvent)
  }, [data, pending, key.eventId])
  return { data: shown, error, refetch, isFetching }
}

/**
 * Sends answers, or keeps them in the outbox without a network. Answers to one event are sent one after another, so that the last one
 * wins. `ownId` is the id of the user's membership, `eventName` the event's name.
 */
export function useSetAnswer({ bandId, eventId }: EventPathParams, ownId: string, eventName: string) {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationKey: bandKey(bandId),
    meta: { failure: null },
    scope: { id: `answers of ${eventId}` },
    mutationFn: (sent: PendingAnswer) => sendAnswer(bandId, eventName, sent),
    onSuccess: async (_reply, sent) => {
      // A read that began before this write would undo it on screen.
      await cancelReads(client, { bandId, eventId })
      writeAnswer(client, { bandId, eventId }, sent)
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: bandKey(bandId) }) === 1)
        void invalidateChanges(client, [{ bandId, what: 'events' }])
    },
  })
  return (change: AnswerChange) => {
    const isOwn = change.membershipId === ownId
    return mutateAsync({ ...change, eventId, isOwn, setBy: isOwn ? null : ownId, sentAt: new Date().toISOString() })
  }
}

async function sendAnswer(
  bandId: string,
  eventName: string,
  { eventId, membershipId, answer, comment }: PendingAnswer,
): Promise<void> {
  await waitForPaint()
  const address = { params: { bandId, eventId, membershipId }, idempotencyKey: generateIdempotencyKey() }
  const about = { id: eventId, name: eventName }
  if (answer === null) {
    await sendOrKeepInOutbox('DELETE /api/bands/:bandId/events/:eventId/answers/:membershipId', address, about)
  } else {
    const input = { ...address, body: { answer, ...(comment !== undefined && { comment }) } }
    await sendOrKeepInOutbox('PUT /api/bands/:bandId/events/:eventId/answers/:membershipId', input, about)
  }
}

type Calendar = ResponseBody<'GET /api/bands/:bandId/calendar'>

const eventsPredicate = ({ queryKey }: { queryKey: readonly unknown[] }) => {
  const name = endpointOfQueryKey(queryKey)?.name
  return name !== undefined && isEventListEndpoint(name)
}
const eventQuery = (params: EventPathParams) =>
  endpointQueryOptions('GET /api/bands/:bandId/events/:eventId', { params })

async function cancelReads(client: QueryClient, key: EventPathParams): Promise<void> {
  await Promise.all([
    client.cancelQueries({ predicate: eventsPredicate }),
    client.cancelQueries({ queryKey: eventQuery(key).queryKey }),
    client.cancelQueries({ queryKey: answersQuery(key).queryKey }),
  ])
}

/** Writes an answer that the server or the outbox has accepted into the cached queries. The next refetch replaces it. */
function writeAnswer(client: QueryClient, key: EventPathParams, sent: PendingAnswer): void {
  const apply = <Entry extends CalendarEntry>(events: Entry[]) => applyPendingAnswersToEvents(events, [sent])
  client.setQueryData(answersQuery(key).queryKey, (answers) => answers && applyPendingAnswers(answers, [sent]))
  client.setQueryData(eventQuery(key).queryKey, (event) => event && apply([event])[0])
  client.setQueriesData<CalendarEntry[] | Calendar>({ predicate: eventsPredicate }, (data) => {
    if (data === undefined || Array.isArray(data)) return data && apply(data)
    return { ...data, bandEvents: apply(data.bandEvents), otherBandEvents: apply(data.otherBandEvents) }
  })
}
