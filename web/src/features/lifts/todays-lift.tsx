// The line "Leave at 16:10 with Kit" on the day of a gig, for a member who drives or rides.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { findCar } from '@gaffer/domain/lifts/cars'
import { liftMessages } from '@gaffer/domain/lifts/lift-messages'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { joinNames } from '@gaffer/domain/shared/join-names'
import { CarFront } from 'lucide-react'
import { clsx } from 'clsx'
import { useMe } from '#lib/me.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'

type Props = { event: CalendarEntry; today: string; className?: string }

export function TodaysLift({ event, today, className }: Props) {
  const membership = useMe().data?.bands.find(({ bandId }) => bandId === event.bandId)
  const isOn = isGigOrFestival(event.type) && event.date === today && membership !== undefined
  const params = { bandId: event.bandId ?? '', eventId: event.id }
  const { data } = useEndpoint('GET /api/bands/:bandId/events/:eventId/lifts', { params }, { enabled: isOn })
  const car = isOn && data ? findCar(data, membership.id) : null
  if (!car?.driver.leavesAt) return null
  const others = [car.driver, ...car.riders].filter(({ membershipId }) => membershipId !== membership?.id)
  const names = others.length > 0 ? joinNames(others.map(({ displayName }) => displayName)) : null
  return (
    <span className={clsx('flex min-w-0 items-center gap-2 font-semibold', className)}>
      <CarFront aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 break-words">
        {liftMessages.untilLeaving(car.driver.leavesAt, names)}
        {car.driver.from && ` from ${car.driver.from}`}
      </span>
    </span>
  )
}
