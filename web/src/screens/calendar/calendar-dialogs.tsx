// The dialogs of the calendar: day, event details, event form. Each may be opened from the one before.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { OwnMembership } from '#lib/me.ts'
import { DayDialog } from './month/day-dialog.tsx'
import { EventDetailsDialog } from './event-details-dialog.tsx'
import { CompleteEventForm } from '#features/gig-sheets/complete-event-form.tsx'
import type { EventFormInitialState } from '#features/events/event-form/event-form-props.ts'
import type { CalendarMonthState } from './use-calendar-month.ts'
import type { DialogState } from '#ui/use-dialog-state.ts'

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
