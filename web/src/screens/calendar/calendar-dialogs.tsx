// The dialogs of the calendar: day, event details, event form. Each may be opened from the one before.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { MemberBusyTime } from '@gaffer/domain/busy-calendars/busy-calendar'
import { weekdayAndDate } from '@gaffer/domain/shared/dates'
import { Plus } from 'lucide-react'
import type { OwnMembership } from '#lib/me.ts'
import { CompleteEventForm } from '#features/gig-sheets/complete-event-form.tsx'
import type { EventFormInitialState } from '#features/events/event-form/event-form-props.ts'
import type { DialogState } from '#ui/use-dialog-state.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DayEvents } from './month/selected-day.tsx'
import { EventDetailsDialog } from './event-details-dialog.tsx'
import type { CalendarMonthState } from './use-calendar-month.ts'

type Props = {
  state: CalendarMonthState
  membership: OwnMembership | null
  addLabel: string
  day: DialogState<string>
  details: DialogState<CalendarEntry>
  form: DialogState<EventFormInitialState>
  /** Called after a save: closes the dialog from which the form was opened. */
  onSaved: () => void
}

/** The order of the dialogs matters: the dialog that was opened first must be the last to restore the focus. */
export function CalendarDialogs({ state, membership, addLabel, day, details, form, onSaved }: Props) {
  const edit = (event: CalendarEntry) => form.open({ event, date: event.date })

  function close() {
    form.close()
    details.close()
    day.close()
  }

  return (
    <>
      {form.subject && (
        <CompleteEventForm
          key={`form-${form.count}`}
          isOpen={form.isOpen}
          subject={form.subject}
          membership={membership}
          today={state.today}
          onClose={form.close}
          onSaved={({ date }) => {
            close()
            onSaved()
            state.setDay(date)
          }}
          onDeleted={close}
        />
      )}
      {details.subject && (
        <EventDetailsDialog
          key={`details-${details.count}`}
          isOpen={details.isOpen}
          event={state.latest(details.subject)}
          membership={membership}
          onClose={details.close}
          onDeleted={close}
          onChanged={details.update}
          onEdit={edit}
        />
      )}
      {day.subject && (
        <DayDialog
          isOpen={day.isOpen}
          date={day.subject}
          events={state.eventsOn(day.subject)}
          busy={state.busyOn(day.subject)}
          addLabel={addLabel}
          onOpen={details.open}
          onAdd={() => form.open({ event: null, date: day.subject ?? state.day })}
          onClose={day.close}
        />
      )}
    </>
  )
}

type DayDialogProps = {
  isOpen: boolean
  date: string
  events: readonly CalendarEntry[]
  busy: readonly MemberBusyTime[]
  addLabel: string
  onOpen: (event: CalendarEntry) => void
  onAdd: () => void
  onClose: () => void
}

/** The dialog of a day in the wide month: all its entries, and a button that adds one. */
export function DayDialog({ isOpen, date, events, busy, addLabel, onOpen, onAdd, onClose }: DayDialogProps) {
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
