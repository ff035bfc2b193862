// The details of an event, with Edit and Delete for members who may edit it.

import { canEditEvent } from '@gaffer/domain/access'
import { dayInWords } from '@gaffer/domain/dates'
import type { Event } from '@gaffer/domain/event'
import { eventTypeLabels } from '@gaffer/domain/event-type'
import { messages } from '@gaffer/domain/messages'
import { clsx } from 'clsx'
import {
  CalendarDays,
  Clock,
  Globe,
  MapPin,
  NotebookPen,
  Pencil,
  Tag,
  UserRound,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useSignedIn, type OwnMembership } from '#api/me.ts'
import { ClashLines } from '#components/clashes/clashes.tsx'
import { EventIcon, eventLooks } from '#components/event-type-styles.tsx'
import { eventDates, eventName, eventPlace, eventTimes } from '#components/format-event.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DeleteEvent } from './delete-event.tsx'
import { ShareEvent } from './share-event.tsx'

type Props = {
  isOpen: boolean
  event: Event
  membership: OwnMembership | null
  onClose: () => void
  onDeleted: () => void
  /** Another member changed the event meanwhile. */
  onChanged: (stored: Event) => void
  onEdit: (event: Event) => void
}

export function EventDetails({ isOpen, event, membership, onClose, onDeleted, onChanged, onEdit }: Props) {
  const { user } = useSignedIn()
  const canEdit = canEditEvent({ userId: user.id, membershipId: membership?.id ?? '' }, event)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={<span className="break-words">{eventName(event)}</span>}
      footer={
        canEdit ? (
          <DeleteEvent
            event={event}
            onDeleted={onDeleted}
            onChanged={onChanged}
            edit={
              <Button variant="secondary" onClick={() => onEdit(event)}>
                <Pencil aria-hidden="true" className="size-5" />
                Edit
              </Button>
            }
          />
        ) : (
          <p className="py-2 text-muted">{messages.onlyOwnerEdits(event.displayName ?? 'their owner')}</p>
        )
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <p
          className={clsx(
            'inline-flex items-center gap-1.5 rounded-chip px-2 py-1 text-sm font-semibold',
            eventLooks[event.type].chip,
          )}
        >
          <EventIcon type={event.type} className="size-4" />
          {eventTypeLabels[event.type]}
        </p>
        {event.isPublic && (
          <p className="inline-flex items-center gap-1.5 text-sm text-muted">
            <Globe aria-hidden="true" className="size-4" />
            <span className="sr-only">Visibility: </span>Public
          </p>
        )}
      </div>
      <ClashLines eventId={event.id} className="mb-3" />
      <Facts event={event} />
      {event.type !== 'unavailable' && <ShareEvent event={event} />}
    </Dialog>
  )
}

function Facts({ event }: { event: Event }) {
  const place = eventPlace(event)
  const isAway = event.type === 'unavailable'
  const isOneDay = event.endDate === null || event.endDate === event.date
  return (
    <dl className="grid grid-cols-1 gap-2.5">
      {isAway && event.title && (
        <Fact Icon={Tag} term="Title">
          {event.title}
        </Fact>
      )}
      <Fact Icon={CalendarDays} term="Date">
        {eventDates(event)}
        {isOneDay && <span className="text-muted"> · {dayInWords(event.date).split(' ')[0]}</span>}
      </Fact>
      <Fact Icon={Clock} term="Time">
        {eventTimes(event)}
      </Fact>
      {place && (
        <Fact Icon={MapPin} term={event.isPublic ? 'Venue' : 'Location'}>
          <a
            href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-block rounded-chip py-0.5 underline decoration-control underline-offset-4 hover:decoration-text"
          >
            {place}
            <span className="sr-only"> (opens a map)</span>
          </a>
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
  )
}

function Fact({ Icon, term, children }: { Icon: LucideIcon; term: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="pt-0.5">
        <Icon aria-hidden="true" className="size-5 text-faint" />
        <span className="sr-only">{term}</span>
      </dt>
      <dd className="min-w-0 flex-1 break-words">{children}</dd>
    </div>
  )
}
