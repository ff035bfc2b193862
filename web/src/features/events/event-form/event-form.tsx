// The dialog that adds or edits an event. Each kind has a form of its own, with the fields that they share.

import { OfflineSavingProvider } from '#ui/saving-disabled.tsx'
import { EditDaysAwayForm } from './edit-days-away-form.tsx'
import { EditEventForm } from './edit-event-form.tsx'
import type { EventFormProps } from './event-form-props.ts'
import { NewEventForm } from './new-event-form.tsx'

/** Edits of a band's event are kept in the outbox without a network; all other saves need a network. */
export function EventForm(props: EventFormProps) {
  const { event } = props.subject
  if (event === null) return <NewEventForm {...props} />
  if (event.type === 'unavailable') return <EditDaysAwayForm {...props} event={event} />
  return (
    <OfflineSavingProvider>
      <EditEventForm {...props} event={event} />
    </OfflineSavingProvider>
  )
}
