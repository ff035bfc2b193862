import { formatTime, isRealTime } from '@gaffer/domain/shared/dates'
import type { describeEventEnd } from '@gaffer/domain/events/event-length'
import { messages } from '@gaffer/domain/shared/messages'
import { parseTypedTime } from '@gaffer/domain/shared/typed-time'
import { Clock } from 'lucide-react'
import { PickerField, type PickerFieldProps } from './picker-field.tsx'

type Props = PickerFieldProps & {
  /** A time (HH:mm), the typed text if it is no time, or null. */
  value: string | null
  onChange: (value: string | null) => void
  /** The time (HH:mm) that a typed "10" comes after; null for none. */
  after?: string | null
  /** For the end of an event: how long the event lasts, and the day of its end if it is a later one. */
  end?: ReturnType<typeof describeEventEnd>
}

export function TimeField({ value, onChange, after = null, end = null, ...props }: Props) {
  const isTime = value !== null && isRealTime(value)
  return (
    <PickerField
      {...props}
      value={value ?? ''}
      onChange={(time) => onChange(time || null)}
      read={(typed) => parseTypedTime(typed, after)}
      format={(time) => (isRealTime(time) ? formatTime(time) : time === '' ? '' : null)}
      understood={isTime && !end?.endsLater ? formatTime(value) : null}
      note={[end?.length, end?.endsLater].filter(Boolean).join(', ') || null}
      refusal={messages.timeNotUnderstood}
      Icon={Clock}
    />
  )
}
