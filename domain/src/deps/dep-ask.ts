// Which text is due to a dep, and the state of the dep's link: pure functions of the request, the gig and the clock in epoch ms.

import type { DepLinkState } from './dep-link.ts'
import { findWinningAsk, type DepAskRecord, type DepRequestRecord } from './dep-request.ts'
import type { DepTextKind } from './dep-text.ts'

/** An ask with the last text that the dep got. A schedule is a string made of date, start time and place, to compare schedules by `===`. */
export type DepAskWithLastText = DepAskRecord & {
  /** The kind of the last text, and the schedule that it named; null before the first text. */
  textedKind: DepTextKind | null
  textedSchedule: string | null
  /** The schedule of the gig when the dep answered; null before an answer. */
  answeredSchedule: string | null
}
export type DepRequestWithLastTexts = Omit<DepRequestRecord, 'asks'> & {
  asks: readonly DepAskWithLastText[]
  schedule: string
}

/** True for the dep who plays, if the gig's date, start time or place changed after the Yes: the dep is then asked again. */
export function isDepAnswerStale({ asks, schedule }: DepRequestWithLastTexts, ask: DepAskWithLastText): boolean {
  return ask.answer === 'yes' && findWinningAsk(asks) === ask && ask.answeredSchedule !== schedule
}

/**
 * The kind of text that is due to a dep whom the request asks; null if the last text is still true or the dep needs no other text.
 * No text is due to deps who declined, were too late, do not want to be asked, or whose number takes no texts. After the start of the gig
 * no dep is due a text.
 */
export function findDueDepTextKind(
  request: DepRequestWithLastTexts,
  ask: DepAskWithLastText,
  now: number,
): DepTextKind | null {
  if (!isPlayingOrAsked(request, ask, now)) return null
  const isWithdrawn = request.withdrawnAt !== null
  if (ask.textedKind === null) return isWithdrawn || request.isGigCancelled ? null : 'asked'
  // A dep whose last text said that the gig is cancelled or that no dep is needed gets no second one.
  if (isWithdrawn) return endingTextKinds.has(ask.textedKind) ? null : ask.answer === 'yes' ? 'released' : 'withdrawn'
  if (request.isGigCancelled) return ask.textedKind === 'cancelled' ? null : 'cancelled'
  if (ask.textedKind === 'cancelled') return 'restored'
  return ask.textedSchedule === request.schedule ? null : 'moved'
}

/** True if the dep plays or may still answer. */
function isPlayingOrAsked(
  { asks, closesAt, isCoveredElsewhere }: DepRequestWithLastTexts,
  ask: DepAskWithLastText,
  now: number,
): boolean {
  if (ask.askedAt === null || ask.failedAt !== null || ask.doNotAsk || now >= closesAt) return false
  const winner = findWinningAsk(asks)
  if (ask.answer === null) return winner === null && !isCoveredElsewhere
  return ask.answer === 'yes' && winner === ask
}

const endingTextKinds: ReadonlySet<DepTextKind> = new Set(['cancelled', 'released', 'withdrawn'])

/** The state that the page of a dep's link shows. A No of the dep comes before all other states. */
export function depLinkStateAt(request: DepRequestWithLastTexts, ask: DepAskWithLastText, now: number): DepLinkState {
  if (ask.answer === 'no' || ask.answer === 'never') return ask.answer
  const winner = findWinningAsk(request.asks)
  const hasStarted = now >= request.closesAt
  if (winner !== null && winner !== ask) return 'covered'
  if (request.withdrawnAt !== null) return winner === ask ? 'released' : 'withdrawn'
  if (request.isGigCancelled) return 'cancelled'
  if (winner === ask) return isDepAnswerStale(request, ask) && !hasStarted ? 'asked' : 'yes'
  if (request.isCoveredElsewhere) return 'covered'
  return hasStarted ? 'over' : 'asked'
}
