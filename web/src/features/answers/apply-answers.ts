// Optimistic updates: applies answers that the server has not stored yet to the cached replies.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { OptionGroup } from '@gaffer/domain/answers/option-group'
import { mergeAnswerComment } from '@gaffer/domain/answers/answer-comment'
import type { AnswerCounts, AnswerValue, CalendarEntry } from '@gaffer/domain/events/event'
import { mapEvents, readsWithEvents } from '#features/events/apply-event-edits.ts'
import type { ReadEndpointName } from '#lib/endpoint-query.ts'
import { registerChangeAppliers, type ShownReply } from '#lib/shown-changes.ts'

/** A change of a member's answer. A null `answer` withdraws it. Without `comment`, an unchanged answer keeps its stored comment. */
export type AnswerChange = {
  membershipId: string
  answer: AnswerValue | null
  comment?: string | null
}

/** An answer that the server has not stored yet. `isOwn` is false if the user answers for another member. */
export type PendingAnswer = AnswerChange & {
  eventId: string
  isOwn: boolean
  setBy: string | null
  /** An ISO 8601 time. */ answeredAt: string
}

/** Answers of one member to some options of a group. */
export type OptionAnswers = {
  membershipId: string
  answers: { eventId: string; answer: AnswerValue }[]
}

const eventAnswersEndpoint: ReadEndpointName = 'GET /api/bands/:bandId/events/:eventId/answers'
const optionGroupEndpoint: ReadEndpointName = 'GET /api/bands/:bandId/option-groups/:optionGroupId'
const answerApplier = {
  reads: [...readsWithEvents, eventAnswersEndpoint, optionGroupEndpoint],
  apply: applyAnswersToReply,
}

registerChangeAppliers({
  'PUT /api/bands/:bandId/events/:eventId/answers/:membershipId': answerApplier,
  'DELETE /api/bands/:bandId/events/:eventId/answers/:membershipId': answerApplier,
  'PUT /api/bands/:bandId/option-groups/:optionGroupId/answers/:membershipId': answerApplier,
})

function applyAnswersToReply(shown: ShownReply): unknown {
  return pendingAnswersOf(shown).reduce((reply, answer) => applyAnswer({ ...shown, reply }, answer), shown.reply)
}

function applyAnswer(shown: ShownReply, answer: PendingAnswer): unknown {
  const { read, reply } = shown
  if (read.name === optionGroupEndpoint) return applyAnswerToOptions(reply as OptionGroup, answer)
  if (read.name !== eventAnswersEndpoint) return mapEvents(shown, (events) => applyAnswerToEvents(events, answer))
  const isOfEvent = read.address.params?.['eventId'] === answer.eventId
  return isOfEvent ? applyAnswerToMembers(reply as MemberAnswer[], answer) : reply
}

/** The answers that one outbox change sets: one for an event, or several for the options of a group. */
function pendingAnswersOf({ change: { params, body, madeAt }, own }: ShownReply): PendingAnswer[] {
  const { bandId = '', membershipId = '', eventId } = params
  const ownId = own.get(bandId) ?? null
  const isOwn = membershipId === ownId
  const sharedFields = { membershipId, isOwn, setBy: isOwn ? null : ownId, answeredAt: new Date(madeAt).toISOString() }
  if (eventId === undefined) return (body as OptionAnswers).answers.map((given) => ({ ...given, ...sharedFields }))
  const answerBody = (body ?? { answer: null, comment: null }) as Pick<PendingAnswer, 'answer' | 'comment'>
  return [{ ...answerBody, eventId, ...sharedFields }]
}

/** Returns the same object if the answer is not to an option of this group. */
function applyAnswerToOptions(group: OptionGroup, pending: PendingAnswer): OptionGroup {
  if (!group.events.some(({ id }) => id === pending.eventId)) return group
  return {
    events: applyAnswerToEvents(group.events, pending),
    answers: group.answers.map((of) =>
      of.eventId === pending.eventId ? { ...of, answers: applyAnswerToMembers(of.answers, pending) } : of,
    ),
  }
}

/** Applies the user's own answer. Returns the same list for another member's answer, and if the answered event is not in the list. */
export function applyAnswerToEvents<Entry extends CalendarEntry>(events: Entry[], pending: PendingAnswer): Entry[] {
  const isAnswered = ({ id }: Entry) => id === pending.eventId
  if (!pending.isOwn || !events.some(isAnswered)) return events
  return events.map((event) => (isAnswered(event) ? applyOwnAnswer(event, pending) : event))
}

function applyOwnAnswer<Entry extends CalendarEntry>(event: Entry, { answer }: PendingAnswer): Entry {
  const counts = event.answerCounts
  if (counts === null || event.myAnswer === answer) return event
  const unansweredKind: keyof AnswerCounts = counts.none > 0 || counts.away === 0 ? 'none' : 'away'
  const [from, to] = [event.myAnswer ?? unansweredKind, answer ?? ('none' as const)]
  return {
    ...event,
    myAnswer: answer,
    answerCounts: { ...counts, [from]: Math.max(0, counts[from] - 1), [to]: counts[to] + 1 },
  }
}

export function applyAnswerToMembers(answers: MemberAnswer[], pending: PendingAnswer): MemberAnswer[] {
  return answers.map((row) => (row.membershipId === pending.membershipId ? applyToMemberAnswer(row, pending) : row))
}

function applyToMemberAnswer(row: MemberAnswer, pending: PendingAnswer): MemberAnswer {
  const { answer, setBy, answeredAt } = pending
  const changes =
    answer === null
      ? { comment: null, setBy: null, answeredAt: null }
      : { comment: mergeAnswerComment({ ...pending, answer }, row), setBy, answeredAt }
  return { ...row, ...changes, answer, isStale: false, isAway: false }
}
