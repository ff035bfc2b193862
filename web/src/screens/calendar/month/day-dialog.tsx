// The dialog of a day in the wide month: all its entries, and a button that adds one.

import type { MemberBusyTime } from '@gaffer/domain/busy-calendars/busy-calendar'
import { weekdayAndDate } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { Plus } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DayEvents } from './selected-day.tsx'

type Props = {
  isOpen: boolean
  date: string
  events: readonly CalendarEntry[]
  busy: readonly MemberBusyTime[]
  addLabel: string
  onOpen: (event: CalendarEntry) => void
  onAdd: () => void
  onClose: () => void
}

export function DayDialog({ isOpen, date, events, busy, addLabel, onOpen, onAdd, onClose }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={weekdayAndDate(date)}
      footer={
        <Button variant="secondary" isWide onClick={onAdd}>
          <Plus aria-hidden="true" className="size-5" />
          {addLabel}
        </Button>
      }
    >
      <DayEvents date={date} events={events} busy={busy} onOpen={onOpen} />
    </Dialog>
  )
}
