// The gig of a dep request, and the fee.

import type { DepLinkContent } from '@gaffer/domain/deps/dep-link'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { formatPounds } from '@gaffer/domain/shared/pounds'
import { dateAndTimeInWords } from '@gaffer/domain/shared/short-dates'
import { CalendarDays, MapPin, Music2, PoundSterling } from 'lucide-react'
import { Fact, PlaceWithMapsLink } from '#features/events/fact.tsx'
import { Card } from '#ui/card.tsx'

export function DepGig({ link: { event, feePence, gigSheet, instrument, state } }: { link: DepLinkContent }) {
  const type = eventTypeLabels[event.type]
  return (
    <Card className="mt-6 p-5">
      <h2 className="text-xl font-bold break-words">{event.title ?? type}</h2>
      {event.title && <p className="text-muted">{type}</p>}
      <dl className="mt-3 grid grid-cols-1 gap-2.5">
        <Fact Icon={CalendarDays} term="When">
          <span className="font-semibold">{dateAndTimeInWords(event)}</span>
        </Fact>
        {event.place && (
          <Fact Icon={MapPin} term="Where">
            <PlaceWithMapsLink place={event.place} address={gigSheet?.address} />
          </Fact>
        )}
        <Fact Icon={Music2} term="Instrument">
          {instrument}
        </Fact>
        {feePence !== null && (
          <Fact Icon={PoundSterling} term="Fee">
            <span className="font-semibold">{formatPounds(feePence)}</span>
            {state === 'yes' ? ' for you' : ' offered'}
          </Fact>
        )}
      </dl>
    </Card>
  )
}
