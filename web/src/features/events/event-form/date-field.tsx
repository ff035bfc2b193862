import { formatDate, isRealDate } from '@gaffer/domain/shared/dates'
import { messages } from '@gaffer/domain/shared/messages'
import { describeTypedDate, parseTypedDate } from '@gaffer/domain/shared/typed-date'
import { CalendarDays } from 'lucide-react'
import { PickerField, type PickerFieldProps } from './picker-field.tsx'

type Props = PickerFieldProps & {
  /** A date (yyyy-MM-dd), the typed text if it is no date, or ''. */
  value: string
  today: string
  onChange: (value: string) => void
}

export function DateField({ today, value, ...props }: Props) {
  return (
    <PickerField
      {...props}
      value={value}
      read={(typed) => parseTypedDate(typed, today)}
      format={(date) => (isRealDate(date) ? formatDate(date) : date === '' ? '' : null)}
      understood={null}
      note={isRealDate(value) ? describeTypedDate(value, today) : null}
      refusal={messages.dateNotUnderstood}
      Icon={CalendarDays}
      input={{ placeholder: 'dd/mm/yyyy' }}
    />
  )
}
