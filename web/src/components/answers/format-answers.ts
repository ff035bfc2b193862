// Answers in words.

import { answerRefusal, type Answer } from '@gaffer/domain/answer'
import { londonWallClock } from '@gaffer/domain/dates'
import type { AnswerCounts, Event } from '@gaffer/domain/event'
import { asksByDefault } from '@gaffer/domain/event-type'

const order = ['yes', 'maybe', 'no', 'away', 'none'] as const
const words: Record<keyof AnswerCounts, string> = {
  yes: 'yes',
  maybe: 'maybe',
  no: 'no',
  away: 'away',
  none: 'to answer',
}

/** Whether the event asks and takes answers now. */
export function isAsking(event: Event, now: Date): boolean {
  return event.asksAnswers && answerRefusal(event, now) === null
}

/** Whether the event waits for the answer of the signed-in member. */
export function isAnswerDue(event: Event, now: Date): boolean {
  return event.answerCounts !== null && event.myAnswer === null && isAsking(event, now)
}

/** After the last day for answers, admins and owners see first what is missing. */
export function isMissingFirst({ replyBy }: Pick<Event, 'replyBy'>, isAdmin: boolean, now: Date): boolean {
  return isAdmin && replyBy !== null && replyBy < londonWallClock(now.getTime()).date
}

type Reader = { isAdmin: boolean; now: Date }

/**
 * "4 yes · 1 maybe · 1 to answer", without what is zero. Null for events without answers, such as days away and cancelled events.
 * Only an event that asks has members who are still to answer.
 */
export function answerCountsLine(event: Event, { isAdmin, now }: Reader): string | null {
  const counts = event.answerCounts
  if (counts === null || event.status === 'cancelled') return null
  const isStillAsking = isAsking(event, now)
  if (!isStillAsking && counts.yes + counts.maybe + counts.no === 0) return null
  const kinds = order.filter((kind) => counts[kind] > 0 && (isStillAsking || kind !== 'none'))
  const sorted = isMissingFirst(event, isAdmin, now)
    ? kinds.toSorted((a, b) => Number(b === 'none') - Number(a === 'none'))
    : kinds
  return sorted.map((kind) => `${counts[kind]} ${words[kind]}`).join(' · ')
}

/** Whether the event says who can't make it: a gig that a member answered No to. */
export function hasNamedNo({ type, answerCounts, status }: Event): boolean {
  return asksByDefault(type) && status !== 'cancelled' && (answerCounts?.no ?? 0) > 0
}

/** "Kit said no", "Kit and Mags said no"; null when all can make it. */
export function saidNo(answers: readonly Pick<Answer, 'answer' | 'displayName'>[]): string | null {
  const names = answers.filter(({ answer }) => answer === 'no').map(({ displayName }) => displayName)
  return names.length === 0 ? null : `${listed(names)} said no`
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

/** The members whom a nudge reminds: those without an answer, or with one from before a change. */
export function membersToRemind(answers: readonly Answer[], ownId: string): Answer[] {
  return answers.filter(
    ({ membershipId, answer, isAway, isStale }) => membershipId !== ownId && ((answer === null && !isAway) || isStale),
  )
}

export type AnswerGroup = { kind: keyof AnswerCounts; label: string; answers: Answer[] }

const groupLabels: Record<keyof AnswerCounts, (count: number) => string> = {
  yes: (count) => `${count} yes`,
  maybe: (count) => `${count} maybe`,
  no: (count) => `${count} no`,
  away: (count) => `${count} away`,
  none: (count) => `${count} to answer`,
}

/** Members by answer. Those who have not answered come first if the reader is one of them, or an admin after the last day. */
export function answerGroups(answers: readonly Answer[], ownId: string, isMissingFirst: boolean): AnswerGroup[] {
  const kindOf = ({ answer, isAway }: Answer) => answer ?? (isAway ? 'away' : 'none')
  const groups = order
    .map((kind) => ({ kind, answers: answers.filter((one) => kindOf(one) === kind) }))
    .filter((group) => group.answers.length > 0)
    .map((group) => ({ ...group, label: groupLabels[group.kind](group.answers.length) }))
  const isFirst = ({ kind, answers }: AnswerGroup) =>
    kind === 'none' && (isMissingFirst || answers.some(({ membershipId }) => membershipId === ownId))
  return groups.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
}
