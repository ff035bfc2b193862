// Members' answers to an event. A new answer is shown before the server has replied: see pending-answers.ts.

import type { Answer } from '@gaffer/domain/answer'
import type { Event } from '@gaffer/domain/event'
import { useMutation, useMutationState, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { afterPaint } from '#lib/after-paint.ts'
import { newIdempotencyKey, type ResponseBody } from '#lib/request.ts'
import { useEndpointMutation } from './endpoint-mutation.ts'
import { endpointOf, endpointQuery } from './endpoint-query.ts'
import { invalidateChanges, isCalendar } from './invalidation.ts'
import { withAnswers, withOwnAnswers, type AnswerChange, type PendingAnswer } from './pending-answers.ts'
import { sendOrKeep } from './send-or-keep.ts'

export type { Answer, AnswerChange }

type EventKey = { bandId: string; eventId: string }

const mutationKey = ['answer']
const bandKey = (bandId: string) => [...mutationKey, bandId]
const answersQuery = (params: EventKey) => endpointQuery('GET /api/bands/:bandId/events/:eventId/answers', { params })

/** The answers that are being sent, oldest first. */
function usePendingAnswers(): PendingAnswer[] {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as PendingAnswer,
  })
}

/** The events with the user's pending answers applied; undefined stays undefined. */
export function useOptimisticAnswers(events: Event[] | undefined): Event[] | undefined {
  const pending = usePendingAnswers()
  return useMemo(() => events && withOwnAnswers(events, pending), [events, pending])
}

/** Every active member's answer, in the order of members. */
export function useAnswers(key: EventKey) {
  const { data, error, refetch, isFetching } = useQuery(answersQuery(key))
  const pending = usePendingAnswers()
  const answers = useMemo(() => {
    const ofEvent = pending.filter(({ eventId }) => eventId === key.eventId)
    return data && withAnswers(data, ofEvent)
  }, [data, pending, key.eventId])
  return { answers, error, refetch, isFetching }
}

/**
 * Sends answers, or keeps them in the outbox without a network. Answers to one event are sent one after another, so that the last one
 * wins. `ownId` is the id of the user's membership, `subject` the event's name.
 */
export function useSetAnswer({ bandId, eventId }: EventKey, ownId: string, subject: string) {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationKey: bandKey(bandId),
    scope: { id: `answers of ${eventId}` },
    mutationFn: (sent: PendingAnswer) => sendAnswer(bandId, subject, sent),
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
  subject: string,
  { eventId, membershipId, answer, comment }: PendingAnswer,
): Promise<void> {
  await afterPaint()
  const address = { params: { bandId, eventId, membershipId }, idempotencyKey: newIdempotencyKey() }
  const about = { id: eventId, subject }
  if (answer === null) {
    await sendOrKeep('DELETE /api/bands/:bandId/events/:eventId/answers/:membershipId', address, about)
  } else {
    const input = { ...address, body: { answer, ...(comment !== undefined && { comment }) } }
    await sendOrKeep('PUT /api/bands/:bandId/events/:eventId/answers/:membershipId', input, about)
  }
}

type Calendar = ResponseBody<'GET /api/bands/:bandId/calendar'>

const eventsPredicate = ({ queryKey }: { queryKey: readonly unknown[] }) => {
  const name = endpointOf(queryKey)?.name
  return name !== undefined && isCalendar(name)
}
const eventQuery = (params: EventKey) => endpointQuery('GET /api/bands/:bandId/events/:eventId', { params })

async function cancelReads(client: QueryClient, key: EventKey): Promise<void> {
  await Promise.all([
    client.cancelQueries({ predicate: eventsPredicate }),
    client.cancelQueries({ queryKey: eventQuery(key).queryKey }),
    client.cancelQueries({ queryKey: answersQuery(key).queryKey }),
  ])
}

/** Writes a stored answer into the cached queries, until they are refetched. */
function writeAnswer(client: QueryClient, key: EventKey, sent: PendingAnswer): void {
  const apply = (events: Event[]) => withOwnAnswers(events, [sent])
  client.setQueryData(answersQuery(key).queryKey, (answers) => answers && withAnswers(answers, [sent]))
  client.setQueryData(eventQuery(key).queryKey, (event) => event && apply([event])[0])
  client.setQueriesData<Event[] | Calendar>({ predicate: eventsPredicate }, (data) => {
    if (data === undefined || Array.isArray(data)) return data && apply(data)
    return { ...data, bandEvents: apply(data.bandEvents), otherBandEvents: apply(data.otherBandEvents) }
  })
}

/** Reminds the members without an answer. */
export function useNudge({ bandId, eventId }: EventKey) {
  return useEndpointMutation('POST /api/bands/:bandId/events/:eventId/nudge', {
    changes: 'events',
    input: () => ({ params: { bandId, eventId } }),
  })
}
