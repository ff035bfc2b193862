import { formatTime, isRealTime } from '@gaffer/domain/dates'
import { Clock } from 'lucide-react'
import { PickerField, type PickerFieldProps } from './picker-field.tsx'
import { parseTypedTime } from './twelve-hour-clock.ts'

type Props = PickerFieldProps & {
  /** A time (HH:mm), the typed text if it is no time, or null. */
  value: string | null
  onChange: (value: string | null) => void
}

export function TimeField({ value, onChange, ...props }: Props) {
  return (
    <PickerField
      {...props}
      isOptional
      value={value ?? ''}
      onChange={(time) => onChange(time || null)}
      read={parseTypedTime}
      format={(time) => (isRealTime(time) ? formatTime(time) : time)}
      Icon={Clock}
      input={{ placeholder: '7pm' }}
    />
  )
}
