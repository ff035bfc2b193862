// Shows answers that wait in the outbox.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { OptionGroup } from '@gaffer/domain/answers/option-group'
import {
  applyPendingAnswers,
  applyPendingAnswersToEvents,
  type PendingAnswer,
} from '#features/events/pending-answers.ts'
import { mapEvents } from '#features/events/waiting-edits.ts'
import type { ShownResponse, WaitingChangeAppliers } from '#offline/show-waiting.ts'
import { applyAnswersToOptions, pendingAnswersOf, type OptionAnswers } from './options/pending-option-answers.ts'

export const waitingAnswers: WaitingChangeAppliers = {
  'PUT /api/bands/:bandId/events/:eventId/answers/:membershipId': showAnswer,
  'DELETE /api/bands/:bandId/events/:eventId/answers/:membershipId': showAnswer,
  'PUT /api/bands/:bandId/option-groups/:optionGroupId/answers/:membershipId': showOptionAnswers,
}

function showAnswer(shown: ShownResponse): unknown {
  return showAnswers(shown, [pendingAnswer(shown)])
}

function showOptionAnswers(shown: ShownResponse): unknown {
  const { change, own } = shown
  const { bandId = '', membershipId = '' } = change.params
  const { answers } = change.body as Pick<OptionAnswers, 'answers'>
  const sentAt = new Date(change.madeAt).toISOString()
  return showAnswers(shown, pendingAnswersOf({ membershipId, answers }, own.get(bandId) ?? null, sentAt))
}

function showAnswers(shown: ShownResponse, pending: readonly PendingAnswer[]): unknown {
  const { read, reply } = shown
  if (read.name === 'GET /api/bands/:bandId/option-groups/:optionGroupId') {
    return applyAnswersToOptions(reply as OptionGroup, pending)
  }
  if (read.name === 'GET /api/bands/:bandId/events/:eventId/answers') {
    const eventId = read.address.params?.['eventId']
    const ofEvent = pending.filter((one) => one.eventId === eventId)
    return ofEvent.length > 0 ? applyPendingAnswers(reply as MemberAnswer[], ofEvent) : reply
  }
  return mapEvents(shown, (events) => applyPendingAnswersToEvents(events, pending))
}

function pendingAnswer({ change: { params, body, madeAt }, own }: ShownResponse): PendingAnswer {
  const { bandId = '', membershipId = '', eventId = '' } = params
  const given = (body ?? { answer: null, comment: null }) as Pick<PendingAnswer, 'answer' | 'comment'>
  const ownId = own.get(bandId) ?? null
  const isOwn = membershipId === ownId
  return { ...given, membershipId, eventId, isOwn, setBy: isOwn ? null : ownId, sentAt: new Date(madeAt).toISOString() }
}
