// The state of a request to deps, as a pure function of its asks and the clock. Instants are epoch ms.

import type { DepAskStatus, DepRequestMode, DepRequestStatus } from './dep.ts'
import type { DepAnswer } from './dep-link.ts'
import { computeDeliveryInstant, type QuietHours } from '@gaffer/domain/notices/notice-times'

const minuteMs = 60_000

/** The stored fields of one ask. */
export type DepAskRecord = {
  depId: string
  /** When the dep was asked; null if the dep was not asked yet. */
  askedAt: number | null
  /** The dep's latest answer, and when it was given. */
  answer: DepAnswer | null
  answeredAt: number | null
  /** When the provider refused the text, so that the dep never received the ask; null if it did not. */
  failedAt: number | null
  /** The dep chose "Don't ask me again" for this band, in this request or an earlier one. */
  doNotAsk: boolean
}

/** The stored fields of a request. No instant of an ask, an answer or a withdrawal is later than the clock. */
export type DepRequestRecord = {
  mode: DepRequestMode
  /** How long a dep has to answer before the next one is asked. Mode `all` has no such limit. */
  waitMinutes: number
  /** Start of the gig, or midnight if its start time is unknown: in the 24 hours before it the quiet hours do not apply. */
  gigStartsAt: number
  /** Start of the gig, or the end of its first day if its start time is unknown: no dep is asked from then on. */
  closesAt: number
  /** Another request of the gig has found a dep for the same member: no dep is asked while that dep plays. */
  isCoveredElsewhere: boolean
  /** The gig is cancelled or deleted: no dep is asked while it is. */
  isGigCancelled: boolean
  /** When the band withdrew the request or released the dep; null if it did not. */
  withdrawnAt: number | null
  /** The asks in the order in which the deps are asked. */
  asks: readonly DepAskRecord[]
}

export type DepRequestState = {
  status: DepRequestStatus
  /** The dep who plays; null unless the status is `filled`. */
  filledBy: string | null
  /** The asks in the order of `DepRequestRecord`. `at` is when the ask got its status; null for `waiting`, and for `never` without an ask. */
  asks: { depId: string; status: DepAskStatus; at: number | null }[]
  /** Deps to ask at this moment, in order. Store `askedAt` for them before the state is computed again. */
  askNow: string[]
  /** When the clock alone changes the state next: a wait or the quiet hours end, or the gig starts. Null if it never does. */
  nextAt: number | null
}

/**
 * The state of a request at `now`, in which:
 * - the earliest Yes wins, at equal times the first in the order of asks. Every other asked dep without a No is `covered`;
 * - a late Yes of a dep whose wait is over wins too, as long as no other dep has said Yes;
 * - a dep who says No after their Yes frees the gig, and the request goes on;
 * - `one-by-one` asks the next dep when the dep before said No or did not answer in `waitMinutes`; `all` asks everybody at once;
 * - deps who do not want to be asked are skipped, and a dep whose text the provider refused is passed over at once;
 * - the quiet hours put off asking, but not the end of a wait, unless the gig starts within 24 hours;
 * - the start of the gig, or the band's withdrawal, ends the request and expires open asks; a cancelled gig suspends it, and so does a dep
 *   who plays for the same member by another request.
 */
export function depRequestStateAt(
  request: DepRequestRecord,
  now: number,
  quietHours: QuietHours | null,
): DepRequestState {
  const winner = findWinningAsk(request.asks)
  const asks = request.asks.map((ask) => ({ depId: ask.depId, ...statusOfAsk(ask, request, winner, now) }))
  const state = { status: 'open', filledBy: null, asks, askNow: [], nextAt: null } satisfies DepRequestState
  if (request.withdrawnAt !== null) return { ...state, status: 'withdrawn' }
  if (winner) return { ...state, status: 'filled', filledBy: winner.depId }
  if (request.isGigCancelled || request.isCoveredElsewhere) return { ...state, status: 'withdrawn' }

  const waiting = asks.filter(({ status }) => status === 'waiting').map(({ depId }) => depId)
  const isAnyAsked = asks.some(({ status }) => status === 'asked')
  if (now >= request.closesAt || (waiting.length === 0 && !isAnyAsked)) return { ...state, status: 'exhausted' }

  const due = request.mode === 'all' ? waiting : isAnyAsked ? [] : waiting.slice(0, 1)
  const askAt = computeDeliveryInstant(now, { quietHours, eventStartsAt: request.gigStartsAt })
  const ends = asks.flatMap(({ status }, index) =>
    status === 'asked' ? [endOfWait(request.asks[index]!, request)] : [],
  )
  const nextAt = Math.min(request.closesAt, ...ends, ...(due.length > 0 && askAt > now ? [askAt] : []))
  return { ...state, askNow: askAt === now ? due : [], nextAt }
}

/** The outcome of an answer by a dep's link. */
export type DepAnswerOutcome = 'accepted' | 'covered' | 'ended'

/**
 * Whether a dep's answer is accepted: `covered` if another dep was faster, `ended` if the band withdrew the request, the gig is
 * cancelled or has started, or the dep was not asked. A No and "Don't ask me again" are always accepted from a dep who was asked.
 */
export function decideDepAnswerOutcome(
  request: DepRequestRecord,
  depId: string,
  answer: DepAnswer,
  now: number,
): DepAnswerOutcome {
  const ask = request.asks.find((ask) => ask.depId === depId)
  if (!ask || ask.askedAt === null) return 'ended'
  if (answer !== 'yes') return 'accepted'
  if (request.withdrawnAt !== null || request.isGigCancelled || now >= request.closesAt) return 'ended'
  const winner = findWinningAsk(request.asks)
  if (winner === null) return request.isCoveredElsewhere ? 'covered' : 'accepted'
  return winner.depId === depId ? 'accepted' : 'covered'
}

/** The ask of the dep who plays; null if none does. */
export function findWinningAsk<Ask extends DepAskRecord>(asks: readonly Ask[]): Ask | null {
  return asks.reduce<Ask | null>((first, ask) => {
    if (ask.askedAt === null || ask.answer !== 'yes' || ask.answeredAt === null) return first
    return first === null || ask.answeredAt < (first.answeredAt as number) ? ask : first
  }, null)
}

function statusOfAsk(
  ask: DepAskRecord,
  request: DepRequestRecord,
  winner: DepAskRecord | null,
  now: number,
): { status: DepAskStatus; at: number | null } {
  if (ask.askedAt === null) return { status: ask.doNotAsk ? 'never' : 'waiting', at: null }
  if (ask.answer === 'no' || ask.answer === 'never') return { status: ask.answer, at: ask.answeredAt }
  if (ask.answer === 'yes') return { status: winner && winner !== ask ? 'covered' : 'yes', at: ask.answeredAt }
  if (winner) return { status: 'covered', at: winner.answeredAt }
  if (ask.failedAt !== null) return { status: 'expired', at: ask.failedAt }
  if (request.isCoveredElsewhere && request.withdrawnAt === null) return { status: 'covered', at: ask.askedAt }
  const end = Math.min(endOfWait(ask, request), request.closesAt, request.withdrawnAt ?? Number.POSITIVE_INFINITY)
  return now >= end ? { status: 'expired', at: end } : { status: 'asked', at: ask.askedAt }
}

function endOfWait(ask: DepAskRecord, { mode, waitMinutes }: DepRequestRecord): number {
  return mode === 'all' ? Number.POSITIVE_INFINITY : (ask.askedAt as number) + waitMinutes * minuteMs
}
