import { londonWallClock } from '@gaffer/domain/shared/dates'
import type { DepRequest } from '@gaffer/domain/deps/dep'
import { formatPounds } from '@gaffer/domain/shared/pounds'
import { shortTime, shortDateAndTime } from '@gaffer/domain/shared/short-dates'
import { joinNames } from '@gaffer/domain/shared/join-names'

type DepAsk = DepRequest['asks'][number]
export type GetDepName = (depId: string) => string

/** "3 PM" for a time today, "Fri 28 Nov, 3 PM" for another day. Both parameters are epoch milliseconds. */
export function formatShortMoment(at: number, now: number): string {
  const { date, time } = londonWallClock(at)
  if (date === londonWallClock(now).date) return shortTime(time)
  return shortDateAndTime({ date, endDate: null, startTime: time, isAllDay: false })
}

/** The status of the request in words: "Tom plays drums", "Looking for a dep: drums". */
export function formatDepRequestTitle(
  { status, filledBy, asks, instrument }: DepRequest,
  depNameOf: GetDepName,
): string {
  if (status === 'filled' && filledBy !== null) return `${depNameOf(filledBy)} plays ${instrument}`
  if (status === 'open') return `Looking for a dep: ${instrument}`
  const releasedAsk = asks.find((ask) => ask.status === 'yes')
  if (status === 'withdrawn')
    return releasedAsk ? `${depNameOf(releasedAsk.depId)} was released` : `Withdrawn: ${instrument}`
  return `No dep found: ${instrument}`
}

/** The facts of a dep request in one line: "for Danny · £120 · one after another, 4 hours each". */
export function formatDepRequestFacts({ mode, feePence, waitMinutes }: DepRequest, covered: string | null): string {
  const orderText = mode === 'all' ? 'all at once' : `one after another, ${formatWaitMinutes(waitMinutes)} each`
  return [covered && `for ${covered}`, feePence !== null && formatPounds(feePence), orderText]
    .filter(Boolean)
    .join(' · ')
}

/** The time that each dep has to answer: "45 minutes", "4 hours", "1 day". */
export function formatWaitMinutes(minutes: number): string {
  const [count, unit] =
    minutes % 1440 === 0 ? [minutes / 1440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The status of one ask: "Yes", "Asked", "No answer". */
export function formatDepAskStatus({ status, isStale }: DepAsk, request: DepRequest, depNameOf: GetDepName): string {
  if (isStale) return 'Yes before the change, asked again'
  switch (status) {
    case 'waiting':
      return request.status === 'open' ? 'Not asked yet' : 'Not asked'
    case 'asked':
      return 'Asked'
    case 'yes':
      return 'Yes'
    case 'no':
      return 'No'
    case 'never':
      return 'Does not want to be asked again'
    case 'expired':
      return 'No answer'
    case 'covered':
      return request.filledBy === null ? 'Covered' : `Covered by ${depNameOf(request.filledBy)}`
  }
}

/** The next automatic step: "Without an answer by 3 PM, Jo is asked."; null if no dep is asked next. */
export function formatNextAskStep(request: DepRequest, depNameOf: GetDepName, now: number): string | null {
  const { status, mode, asks, nextAt } = request
  const waitingNames = asks.filter((ask) => ask.status === 'waiting').map(({ depId }) => depNameOf(depId))
  if (status !== 'open' || nextAt === null || waitingNames.length === 0) return null
  const nextStepTime = formatShortMoment(Date.parse(nextAt), now)
  const nextNames = mode === 'all' ? waitingNames : waitingNames.slice(0, 1)
  const nextAskText = `${joinNames(nextNames)} ${nextNames.length === 1 ? 'is' : 'are'} asked`
  const isAnyAsked = asks.some((ask) => ask.status === 'asked')
  return isAnyAsked ? `Without an answer by ${nextStepTime}, ${nextAskText}.` : `${nextAskText} at ${nextStepTime}.`
}
