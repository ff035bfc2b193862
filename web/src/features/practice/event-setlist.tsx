// Shows the set list of an event, with a field to choose another. A gig without a set list has an empty slot to choose one.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { Link } from '@tanstack/react-router'
import { ListOrdered } from 'lucide-react'
import { useChangeEvent } from '#features/events/queries.ts'
import { SetlistPanel } from '#features/set-lists/setlist-panel.tsx'
import { SetlistSelect } from '#features/set-lists/setlist-select.tsx'
import { buttonClassNameFor } from '#ui/button.tsx'
import { useSongMarking } from './song-marking.ts'
import { EmptySlot } from '#ui/empty-slot.tsx'

type Props = { event: CalendarEntry; bandId: string }

export function EventSetlist({ event, bandId }: Props) {
  const { send } = useChangeEvent(bandId, { title: setlistMessages.setlistNotAttached })
  const marking = useSongMarking(event, bandId)
  const selectProps = { bandId, value: event.setlistId, onChange: chooseSetlist }

  function chooseSetlist(setlistId: string | null) {
    void send({ ...event, changes: { setlistId } })
  }

  if (event.setlistId !== null) {
    return (
      <div className="grid grid-cols-1 gap-5">
        <SetlistPanel bandId={bandId} setlistId={event.setlistId} marking={marking} />
        <SetlistSelect {...selectProps} label="Set list of this event" />
      </div>
    )
  }
  return (
    <EmptySlot
      icon={<ListOrdered aria-hidden="true" className="size-5" />}
      title={setlistMessages.setlistNotChosen}
      text={setlistMessages.setlistPurposeOfGig}
      action={
        <SetlistSelect
          {...selectProps}
          label="Choose a set list"
          isLabelHidden
          placeholder="Choose a set list"
          empty={
            <Link to="/setlists" className={buttonClassNameFor({ variant: 'secondary', isWide: true })}>
              Make a set list
            </Link>
          }
        />
      }
    />
  )
}
