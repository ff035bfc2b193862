// Attaches the set list to events of the coming year.

import { todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
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
          <ul aria-label="Events" className="grid grid-cols-1">
            {ahead.map((event) => (
              <EventChoice key={event.id} event={event} setlist={setlist} />
            ))}
          </ul>
        )}
      </QueryState>
    </Dialog>
  )
}

function EventChoice({ event, setlist }: { event: CalendarEntry; setlist: Setlist }) {
  const { send, isPending } = useChangeEvent(setlist.bandId, { title: setlistMessages.setlistNotAttached })
  const { gateProps, attempt } = useSavingGate()
  const isChosen = event.setlistId === setlist.id

  const toggle = () => send({ ...event, changes: { setlistId: isChosen ? null : setlist.id } })
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
