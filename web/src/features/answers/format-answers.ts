import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import { answerRefusalMessageFor } from '@gaffer/domain/answers/answer-refusal'
import { londonWallClock } from '@gaffer/domain/shared/dates'
import type { AnswerCounts, CalendarEntry } from '@gaffer/domain/events/event'
import { asksAnswersByDefault } from '@gaffer/domain/shared/event-type'
import { joinNames } from '@gaffer/domain/shared/join-names'

/** The order in which counts and groups are shown. */
export const answerKinds = ['yes', 'maybe', 'no', 'away', 'none'] as const
export const answerCountLabels: Record<keyof AnswerCounts, string> = {
  yes: 'yes',
  maybe: 'maybe',
  no: 'no',
  away: 'away',
  none: 'to answer',
}

/** The event's answer counts; null for days away, events of other bands, and events that an earlier release cached without counts. */
function findAnswerCounts(event: Partial<Pick<CalendarEntry, 'answerCounts'>>): AnswerCounts | null {
  return event.answerCounts ?? null
}

/** Names a dep with the instrument: "Tom (dep, drums)". */
export function formatDepWithInstrument({ name, instrument }: CalendarEntry['deps'][number]): string {
  return `${name} (dep, ${instrument})`
}

/** The deps who play at the event; empty for an event that an earlier release cached without deps. */
export function listDepsOfEvent(event: Partial<Pick<CalendarEntry, 'deps'>>): CalendarEntry['deps'] {
  return event.deps ?? []
}

/** Whether the event is set to ask the members for answers (`asksAnswers`), and still takes them. */
export function isAskingForAnswers(event: CalendarEntry, now: Date): boolean {
  return event.asksAnswers && answerRefusalMessageFor(event, now) === null
}

/** Whether the event waits for the answer of the signed-in member. */
export function isOwnAnswerDue(event: CalendarEntry, now: Date): boolean {
  return findAnswerCounts(event) !== null && event.myAnswer === null && isAskingForAnswers(event, now)
}

/** Whether missing answers are listed first: for admins and owners, after the last day for answers. */
export function shouldListMissingFirst(
  { replyBy }: Pick<CalendarEntry, 'replyBy'>,
  isAdmin: boolean,
  now: Date,
): boolean {
  return isAdmin && replyBy !== null && replyBy < londonWallClock(now.getTime()).date
}

type Viewer = { isAdmin: boolean; now: Date }

/**
 * "4 yes · 1 maybe · 1 to answer · Tom (dep, drums)", without zero counts. Null for events without counts, cancelled events, and events
 * that ask for no answers and have none. "To answer" is counted only while the event asks for answers.
 */
export function formatAnswerCounts(event: CalendarEntry, { isAdmin, now }: Viewer): string | null {
  const counts = findAnswerCounts(event)
  if (counts === null || event.status === 'cancelled') return null
  const deps = listDepsOfEvent(event).map(formatDepWithInstrument)
  const isStillAsking = isAskingForAnswers(event, now)
  if (!isStillAsking && counts.yes + counts.maybe + counts.no + deps.length === 0) return null
  const kinds = answerKinds.filter((kind) => counts[kind] > 0 && (isStillAsking || kind !== 'none'))
  const sortedKinds = shouldListMissingFirst(event, isAdmin, now)
    ? kinds.toSorted((a, b) => Number(b === 'none') - Number(a === 'none'))
    : kinds
  return [...sortedKinds.map((kind) => `${counts[kind]} ${answerCountLabels[kind]}`), ...deps].join(' · ')
}

/** Whether a list names the members who can't make the event: only for a gig or festival that is not cancelled and has an answer No. */
export function shouldShowWhoSaidNo({ type, answerCounts, status }: CalendarEntry): boolean {
  return asksAnswersByDefault(type) && status !== 'cancelled' && (answerCounts?.no ?? 0) > 0
}

type NamedAnswer = Pick<MemberAnswer, 'answer' | 'displayName'> & Partial<Pick<MemberAnswer, 'coveredBy' | 'isStale'>>

/** "Kit (covered by Tom) and Mags said no", "Kit said no · Mags said no before the change"; null if no answer is No. */
export function formatWhoSaidNo(answers: readonly NamedAnswer[]): string | null {
  const noAnswers = answers.filter(({ answer }) => answer === 'no')
  const namesOf = (given: readonly NamedAnswer[]) =>
    joinNames(
      given.map(({ displayName, coveredBy }) => (coveredBy ? `${displayName} (covered by ${coveredBy})` : displayName)),
    )
  const [stale, fresh] = [noAnswers.filter(({ isStale }) => isStale), noAnswers.filter(({ isStale }) => !isStale)]
  const phrases = [
    fresh.length > 0 && `${namesOf(fresh)} said no`,
    stale.length > 0 && `${namesOf(stale)} said no before the change`,
  ].filter(Boolean)
  return phrases.join(' · ') || null
}
