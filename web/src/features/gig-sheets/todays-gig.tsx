// The running times of a gig that is on today, in the Next Up cards. The text is large, for reading at arm's length.

import { londonWallClock } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { GigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { findNextRunningTimeIndex } from '@gaffer/domain/gig-sheets/next-running-time'
import { MapPin, Phone } from 'lucide-react'
import { mapsLinkOf, platformOf, phoneLinkOf } from '#lib/device-links.ts'
import { eventPlace } from '@gaffer/domain/events/event-place'
import { useNowMs } from '#lib/use-now.ts'
import { buttonClassNameFor } from '#ui/button.tsx'
import { GigRunningTimes } from './gig-running-times.tsx'

type Props = {
  event: CalendarEntry
  sheet: GigSheet
  /** Shows only the next running time, and nothing if none is left: for a narrow card. */
  isShort?: boolean
  className?: string
}

export function TodaysGigTimes({ event, sheet, isShort = false, className = '' }: Props) {
  const { date, time } = londonWallClock(useNowMs())
  const next = event.date === date ? findNextRunningTimeIndex(sheet.times, time) : null
  if (isShort) {
    if (next === null) return null
    return (
      <div className={className}>
        <GigRunningTimes times={sheet.times.slice(next, next + 1)} next={0} size="large" />
      </div>
    )
  }
  const place = sheet.address ?? eventPlace(event)
  return (
    <div className={className}>
      <GigRunningTimes times={sheet.times} next={next} size="large" />
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {place && (
          <a
            href={mapsLinkOf(place, platformOf(navigator))}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClassNameFor({ variant: 'secondary' })}
          >
            <MapPin aria-hidden="true" className="size-5" />
            Open in Maps
          </a>
        )}
        {sheet.contactPhone && (
          <a href={phoneLinkOf(sheet.contactPhone)} className={buttonClassNameFor({ variant: 'secondary' })}>
            <Phone aria-hidden="true" className="size-5" />
            Call {sheet.contactName ?? 'the venue'}
          </a>
        )}
      </div>
    </div>
  )
}
