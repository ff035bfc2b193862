// The form fields for the status of an event, and for the answers to it.

import { eventStatusLabels } from '@gaffer/domain/events/event-labels'
import { asksAnswersByDefault } from '@gaffer/domain/shared/event-type'
import { eventStatuses, type CalendarEntry } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useController } from 'react-hook-form'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { Switch } from '#ui/switch.tsx'
import { DateFieldWithPicker } from './date-field.tsx'
import { shownReplyBy, type EventFormValues } from './event-form-values.ts'
import type { EventFormMethods, SetEventFormValues } from './use-event-form.ts'

type Props = {
  form: EventFormMethods
  fields: EventFormValues
  set: SetEventFormValues
  /** The event as it is stored; null for a new one. */
  event: CalendarEntry | null
  bandId: string | null
  today: string
  /** Whether the form makes an option group. Its events are all pencilled, so the form has no status field. */
  isOptionGroup: boolean
  onAsk: (asksAnswers: boolean) => void
}

/** Whether "Ask everybody" differs from the default of the type. If so, a change of the type does not reset it. */
export function differsFromDefaultAsksAnswers({
  type,
  asksAnswers,
}: Pick<EventFormValues, 'type' | 'asksAnswers'>): boolean {
  return asksAnswers !== asksAnswersByDefault(type)
}

export function StatusAndAnswerFields({ form, fields, set, event, bandId, today, isOptionGroup, onAsk }: Props) {
  return (
    <>
      {!isOptionGroup && <StatusField event={event} fields={fields} set={set} />}
      <Switch
        label="Ask everybody"
        hint="Every member is asked whether they can come."
        isOn={fields.asksAnswers}
        onChange={onAsk}
      />
      {fields.asksAnswers && (
        <ReplyByField form={form} fields={fields} set={set} event={event} bandId={bandId} today={today} />
      )}
    </>
  )
}

function StatusField({ event, fields, set }: Pick<Props, 'event' | 'fields' | 'set'>) {
  const offeredStatuses = eventStatuses.filter((status) => event !== null || status !== 'cancelled')
  const otherOptionCount = (event?.optionCount ?? 1) - 1
  const isConfirming = event?.status === 'tentative' && fields.status === 'confirmed'
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <span aria-hidden="true" className="text-sm font-medium">
        Status
      </span>
      <SegmentedControl
        label="Status"
        options={offeredStatuses.map((status) => ({ value: status, label: eventStatusLabels[status] }))}
        value={fields.status}
        onChange={(status) => set({ status })}
      />
      {isConfirming && otherOptionCount > 0 && (
        <p className="text-sm text-muted">{eventMessages.confirmingCancels(otherOptionCount)}</p>
      )}
    </div>
  )
}

function ReplyByField({ form, fields, set, event, bandId, today }: Omit<Props, 'isOptionGroup' | 'onAsk'>) {
  const { field, fieldState } = useController({ control: form.control, name: 'replyBy' })
  return (
    // Restores the default date once an emptied field loses the focus.
    <div className="grid grid-cols-1 gap-4" onBlur={() => fields.replyBy === '' && set({ replyBy: null })}>
      <DateFieldWithPicker
        label="Reply by"
        error={fieldState.error?.message}
        inputRef={field.ref}
        value={shownReplyBy(fields, event, today)}
        bandId={bandId}
        today={today}
        earliest={today}
        onChange={(replyBy) => set({ replyBy })}
      />
    </div>
  )
}
