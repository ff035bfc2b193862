// Composes the notices of each cause: recipients and texts. Events are in compose-event-notices.ts.

import { canInvite } from '@gaffer/domain/bands/access'
import { answerRefusalMessageFor } from '@gaffer/domain/answers/answer-refusal'
import { daysBetween, todayInLondon } from '@gaffer/domain/shared/dates'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { formatNotice } from '@gaffer/domain/notices/format-notice'
import type { NoticeRecipient, NoticeEvent } from './notice-facts-store.ts'
import type { FactsByCause } from './pending-store.ts'
import { actorForRecipient, toNoticeDraft, type NoticeDraft } from './notice-draft.ts'

type About = { actorIds: readonly string[]; members: readonly NoticeRecipient[] }

/** Notices to admins and owners that a member will not play at a gig within the next days. */
export function composeAnswerWithdrawn(
  { membershipId }: FactsByCause['answer'],
  { event, actorIds, members, now }: About & { event: NoticeEvent; now: number },
): NoticeDraft[] {
  const member = members.find((one) => one.membershipId === membershipId)
  const days = daysBetween(todayInLondon(new Date(now)), event.date)
  const isSoonGig = isGigOrFestival(event.type) && days >= 0 && days <= limits.withdrawnAnswerDays
  if (!member || member.answer !== 'no' || event.isDeleted || !isSoonGig) return []
  if (answerRefusalMessageFor(event, new Date(now)) !== null) return []
  const { displayName: memberName, comment, userId: namedUserId } = member
  const words = formatNotice({ kind: 'answer.withdrawn', event, memberName, comment }, null)
  return members
    .filter((one) => canInvite(one) && one !== member && actorForRecipient(one, actorIds, members))
    .map((one) => toNoticeDraft(one, 'answer.withdrawn', words, { event, namedUserId }))
}

/** Notices to members without an answer who are not away, and to members who answered before a move. */
export function composeNudges({
  event,
  actorIds,
  members,
  now,
}: About & { event: NoticeEvent; now: number }): NoticeDraft[] {
  if (event.isDeleted || answerRefusalMessageFor(event, new Date(now)) !== null) return []
  return members.filter(shouldBeNudged).flatMap((member) => {
    const actor = actorForRecipient(member, actorIds, members)
    if (!actor) return []
    const words = formatNotice({ kind: 'answer.nudge', event, by: actor.name, replyBy: event.replyBy }, null)
    return [toNoticeDraft(member, 'answer.nudge', words, { event, namedUserId: actor.userId })]
  })
}

export function shouldBeNudged({
  answer,
  isAway,
  isStale,
}: Pick<NoticeRecipient, 'answer' | 'isAway' | 'isStale'>): boolean {
  return (answer === null && !isAway) || isStale
}

export function composeMemberJoined({ actorIds, members }: About): NoticeDraft[] {
  const joined = members.find(({ userId }) => actorIds.includes(userId))
  if (!joined) return []
  const words = formatNotice({ kind: 'member.joined', memberName: joined.displayName }, null)
  return members
    .filter((member) => member !== joined)
    .map((member) => toNoticeDraft(member, 'member.joined', words, { namedUserId: joined.userId }))
}

export function composeMemberLeft({ name, userId }: FactsByCause['left'], { actorIds, members }: About): NoticeDraft[] {
  const words = formatNotice({ kind: 'member.left', memberName: name }, null)
  return members
    .filter((member) => actorForRecipient(member, actorIds, members))
    .map((member) => toNoticeDraft(member, 'member.left', words, { namedUserId: userId }))
}

/** The notice to the member whose access changed, unless it was changed again. */
export function composeAccessChanged(
  { userId, access }: FactsByCause['access'],
  { actorIds, members }: About,
): NoticeDraft[] {
  const member = members.find((one) => one.userId === userId)
  const actor = member && actorForRecipient(member, actorIds, members)
  if (!actor || member.access !== access) return []
  const words = formatNotice({ kind: 'access.changed', access, by: actor.name }, null)
  return [toNoticeDraft(member, 'access.changed', words, { namedUserId: actor.userId })]
}

/** The digest leaves out the songs that the recipient added. */
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

export function composeCalendarFailing({ userId, ...calendar }: FactsByCause['calendar']): NoticeDraft {
  return toNoticeDraft({ userId }, 'calendar.failing', formatNotice({ kind: 'calendar.failing', ...calendar }, null), {
    path: '/profile',
  })
}
