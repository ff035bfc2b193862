// Composes the notices of a settled change to an event: recipients and texts.

import { answerRefusalMessageFor } from '@gaffer/domain/answer-refusal'
import { londonInstant, todayInLondon } from '@gaffer/domain/dates'
import {
  hasStartOrPlaceChanged,
  findNoticeableEventChange,
  type EventSnapshot,
  type NoticeableEventChange,
} from '@gaffer/domain/event-change'
import { limits } from '@gaffer/domain/limits'
import { formatNotice, type NoticeContent, type SeriesDatesSummary } from '@gaffer/domain/format-notice'
import { lastDayOfSpan } from '@gaffer/domain/span'
import type { NoticeRecipient, NoticeEvent } from './notice-facts-store.ts'
import type { EventChangeFacts } from './pending-store.ts'
import { actorForRecipient, toNoticeDraft, type NoticeDraft } from './notice-draft.ts'

const hourMs = 3_600_000

type Input = {
  facts: Pick<EventChangeFacts, 'before' | 'wasRestored'>
  /** The event is the first of several dates of a series with the same change. */
  dates?: SeriesDatesSummary | undefined
  actorIds: readonly string[]
  members: readonly NoticeRecipient[]
  /** The event as it is now. */
  event: NoticeEvent
  /** Users with a notice of its deletion; only for an event that was restored. */
  recipientsOfEnd: ReadonlySet<string>
  now: number
}

/** One notice at most for each member. */
export function composeEventNotices(input: Input): NoticeDraft[] {
  const { facts, actorIds, members, event, recipientsOfEnd, now } = input
  const situation = situationOf(input)
  if (!isNotifiable(situation, now)) return []
  const { before, isMove } = situation
  const startsAt = nearestStart([event, ...(before ? [before] : [])], now)
  const isUrgent = Math.abs(startsAt - now) <= limits.urgentHours * hourMs

  return members.flatMap((member) => {
    const actor = actorForRecipient(member, actorIds, members)
    if (!actor || (facts.wasRestored && !recipientsOfEnd.has(member.userId))) return []
    const content = askFor(member, situation, actor.name) ?? changeFor(member, situation, actor.name)
    if (!content) return []
    const { kind } = content
    const isForText = (kind === 'event.cancelled' || isMove) && startsWithin(startsAt, limits.noticeTextHours, now)
    const words = wordsFor(content, isMove && before ? { before, event, by: actor.name } : null)
    return [toNoticeDraft(member, kind, words, { event, namedUserId: actor.userId, isForText, isUrgent, startsAt })]
  })
}

type Situation = {
  dates: SeriesDatesSummary | undefined
  change: NoticeableEventChange | null
  before: EventSnapshot | null
  event: NoticeEvent
  /** Members may answer, and are asked to. */
  isAsking: boolean
  /** It did not ask before. */
  startsAsking: boolean
  isMove: boolean
}

function situationOf({ facts, dates, event, now }: Input): Situation {
  const { before } = facts
  const change = notifiableChange(facts, event)
  const isOn = !event.isDeleted && event.status !== 'cancelled'
  const isAsking = isOn && event.asksAnswers && answerRefusalMessageFor(event, new Date(now)) === null
  const startsAsking = isAsking && (change?.kind === 'event.added' || (before !== null && !before.asksAnswers))
  return {
    change,
    before,
    event,
    dates,
    isAsking,
    startsAsking,
    isMove: before !== null && isOn && hasStartOrPlaceChanged(before, event),
  }
}

/** No notices about past events, nor about the options that a confirmed one cancelled: the confirmed one has a notice. */
function isNotifiable({ change, before, event, startsAsking }: Situation, now: number): boolean {
  if (!change && !startsAsking) return false
  if (isOver(event, now) && (before === null || isOver(before, now))) return false
  return !(change?.kind === 'event.cancelled' && event.lostToOption)
}

/** Null if there is nothing to notify about, such as an event without answers that was deleted soon after it was added. */
function notifiableChange({ before, wasRestored }: Input['facts'], event: NoticeEvent): NoticeableEventChange | null {
  const change = findNoticeableEventChange(before, event.isDeleted ? null : event)
  if (change && event.isDeleted) return isDeletionNotifiable(event) ? change : null
  return change?.kind === 'event.added' && wasRestored ? { kind: 'event.restored', parts: [] } : change
}

function isDeletionNotifiable({ answerCount, createdAt, deletedAt }: NoticeEvent): boolean {
  const shownMs = (deletedAt?.getTime() ?? 0) - createdAt.getTime()
  return answerCount > 0 || shownMs > limits.deletionNotifiedAfterMinutes * 60_000
}

/** The question to a member without an answer, or with one from before the move. */
function askFor(
  { answer, isStale }: NoticeRecipient,
  { event, dates, isAsking, startsAsking, isMove }: Situation,
  by: string | null,
): NoticeContent | null {
  const question = { kind: 'answer.asked', event, by, replyBy: event.replyBy } as const
  if (startsAsking && answer === null) return { ...question, dates, previousAnswer: null }
  const isAskedAgain = isAsking && isMove && isStale && (answer === 'yes' || answer === 'maybe')
  return isAskedAgain ? { ...question, previousAnswer: answer } : null
}

/** Members who have answered a new event know it. */
function changeFor(
  { answer }: NoticeRecipient,
  { change, before, event, dates }: Situation,
  by: string | null,
): NoticeContent | null {
  if (!change) return null
  switch (change.kind) {
    case 'event.added':
      return answer === null ? { kind: 'event.added', event, dates, by } : null
    case 'event.cancelled':
      return { kind: 'event.cancelled', event: event.isDeleted && before ? before : event, dates, by }
    default:
      return { kind: change.kind, before: before ?? event, event, dates, by }
  }
}

/** A member who is asked again reads what changed first. */
function wordsFor(
  content: NoticeContent,
  move: { before: EventSnapshot; event: NoticeEvent; by: string | null } | null,
) {
  const words = formatNotice(content, null)
  if (content.kind !== 'answer.asked' || content.previousAnswer === null || !move) return words
  const change = formatNotice({ kind: 'event.changed', ...move }, null)
  const question = formatNotice({ ...content, event: { ...content.event, venue: null, location: null } }, null)
  return { title: words.title, body: `${change.body} ${question.body}` }
}

export function isOver(event: EventSnapshot, now: number): boolean {
  return lastDayOfSpan(event) < todayInLondon(new Date(now))
}

export function startsWithin(startsAt: number, hours: number, now: number): boolean {
  return startsAt >= now && startsAt - now <= hours * hourMs
}

/** The nearer of an event's starts before and after a move: a gig tonight that moves to next week is urgent. */
export function nearestStart(events: readonly EventSnapshot[], now: number): number {
  const starts = events.map(({ date, startTime, isAllDay }) =>
    londonInstant(date, isAllDay ? '00:00' : (startTime ?? '00:00')),
  )
  return starts.reduce((nearest, start) => (Math.abs(start - now) < Math.abs(nearest - now) ? start : nearest))
}
