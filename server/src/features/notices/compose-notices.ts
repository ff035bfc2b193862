// Composes the notices of causes other than changes to events, lifts and notes: recipients and texts.

import { canInvite } from '@gaffer/domain/bands/access'
import { answerRefusalMessageFor } from '@gaffer/domain/answers/answer-refusal'
import { isUnanswered } from '@gaffer/domain/answers/unanswered'
import { daysBetween, todayInLondon } from '@gaffer/domain/shared/dates'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { formatNotice } from '@gaffer/domain/notices/format-notice'
import {
  sortByDate,
  listWaitingMembers,
  findEarliestReplyBy,
  toNoticeOptions,
  toQuestionPath,
} from './compose-option-notices.ts'
import type { EventOfCause, NoticeEvent, NoticeRecipient } from './notice-facts-store.ts'
import type { FactsByCause } from './pending-store.ts'
import { findActorForRecipient, toNoticeDraft, type NoticeDraft } from './notice-draft.ts'

type ActorsAndMembers = { actorIds: readonly string[]; members: readonly NoticeRecipient[] }

/**
 * Composes notices to admins and owners that a member now answers No to gigs of the next `limits.withdrawnAnswerDays` days. Several events are
 * options of one group.
 */
export function composeAnswersWithdrawn(
  { membershipId }: FactsByCause['answer'],
  given: readonly EventOfCause[],
  now: number,
): NoticeDraft[] {
  const today = todayInLondon(new Date(now))
  const memberOf = ({ members }: EventOfCause) => members.find((one) => one.membershipId === membershipId)
  const withdrawnEvents = given.filter((one) => {
    const { event } = one
    const days = daysBetween(today, event.date)
    const isSoonGig = isGigOrFestival(event.type) && days >= 0 && days <= limits.withdrawnAnswerDays
    return memberOf(one)?.answer === 'no' && isSoonGig && isAnswerable(event, now)
  })
  const [first] = sortByDate(withdrawnEvents)
  const member = first && memberOf(first)
  if (!member) return []
  const { event, members, actorIds } = first
  const { displayName: memberName, comment, userId: namedUserId } = member
  const words = formatNotice(
    { kind: 'answer.withdrawn', event, options: toNoticeOptions(withdrawnEvents), memberName, comment },
    null,
  )
  return members
    .filter((one) => canInvite(one) && one !== member && findActorForRecipient(one, actorIds, members))
    .map((one) => toNoticeDraft(one, 'answer.withdrawn', words, { event, namedUserId }))
}

/**
 * Composes notices to members without an answer who are not away, and to members who answered before a move. Several events are options of one
 * option group: a member gets one notice of all options that wait for an answer.
 */
export function composeNudges(given: readonly EventOfCause[], now: number): NoticeDraft[] {
  const openEvents = sortByDate(given.filter(({ event }) => isAnswerable(event, now)))
  return listWaitingMembers(openEvents, isUnanswered).flatMap(({ member, waiting, actor }) => {
    const [{ event }] = waiting
    const replyBy = findEarliestReplyBy(waiting)
    const options = toNoticeOptions(waiting)
    const words = formatNotice({ kind: 'answer.nudge', event, options, by: actor.name, replyBy }, null)
    return [
      toNoticeDraft(member, 'answer.nudge', words, { event, ...toQuestionPath(event), namedUserId: actor.userId }),
    ]
  })
}

function isAnswerable(event: NoticeEvent, now: number): boolean {
  return !event.isDeleted && answerRefusalMessageFor(event, new Date(now)) === null
}

export function composeMemberJoined({ actorIds, members }: ActorsAndMembers): NoticeDraft[] {
  const newMember = members.find(({ userId }) => actorIds.includes(userId))
  if (!newMember) return []
  const words = formatNotice({ kind: 'member.joined', memberName: newMember.displayName }, null)
  return members
    .filter((member) => member !== newMember)
    .map((member) => toNoticeDraft(member, 'member.joined', words, { namedUserId: newMember.userId }))
}

export function composeMemberLeft(
  { name, userId }: FactsByCause['left'],
  { actorIds, members }: ActorsAndMembers,
): NoticeDraft[] {
  const words = formatNotice({ kind: 'member.left', memberName: name }, null)
  return members
    .filter((member) => findActorForRecipient(member, actorIds, members))
    .map((member) => toNoticeDraft(member, 'member.left', words, { namedUserId: userId }))
}

/** Composes the notice to the member whose access changed, unless the access was changed again. */
export function composeAccessChanged(
  { userId, access }: FactsByCause['access'],
  { actorIds, members }: ActorsAndMembers,
): NoticeDraft[] {
  const member = members.find((one) => one.userId === userId)
  const actor = member && findActorForRecipient(member, actorIds, members)
  if (!actor || member.access !== access) return []
  const words = formatNotice({ kind: 'access.changed', access, by: actor.name }, null)
  return [toNoticeDraft(member, 'access.changed', words, { namedUserId: actor.userId })]
}

/** Composes the notice to the member who was paid, if they are still in the band. */
export function composePaymentReceived({ userId }: FactsByCause['paid'], { members }: ActorsAndMembers): NoticeDraft[] {
  const member = members.find((one) => one.userId === userId)
  return member
    ? [toNoticeDraft(member, 'money.paid', formatNotice({ kind: 'money.paid' }, null), { path: 'money' })]
    : []
}

/** Composes the digests of added songs. A digest leaves out the songs that its recipient added. */
export function composeSongsAdded(
  addedBy: FactsByCause['songs'],
  songs: readonly { id: string; title: string }[],
  members: readonly NoticeRecipient[],
): NoticeDraft[] {
  return members.flatMap((member) => {
    const titles = songs.filter(({ id }) => addedBy[id] !== member.userId).map(({ title }) => title)
    if (titles.length === 0) return []
    return [
      toNoticeDraft(member, 'songs.added', formatNotice({ kind: 'songs.added', titles }, null), { path: '/songs' }),
    ]
  })
}

/** Composes the notices of a confirmed enquiry to admins and owners. */
export function composeEnquiryReceived(
  { dates }: FactsByCause['enquiry'],
  members: readonly NoticeRecipient[],
): NoticeDraft[] {
  const words = formatNotice({ kind: 'enquiry.received', dates }, null)
  return members
    .filter((member) => canInvite(member))
    .map((member) => toNoticeDraft(member, 'enquiry.received', words, { path: '/admin?tab=page' }))
}

export function composeCalendarFailing({ userId, ...calendar }: FactsByCause['calendar']): NoticeDraft {
  return toNoticeDraft({ userId }, 'calendar.failing', formatNotice({ kind: 'calendar.failing', ...calendar }, null), {
    path: '/profile',
  })
}

export function composeContentHidden({ userId, what }: FactsByCause['hidden']): NoticeDraft {
  return toNoticeDraft({ userId }, 'content.hidden', formatNotice({ kind: 'content.hidden', what }, null))
}
