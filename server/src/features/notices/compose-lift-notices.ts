// Composes the notices of a settled change to the lifts of a gig, from the lifts as they are now.

import { eventStart } from '@gaffer/domain/events/event-times'
import { formatLiftNotice, type CarInNotice, type LiftNews } from '@gaffer/domain/notices/lift-notice'
import { londonInstant } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { findLoadIn } from '@gaffer/domain/shared/load-in'
import { isStartWithin } from './compose-event-notices.ts'
import type { LiftOfNotice } from './lift-facts-store.ts'
import { findActorForRecipient, toNoticeDraft, type NoticeDraft } from './notice-draft.ts'
import type { NoticeEvent, NoticeRecipient } from './notice-facts-store.ts'

type LiftChange = {
  /** The kind of notice for each recipient, by membership id. */
  news: Readonly<Record<string, LiftNews>>
  actorIds: readonly string[]
  members: readonly NoticeRecipient[]
  event: NoticeEvent
  lifts: readonly LiftOfNotice[]
  times: readonly { time: string; label: string }[]
  now: number
}

/** Composes at most one notice for each member in `news`: none if the gig is cancelled or deleted, or if the lift was changed back. */
export function composeLiftNotices({ news, actorIds, members, event, lifts, times, now }: LiftChange): NoticeDraft[] {
  if (event.isDeleted || event.status === 'cancelled') return []
  const loadIn = findLoadIn(times)
  // The quiet hours do not delay a notice within `limits.urgentHours` of `startsAt`.
  const startsAt = loadIn === null ? eventStart(event) : londonInstant(event.date, loadIn)
  const isUrgent = isStartWithin(startsAt, limits.urgentHours, now)
  return members.flatMap((member) => {
    const ownNews = news[member.membershipId]
    const ownLift = lifts.find(({ membershipId }) => membershipId === member.membershipId)
    const actor = findActorForRecipient(member, actorIds, members)
    if (!ownNews || !ownLift || !actor) return []
    const driver = lifts.find(({ membershipId }) => membershipId === (ownLift.driverId ?? ownLift.membershipId))
    if (!isStillTrue(ownNews, ownLift, driver)) return []
    const isInCar = driver?.mode === 'drives'
    const driverMember = members.find(({ membershipId }) => membershipId === ownLift.driverId)
    const car = isInCar ? describeCar(driver, lifts, driverMember?.displayName ?? null) : null
    const words = formatLiftNotice({ event, news: ownNews, car, loadIn, by: actor.name })
    const namedUserId = ownLift.driverId === null ? actor.userId : (driverMember?.userId ?? null)
    return [toNoticeDraft(member, 'lift.changed', words, { event, namedUserId, isUrgent, startsAt })]
  })
}

function isStillTrue(news: LiftNews, ownLift: LiftOfNotice, driver: LiftOfNotice | undefined): boolean {
  if (driver?.mode !== 'drives') return news === 'no_driver' && ownLift.mode === 'needs'
  return news !== 'driver_said_no' || driver.hasSaidNo
}

function describeCar(driver: LiftOfNotice, lifts: readonly LiftOfNotice[], driverName: string | null): CarInNotice {
  const taken = lifts.filter(({ driverId }) => driverId === driver.membershipId).length
  return { driverName, seats: driver.seats ?? 0, taken, leavesAt: driver.leavesAt, from: driver.from }
}
