// Several options of one group are one question: a member gets one notice of all options that wait for an answer.

import { answerRefusalMessageFor } from '@gaffer/domain/answers/answer-refusal'
import type { AnswerValue } from '@gaffer/domain/events/event'
import { eventEnd } from '@gaffer/domain/events/event-times'
import { formatNotice, type NoticeContent } from '@gaffer/domain/notices/format-notice'
import type { NoticeOptions } from '@gaffer/domain/notices/notice-words'
import { limits } from '@gaffer/domain/shared/limits'
import { findNearestStart, isStartWithin } from './compose-event-notices.ts'
import type { EventOfCause, NoticeEvent, NoticeRecipient } from './notice-facts-store.ts'
import { findActorForRecipient, toNoticeDraft, type NoticeDraft, type NoticeActor } from './notice-draft.ts'

/** Composes the notices of options that were added together, from the options as they are now. */
export function composeAddedOptions(addedOptions: readonly EventOfCause[], now: number): NoticeDraft[] {
  const upcoming = sortByDate(
    addedOptions.filter(({ event }) => !event.isDeleted && event.status !== 'cancelled' && eventEnd(event) > now),
  )
  const isWaiting = ({ answer, isStale }: NoticeRecipient) => answer === null || isStale
  return listWaitingMembers(upcoming, isWaiting).map(({ member, waiting, actor }) => {
    const askingOptions = waiting.filter(
      ({ event }) => event.asksAnswers && answerRefusalMessageFor(event, new Date(now)) === null,
    )
    const namedOptions = isNonEmpty(askingOptions) ? askingOptions : waiting
    const [{ event }] = namedOptions
    const commonFields = { event, options: toNoticeOptions(namedOptions), by: actor.name }
    const content: NoticeContent = isNonEmpty(askingOptions)
      ? {
          ...commonFields,
          kind: 'answer.asked',
          replyBy: findEarliestReplyBy(askingOptions),
          previousAnswer: findPreviousAnswer(member, askingOptions),
        }
      : { ...commonFields, kind: 'event.added' }
    const startsAt = findNearestStart(
      waiting.map((one) => one.event),
      now,
    )
    return toNoticeDraft(member, content.kind, formatNotice(content, null), {
      event,
      ...toQuestionPath(event),
      namedUserId: actor.userId,
      isUrgent: isStartWithin(startsAt, limits.urgentHours, now),
      startsAt,
    })
  })
}

/** A question about a pencilled option leads to all dates of its option group. */
export function toQuestionPath({ optionGroupId, status }: NoticeEvent): { path?: { optionGroupId: string } } {
  return optionGroupId !== null && status === 'tentative' ? { path: { optionGroupId } } : {}
}

/** The member's answer before the question. Null for several events: their question names no earlier answer. */
function findPreviousAnswer({ userId }: NoticeRecipient, [first, ...others]: WaitingEvents): AnswerValue | null {
  return others.length > 0 ? null : (first.members.find((member) => member.userId === userId)?.answer ?? null)
}

type WaitingEvents = readonly [EventOfCause, ...EventOfCause[]]

/** Lists the members for whom the condition holds on at least one event, with these events and the actor whom the notice names. */
export function listWaitingMembers(
  events: readonly EventOfCause[],
  isWaiting: (member: NoticeRecipient) => boolean,
): { member: NoticeRecipient; waiting: WaitingEvents; actor: NoticeActor }[] {
  const everyone = events[0]?.members ?? []
  return everyone.flatMap(({ userId }) => {
    const waitingRows = events.flatMap((one) => {
      const member = one.members.find((other) => other.userId === userId)
      const actor = member && findActorForRecipient(member, one.actorIds, one.members)
      return member && actor && isWaiting(member) ? [{ one, member, actor }] : []
    })
    const waiting = waitingRows.map(({ one }) => one)
    const [first] = waitingRows
    return first && isNonEmpty(waiting) ? [{ member: first.member, waiting, actor: first.actor }] : []
  })
}

function isNonEmpty<T>(list: readonly T[]): list is readonly [T, ...T[]] {
  return list.length > 0
}

export function sortByDate(events: readonly EventOfCause[]): EventOfCause[] {
  const keyOf = ({ event: { date, startTime, id } }: EventOfCause) => `${date} ${startTime ?? ''} ${id}`
  return events.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** The options that a notice names; undefined for a single event. */
export function toNoticeOptions(events: readonly EventOfCause[]): NoticeOptions | undefined {
  return events.length > 1 ? events.map(({ event }) => event) : undefined
}

export function findEarliestReplyBy(events: readonly EventOfCause[]): string | null {
  return events.flatMap(({ event }) => event.replyBy ?? []).toSorted()[0] ?? null
}
