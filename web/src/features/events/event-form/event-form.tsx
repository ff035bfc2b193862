// The dialog that adds or edits an event. New events, edits of events and edits of days away are separate components with shared fields.

import { OfflineSavingProvider } from '#ui/saving-disabled.tsx'
import { EditDaysAwayForm } from './edit-days-away-form.tsx'
import { EditEventForm } from './edit-event-form.tsx'
import type { EventFormProps } from './event-form-props.ts'
import { NewEventForm } from './new-event-form.tsx'

/** Without a network, an edit of a band's event waits in the outbox. All other saves need a network. */
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
