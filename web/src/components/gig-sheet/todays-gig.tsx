// The running times of a gig that is on today, in the Next Up cards. Large, for reading at arm's length.

import { londonWallClock } from '@gaffer/domain/dates'
import type { Event } from '@gaffer/domain/event'
import type { GigSheet } from '@gaffer/domain/gig-sheet'
import { nextRunningTime } from '@gaffer/domain/running-times'
import { MapPin, Phone } from 'lucide-react'
import { mapsLink, platformOf } from '#lib/maps-link.ts'
import { phoneLink } from '#lib/phone-link.ts'
import { eventPlace } from '#components/format-event.ts'
import { useNow } from '#components/use-now.ts'
import { buttonClassName } from '#ui/button.tsx'
import { RunningTimes } from './running-times.tsx'

type Props = {
  event: Event
  sheet: GigSheet
  /** Shows only the next time, for a narrow card. */
  isShort?: boolean
  className?: string
}

export function TodaysGig({ event, sheet, isShort = false, className = '' }: Props) {
  const { date, time } = londonWallClock(useNow())
  const next = event.date === date ? nextRunningTime(sheet.times, time) : null
  if (isShort) {
    if (next === null) return null
    return (
      <div className={className}>
        <RunningTimes times={sheet.times.slice(next, next + 1)} next={0} size="large" />
      </div>
    )
  }
  const place = sheet.address?.replaceAll(/\s+/g, ' ') ?? eventPlace(event)
  return (
    <div className={className}>
      <RunningTimes times={sheet.times} next={next} size="large" />
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {place && (
          <a
            href={mapsLink(place, platformOf(navigator))}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClassName({ variant: 'secondary' })}
          >
            <MapPin aria-hidden="true" className="size-5" />
            Open in Maps
          </a>
        )}
        {sheet.contactPhone && (
          <a href={phoneLink(sheet.contactPhone)} className={buttonClassName({ variant: 'secondary' })}>
            <Phone aria-hidden="true" className="size-5" />
            Call {sheet.contactName ?? 'the venue'}
          </a>
        )}
      </div>
    </div>
  )
}
