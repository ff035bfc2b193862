import { useQueryClient } from '@tanstack/react-query'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { generateIdempotencyKey } from '#lib/request.ts'
import { makeChange } from '#offline/make-change.ts'
import type { AnswerChange } from './apply-answers.ts'
import './apply-answers.ts'

/** Returns a function that sets or withdraws a member's answer, with an optimistic update. It rejects if the server refuses the answer. */
export function useSetAnswer({ bandId, eventId }: EventPathParams, eventName: string) {
  const client = useQueryClient()
  return async ({ membershipId, answer, comment }: AnswerChange): Promise<void> => {
    const address = { params: { bandId, eventId, membershipId }, idempotencyKey: generateIdempotencyKey() }
    const answeredEvent = { id: eventId, name: eventName }
    if (answer === null) {
      await makeChange(
        client,
        'DELETE /api/bands/:bandId/events/:eventId/answers/:membershipId',
        address,
        answeredEvent,
      )
    } else {
      const input = { ...address, body: { answer, ...(comment !== undefined && { comment }) } }
      await makeChange(client, 'PUT /api/bands/:bandId/events/:eventId/answers/:membershipId', input, answeredEvent)
    }
  }
}
