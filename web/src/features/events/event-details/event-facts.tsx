// Shows the type, status, time and place of an event.

import { eventPlace } from '@gaffer/domain/events/event-place'
import { dayInWords } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { optionMessages } from '@gaffer/domain/events/option-messages'
import { seriesMessages } from '@gaffer/domain/events/series-messages'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CalendarDays, Clock, Globe, MapPin, NotebookPen, Repeat, Tag, UserRound, Users } from 'lucide-react'
import { cancelledEventClassName, eventChipClassNameFor, EventTypeIcon } from '#features/events/event-type-styles.tsx'
import { Fact, PlaceWithMapsLink } from '#features/events/fact.tsx'
import { formatEventDates, formatUnconfirmedStatus, formatEventTimes } from '#features/events/format-event.ts'
import { MovedFrom } from '#features/events/moved-from.tsx'
import { WaitingToSendMark } from '#offline/waiting-mark.tsx'
import { hasDirtyForms } from '#ui/open-forms.ts'

type LabelsProps = {
  event: CalendarEntry
  /** Called when the member follows a link, so that a dialog around the facts closes. */
  onLeave?: (() => void) | undefined
}

/** Shows the event's type, status, link to its options and visibility in one line. */
export function EventLabels({ event, onLeave }: LabelsProps) {
  const status = formatUnconfirmedStatus(event)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p
        className={clsx(
          'inline-flex items-center gap-1.5 rounded-chip px-2 py-1 text-sm font-semibold',
          eventChipClassNameFor(event),
        )}
      >
        <EventTypeIcon
          type={event.type}
          className={clsx('size-4', event.status === 'cancelled' && cancelledEventClassName)}
        />
        {eventTypeLabels[event.type]}
      </p>
      {status && <p className="text-sm font-semibold">{status}</p>}
      <WaitingToSendMark subjectId={event.id} />
      <OptionLink event={event} onLeave={onLeave} />
      {event.isPublic && (
        <p className="inline-flex items-center gap-1.5 text-sm text-muted">
          <Globe aria-hidden="true" className="size-4" />
          <span className="sr-only">Visibility: </span>Public
        </p>
      )}
    </div>
  )
}

/** Shows "One of 3 dates · See all" for an option of a group. */
function OptionLink({ event: { bandId, optionGroupId, optionCount }, onLeave }: LabelsProps) {
  if (!bandId || !optionGroupId || !optionCount) return null
  return (
    <p className="text-sm">
      {optionMessages.oneOfDates(optionCount)} ·{' '}
      <Link
        to="/bands/$bandId/options/$optionGroupId"
        params={{ bandId, optionGroupId }}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        // With unsaved entries, the router asks for confirmation before it navigates, and the dialog must stay open until then.
        onClick={() => !hasDirtyForms() && onLeave?.()}
      >
        See all
      </Link>
    </p>
  )
}

/** `address` is the address on the gig sheet, for the maps link. */
export function EventFacts({ event, address = null }: { event: CalendarEntry; address?: string | null }) {
  const place = eventPlace(event)
  const isAway = event.type === 'unavailable'
  const isOneDay = event.endDate === null || event.endDate === event.date
  return (
    <>
      <MovedFrom event={event} className="block" />
      <dl className="grid grid-cols-1 gap-2.5">
        {isAway && event.title && (
          <Fact Icon={Tag} term="Title">
            {event.title}
          </Fact>
        )}
        <Fact Icon={CalendarDays} term="Date">
          {formatEventDates(event)}
          {isOneDay && <span className="text-muted"> · {dayInWords(event.date).split(' ')[0]}</span>}
        </Fact>
        <Fact Icon={Clock} term="Time">
          {formatEventTimes(event)}
        </Fact>
        {event.seriesId && (
          <Fact Icon={Repeat} term="Repeats">
            {seriesMessages.oneOfSeries}
            {event.isEditedByHand && <span className="block text-sm text-muted">{seriesMessages.editedByHand}</span>}
          </Fact>
        )}
        {place && (
          <Fact Icon={MapPin} term={event.isPublic ? 'Venue' : 'Location'}>
            <PlaceWithMapsLink place={place} address={address} />
          </Fact>
        )}
        {event.bandName && (
          <Fact Icon={Users} term="Band">
            {event.bandName}
          </Fact>
        )}
        {isAway && (
          <Fact Icon={UserRound} term="Member">
            {event.displayName ?? 'You'}
          </Fact>
        )}
        {event.notes && (
          <Fact Icon={NotebookPen} term="Notes">
            <span className="whitespace-pre-wrap">{event.notes}</span>
          </Fact>
        )}
      </dl>
    </>
  )
}
