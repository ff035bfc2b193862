// The events of the coming year at which a set list is played, and the button that chooses them.

import { CalendarPlus } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { yearAheadRange } from '#features/events/date-ranges.ts'
import { formatEventNameAndDates } from '#features/events/format-event.ts'
import { useBandEvents } from '#features/events/queries.ts'
import type { Setlist } from '#features/set-lists/queries.ts'
import { useToday } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { AttachSetlistDialog } from './attach-to-event.tsx'

export function SetlistEvents({ setlist }: { setlist: Setlist }) {
  const { bandId } = setlist
  const { data } = useBandEvents(bandId, yearAheadRange(useToday()))
  const [isChoosing, setChoosing] = useState(false)
  const events = data?.filter(({ setlistId, status }) => setlistId === setlist.id && status !== 'cancelled') ?? []
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      {events.length > 0 && (
        <ul aria-label="Played at" className="min-w-0 flex-1 basis-64">
          {events.map((event) => (
            <li key={event.id}>
              <Link
                to="/bands/$bandId/events/$eventId"
                params={{ bandId, eventId: event.id }}
                className="inline-flex min-h-11 items-center font-medium break-words underline underline-offset-4"
              >
                {formatEventNameAndDates(event)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Button variant="secondary" size="sm" onClick={() => setChoosing(true)}>
        <CalendarPlus aria-hidden="true" className="size-5" />
        Use at an event
      </Button>
      {isChoosing && <AttachSetlistDialog setlist={setlist} onClose={() => setChoosing(false)} />}
    </div>
  )
}
