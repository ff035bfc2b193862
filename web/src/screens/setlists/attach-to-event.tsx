// Attaches the set list to events of the coming year, gigs first.

import { todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { yearAheadRange } from '#features/events/date-ranges.ts'
import { useBandEvents, useChangeEvent } from '#features/events/queries.ts'
import type { Setlist } from '#features/set-lists/queries.ts'
import { QueryState } from '#lib/query-state.tsx'
import { formatEventNameAndDates } from '#features/events/format-event.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useSavingGate } from '#ui/use-saving-gate.ts'

export function AttachSetlistDialog({ setlist, onClose }: { setlist: Setlist; onClose: () => void }) {
  const { bandId } = setlist
  const [range] = useState(() => yearAheadRange(todayInLondon(new Date())))
  const read = useBandEvents(bandId, range)
  const events = read.data?.filter(({ type, status }) => type !== 'unavailable' && status !== 'cancelled')
  return (
    <Dialog isOpen onClose={onClose} title="Use at an event" description={setlist.name}>
      <QueryState
        query={{ ...read, data: events }}
        fallback={setlistMessages.eventsNotRead}
        loading={
          <SkeletonGroup label="Loading the events">
            <Skeleton className="h-40" />
          </SkeletonGroup>
        }
        empty={<p className="text-muted">{setlistMessages.setlistNoEvents}</p>}
      >
        {(ahead) => (
          <div className="grid grid-cols-1 gap-5">
            <Choices title="Gigs" events={ahead.filter(({ type }) => isGigOrFestival(type))} setlist={setlist} />
            <Choices
              title="Other events"
              events={ahead.filter(({ type }) => !isGigOrFestival(type))}
              setlist={setlist}
            />
          </div>
        )}
      </QueryState>
    </Dialog>
  )
}

type ChoicesProps = { title: string; events: readonly CalendarEntry[]; setlist: Setlist }

function Choices({ title, events, setlist }: ChoicesProps) {
  if (events.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      <ul aria-label={title} className="grid grid-cols-1">
        {events.map((event) => (
          <EventChoice key={event.id} event={event} setlist={setlist} />
        ))}
      </ul>
    </section>
  )
}

function EventChoice({ event, setlist }: { event: CalendarEntry; setlist: Setlist }) {
  const { send, isPending } = useChangeEvent(setlist.bandId, { title: setlistMessages.setlistNotAttached })
  const { gateProps, attempt } = useSavingGate()
  const isChosen = event.setlistId === setlist.id

  async function toggle() {
    if (!(await send({ ...event, changes: { setlistId: isChosen ? null : setlist.id } }))) return
    const { setlistAttached, setlistAttachedTo, setlistDetached, setlistDetachedFrom } = setlistMessages
    const name = formatEventNameAndDates(event)
    showToast(
      isChosen
        ? { title: setlistDetached, text: setlistDetachedFrom(setlist.name, name) }
        : { title: setlistAttached, text: setlistAttachedTo(setlist.name, name) },
    )
  }

  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        {...gateProps}
        onClick={() => attempt(() => !isPending && void toggle())}
        className="flex min-h-14 w-full items-center gap-3 border-b border-hairline py-2 text-left transition-colors hover:bg-lit"
      >
        <span className="min-w-0 flex-1 break-words">{formatEventNameAndDates(event)}</span>
        {!isChosen && event.setlistId !== null && <span className="text-sm text-muted">Has another list</span>}
        {isChosen && <Check aria-hidden="true" className="size-5 shrink-0 text-success" />}
      </button>
    </li>
  )
}
