import type { EventSnapshot } from '@gaffer/domain/events/event-change'
import { shortTime } from '@gaffer/domain/shared/short-dates'
import type { FormattedNotice } from './format-notice.ts'
import { formatActorSentence, formatNameAndWhen, joinSentences } from './notice-words.ts'

/**
 * `car`: the riders or the departure of a car changed; `no_driver`: the driver does not drive any more; `driver_said_no`: the driver answered
 * No and keeps the car; `load_in`: the load-in moved.
 */
export const liftNews = ['car', 'no_driver', 'driver_said_no', 'load_in'] as const
export type LiftNews = (typeof liftNews)[number]

/** The car that a notice describes. `driverName` is null in the notice to the driver. */
export type CarInNotice = {
  driverName: string | null
  seats: number
  taken: number
  leavesAt: string | null
  from: string | null
}

/**
 * The notice of a lift as it is now. It names one member at most, because the erasure of an account clears the whole body of notices that
 * name it.
 *
 * @param car null for a member who needs a lift again
 * @param by the member who changed the lift, whom the notice to a driver names; null for an erased account
 */
export function formatLiftNotice({
  event,
  news,
  car,
  loadIn,
  by,
}: {
  event: EventSnapshot
  news: LiftNews
  car: CarInNotice | null
  loadIn: string | null
  by: string | null
}): FormattedNotice {
  const when = formatNameAndWhen(event)
  const atLoadIn = loadIn && `Load-in: ${shortTime(loadIn)}`
  if (car === null)
    return {
      title: `You need a lift again: ${when}`,
      body: joinSentences('Your driver does not drive any more', atLoadIn),
    }
  if (news === 'load_in') {
    const title = `${loadIn ? `Load-in moved to ${shortTime(loadIn)}` : 'Load-in has no time any more'}: ${when}`
    return { title, body: joinSentences(formatDepartureSentence(car)) }
  }
  if (news === 'driver_said_no')
    return {
      title: `Your driver said no: ${when}`,
      body: joinSentences(`${car.driverName} said no, but still drives`, 'Ask, or choose another car', atLoadIn),
    }
  const taken = `${car.taken} of ${car.seats} ${car.seats === 1 ? 'seat is' : 'seats are'} taken`
  const change =
    car.driverName === null ? joinSentences(formatActorSentence(by, 'changed a lift in your car'), taken) : null
  return { title: `Lift changed: ${when}`, body: joinSentences(change, formatDepartureSentence(car), atLoadIn) }
}

/** "Priya leaves at 4:10 PM from Leeds". Without a time and a place "Priya takes you", and null in the notice to the driver. */
function formatDepartureSentence({ driverName, leavesAt, from }: CarInNotice): string | null {
  const who = driverName === null ? 'You leave' : `${driverName} ${leavesAt || from ? 'leaves' : 'takes you'}`
  if (leavesAt === null && from === null) return driverName === null ? null : who
  return [who, leavesAt && `at ${shortTime(leavesAt)}`, from && `from ${from}`].filter(Boolean).join(' ')
}
