// Whom each cause is told, and in which words. Events are in tell-event.ts.

import { canInvite } from '@gaffer/domain/access'
import { answerRefusal } from '@gaffer/domain/answer-refusal'
import { daysBetween, todayInLondon } from '@gaffer/domain/dates'
import { hasGigSheet } from '@gaffer/domain/event-type'
import { limits } from '@gaffer/domain/limits'
import { noticeWords } from '@gaffer/domain/notice-words'
import type { Recipient, ToldEvent } from './cause-store.ts'
import type { FactsByCause } from './pending-store.ts'
import { actorFor, toNotice, type Told } from './told.ts'

type About = { actorIds: readonly string[]; members: readonly Recipient[] }

/** To admins and owners, if a gig of the next days is now without the member. */
export function tellAnswerWithdrawn(
  { membershipId }: FactsByCause['answer'],
  { event, actorIds, members, now }: About & { event: ToldEvent; now: number },
): Told[] {
  const member = members.find((one) => one.membershipId === membershipId)
  const days = daysBetween(todayInLondon(new Date(now)), event.date)
  const isSoonGig = hasGigSheet(event.type) && days >= 0 && days <= limits.withdrawnAnswerDays
  if (!member || member.answer !== 'no' || event.isDeleted || !isSoonGig) return []
  if (answerRefusal(event, new Date(now)) !== null) return []
  const { displayName: memberName, comment, userId: namedUserId } = member
  const words = noticeWords({ kind: 'answer.withdrawn', event, memberName, comment }, null)
  return members
    .filter((one) => canInvite(one) && one !== member && actorFor(one, actorIds, members))
    .map((one) => toNotice(one, 'answer.withdrawn', words, { event, namedUserId }))
}

/** To members without an answer who are not away, and those who answered before a move. */
export function tellNudge({ event, actorIds, members, now }: About & { event: ToldEvent; now: number }): Told[] {
  if (event.isDeleted || answerRefusal(event, new Date(now)) !== null) return []
  return members.filter(isAnswerMissing).flatMap((member) => {
    const actor = actorFor(member, actorIds, members)
    if (!actor) return []
    const words = noticeWords({ kind: 'answer.nudge', event, by: actor.name, replyBy: event.replyBy }, null)
    return [toNotice(member, 'answer.nudge', words, { event, namedUserId: actor.userId })]
  })
}

export function isAnswerMissing({
  answer,
  isAway,
  isStale,
}: Pick<Recipient, 'answer' | 'isAway' | 'isStale'>): boolean {
  return (answer === null && !isAway) || isStale
}

export function tellMemberJoined({ actorIds, members }: About): Told[] {
  const joined = members.find(({ userId }) => actorIds.includes(userId))
  if (!joined) return []
  const words = noticeWords({ kind: 'member.joined', memberName: joined.displayName }, null)
  return members
    .filter((member) => member !== joined)
    .map((member) => toNotice(member, 'member.joined', words, { namedUserId: joined.userId }))
}

export function tellMemberLeft({ name, userId }: FactsByCause['left'], { actorIds, members }: About): Told[] {
  const words = noticeWords({ kind: 'member.left', memberName: name }, null)
  return members
    .filter((member) => actorFor(member, actorIds, members))
    .map((member) => toNotice(member, 'member.left', words, { namedUserId: userId }))
}

/** To the member whose access changed, unless it has been changed again. */
export function tellAccessChanged({ userId, access }: FactsByCause['access'], { actorIds, members }: About): Told[] {
  const member = members.find((one) => one.userId === userId)
  const actor = member && actorFor(member, actorIds, members)
  if (!actor || member.access !== access) return []
  const words = noticeWords({ kind: 'access.changed', access, by: actor.name }, null)
  return [toNotice(member, 'access.changed', words, { namedUserId: actor.userId })]
}

/** The digest leaves out the songs that the recipient added. */
export function tellSongs(
  addedBy: FactsByCause['songs'],
  songs: readonly { id: string; title: string }[],
  members: readonly Recipient[],
): Told[] {
  return members.flatMap((member) => {
    const titles = songs.filter(({ id }) => addedBy[id] !== member.userId).map(({ title }) => title)
    if (titles.length === 0) return []
    return [toNotice(member, 'songs.added', noticeWords({ kind: 'songs.added', titles }, null), { path: '/songs' })]
  })
}

export function tellCalendarFailing({ userId, ...calendar }: FactsByCause['calendar']): Told {
  return toNotice({ userId }, 'calendar.failing', noticeWords({ kind: 'calendar.failing', ...calendar }, null), {
    path: '/profile',
  })
}
