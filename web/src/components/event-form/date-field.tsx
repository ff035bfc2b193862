import { formatDate, isRealDate } from '@gaffer/domain/dates'
import { CalendarDays } from 'lucide-react'
import { PickerField, type PickerFieldProps } from './picker-field.tsx'
import { parseTypedDate } from './typed-date.ts'

type Props = PickerFieldProps & {
  /** A date (yyyy-MM-dd), the typed text if it is no date, or ''. */
  value: string
  today: string
  onChange: (value: string) => void
}

export function DateField({ today, ...props }: Props) {
  return (
    <PickerField
      {...props}
      read={(typed) => parseTypedDate(typed, today)}
      format={(value) => (isRealDate(value) ? formatDate(value) : value)}
      Icon={CalendarDays}
      input={{ inputMode: 'numeric', placeholder: 'dd/mm/yyyy' }}
    />
  )
}
