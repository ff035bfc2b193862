// Composes the notices of a settled change to an event: recipients and texts.

import { answerRefusalMessageFor } from '@gaffer/domain/answers/answer-refusal'
import {
  hasStartOrPlaceChanged,
  findNoticeableEventChange,
  type EventSnapshot,
  type NoticeableEventChange,
} from '@gaffer/domain/events/event-change'
import { eventEnd, eventStart, latestEventStart } from '@gaffer/domain/events/event-times'
import { limits } from '@gaffer/domain/shared/limits'
import { formatNotice, type NoticeContent } from '@gaffer/domain/notices/format-notice'
import type { SeriesDatesSummary } from '@gaffer/domain/notices/notice-words'
import type { NoticeRecipient, NoticeEvent } from './notice-facts-store.ts'
import type { EventChangeFacts } from '@gaffer/domain/events/event-change'
import { findActorForRecipient, toNoticeDraft, type NoticeDraft } from './notice-draft.ts'

const hourMs = 3_600_000

type EventNoticeInput = {
  facts: Pick<EventChangeFacts, 'before' | 'wasRestored'>
  /** The time of the first change that the notice reports. */
  beganAt: Date
  /** Set if `event` is the first of several dates of a series with the same change. */
  dates?: SeriesDatesSummary | undefined
  actorIds: readonly string[]
  members: readonly NoticeRecipient[]
  /** The event as it is now. */
  event: NoticeEvent
  /** The users to notify if the event was restored; empty for other changes. */
  recipientsOfRestore: ReadonlySet<string>
  now: number
}

/** Composes at most one notice for each member. */
export function composeEventNotices(input: EventNoticeInput): NoticeDraft[] {
  const { facts, actorIds, members, event, recipientsOfRestore, now } = input
  const context = deriveChangeContext(input)
  if (!isNotifiable(context, now)) return []
  const { before, isMove } = context
  const versions = before ? [event, before] : [event]
  const startsAt = findNearestStart(versions, now)
  const isUrgent = Math.abs(startsAt - now) <= limits.urgentHours * hourMs

  return members.flatMap((member) => {
    const actor = findActorForRecipient(member, actorIds, members)
    if (!actor || (facts.wasRestored && !recipientsOfRestore.has(member.userId))) return []
    const content = findQuestionFor(member, context, actor.name) ?? findChangeFor(member, context, actor.name)
    if (!content) return []
    const { kind } = content
    const isForText =
      (kind === 'event.cancelled' || isMove) &&
      versions.some((version) => canStartWithin(version, limits.noticeTextHours, now))
    const words = formatWords(content, context, actor.name)
    return [toNoticeDraft(member, kind, words, { event, namedUserId: actor.userId, isForText, isUrgent, startsAt })]
  })
}

type ChangeContext = {
  beganAt: Date
  dates: SeriesDatesSummary | undefined
  change: NoticeableEventChange | null
  before: EventSnapshot | null
  event: NoticeEvent
  /** Whether the event asks for answers and can be answered now. */
  isAsking: boolean
  /** Whether the event asks for answers now and did not ask before the change. */
  hasStartedAsking: boolean
  isMove: boolean
}

function deriveChangeContext({ facts, beganAt, dates, event, now }: EventNoticeInput): ChangeContext {
  const { before } = facts
  const change = findNotifiableChange(facts, event)
  const isOn = !event.isDeleted && event.status !== 'cancelled'
  const isAsking = isOn && event.asksAnswers && answerRefusalMessageFor(event, new Date(now)) === null
  const hasStartedAsking = isAsking && (change?.kind === 'event.added' || (before !== null && !before.asksAnswers))
  return {
    beganAt,
    change,
    before,
    event,
    dates,
    isAsking,
    hasStartedAsking,
    isMove: before !== null && isOn && hasStartOrPlaceChanged(before, event),
  }
}

/**
 * False if the event was over before and after the change, and for an option that was cancelled because another option was confirmed:
 * members get the notice of the confirmed option.
 */
function isNotifiable({ change, before, event }: ChangeContext, now: number): boolean {
  if (isOver(event, before, now)) return false
  return !(change?.kind === 'event.cancelled' && event.hasLostToOption)
}

/** Whether the days of the event are over, before and after the change. `before` is null for an added event. */
export function isOver(event: EventSnapshot, before: EventSnapshot | null, now: number): boolean {
  return eventEnd(event) <= now && (before === null || eventEnd(before) <= now)
}

/** Null if there is nothing to notify about, such as an event without answers that was deleted soon after it was added. */
function findNotifiableChange(
  { before, wasRestored }: EventNoticeInput['facts'],
  event: NoticeEvent,
): NoticeableEventChange | null {
  const change = findNoticeableEventChange(before, event.isDeleted ? null : event)
  if (change && event.isDeleted) return isDeletionNotifiable(event) ? change : null
  return change?.kind === 'event.added' && wasRestored ? { kind: 'event.restored', parts: [] } : change
}

/** Whether the deleted event had answers, or was shown for longer than `limits.deletionNotifiedAfterMinutes`. */
export function isDeletionNotifiable({ answerCount, createdAt, deletedAt }: NoticeEvent): boolean {
  const shownMs = (deletedAt?.getTime() ?? 0) - createdAt.getTime()
  return answerCount > 0 || shownMs > limits.deletionNotifiedAfterMinutes * 60_000
}

/** Returns the question to a member without an answer to the present schedule; null if no answer is needed, or the member was asked already. */
function findQuestionFor(
  member: NoticeRecipient,
  { event, dates, change, isAsking, hasStartedAsking, isMove, beganAt }: ChangeContext,
  by: string | null,
): NoticeContent | null {
  if (!isAsking) return null
  const { answer: previousAnswer } = member
  const isFirstAsk = hasStartedAsking && previousAnswer === null
  const isAskedAgain =
    previousAnswer === null
      ? isMove
      : member.isStale && (isMove || change?.kind === 'event.restored' || hasAnsweredSince(member, beganAt))
  if (!isFirstAsk && !isAskedAgain) return null
  return { kind: 'answer.asked', event, dates, by, replyBy: event.replyBy, previousAnswer }
}

/** Whether the member answered after the first change that the notice reports: maybe for a schedule that no notice mentioned. */
function hasAnsweredSince({ answeredAt }: NoticeRecipient, beganAt: Date): boolean {
  return answeredAt !== null && answeredAt >= beganAt
}

/** Returns null without a change, and for a member who has answered a new event, unless the event moved after the answer. */
function findChangeFor(
  { answer, isStale }: NoticeRecipient,
  { change, before, event, dates }: ChangeContext,
  by: string | null,
): NoticeContent | null {
  if (!change) return null
  switch (change.kind) {
    case 'event.added':
      return answer === null || isStale ? { kind: 'event.added', event, dates, by } : null
    case 'event.cancelled':
      return { kind: 'event.cancelled', event: event.isDeleted && before ? before : event, dates, by }
    default:
      return { kind: change.kind, before: before ?? event, event, dates, by }
  }
}

/** Formats the text of the notice. A question after a move or a restore begins with a description of the change. */
function formatWords(
  content: NoticeContent,
  { change, before, event, dates, isMove }: ChangeContext,
  by: string | null,
) {
  const words = formatNotice(content, null)
  const isRestored = change?.kind === 'event.restored'
  if (content.kind !== 'answer.asked' || !(isMove || isRestored)) return words
  const kind = isRestored ? 'event.restored' : 'event.changed'
  const changeWords = formatNotice({ kind, before: before ?? event, event, dates, by }, null)
  const withoutPlace = { ...event, venue: null, location: null }
  const question = formatNotice({ ...content, event: withoutPlace, dates: undefined, by: null }, null)
  return { title: words.title, body: [changeWords.body, question.body].filter(Boolean).join(' ') }
}

/** Whether the event can start in the next `hours`. An event without a start time can start until its first day is over. */
function canStartWithin(event: EventSnapshot, hours: number, now: number): boolean {
  return latestEventStart(event) >= now && eventStart(event) - now <= hours * hourMs
}

export function isStartWithin(startsAt: number, hours: number, now: number): boolean {
  return startsAt >= now && startsAt - now <= hours * hourMs
}

/** Returns the start nearest to now, for example of the two starts of an event that moved: a gig tonight that moves to next week is urgent. */
export function findNearestStart(events: readonly EventSnapshot[], now: number): number {
  return events
    .map(eventStart)
    .reduce((nearest, start) => (Math.abs(start - now) < Math.abs(nearest - now) ? start : nearest))
}
