// Shows answers that wait in the outbox.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import {
  applyPendingAnswers,
  applyPendingAnswersToEvents,
  type PendingAnswer,
} from '#features/events/pending-answers.ts'
import { mapEvents } from '#features/events/waiting-edits.ts'
import { isOfSameEvent, type ShownResponse, type WaitingChangeAppliers } from '#offline/show-waiting.ts'

export const waitingAnswers: WaitingChangeAppliers = {
  'PUT /api/bands/:bandId/events/:eventId/answers/:membershipId': showAnswer,
  'DELETE /api/bands/:bandId/events/:eventId/answers/:membershipId': showAnswer,
}

function showAnswer(shown: ShownResponse): unknown {
  const { read, reply } = shown
  const answer = pendingAnswer(shown)
  if (read.name !== 'GET /api/bands/:bandId/events/:eventId/answers') {
    return mapEvents(shown, (events) => applyPendingAnswersToEvents(events, [answer]))
  }
  return isOfSameEvent(shown) ? applyPendingAnswers(reply as MemberAnswer[], [answer]) : reply
}

function pendingAnswer({ change: { params, body, madeAt }, own }: ShownResponse): PendingAnswer {
  const { bandId = '', membershipId = '', eventId = '' } = params
  const given = (body ?? { answer: null, comment: null }) as Pick<PendingAnswer, 'answer' | 'comment'>
  const ownId = own.get(bandId) ?? null
  const isOwn = membershipId === ownId
  return { ...given, membershipId, eventId, isOwn, setBy: isOwn ? null : ownId, sentAt: new Date(madeAt).toISOString() }
}
