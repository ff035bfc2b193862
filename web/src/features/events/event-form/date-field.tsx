import { formatDate, isRealDate } from '@gaffer/domain/shared/dates'
import { messages } from '@gaffer/domain/shared/messages'
import { describeTypedDate, parseTypedDate } from '@gaffer/domain/shared/typed-date'
import { CalendarDays } from 'lucide-react'
import { useId, useState, type ComponentProps } from 'react'
import { PickerField, type PickerFieldProps } from './picker-field.tsx'
import { DayPicker } from './day-picker.tsx'

type Props = PickerFieldProps & {
  /** The date (yyyy-MM-dd); the typed text if that is not a date; '' if empty. */
  value: string
  today: string
  onChange: (value: string) => void
}

export function DateField({ today, value, ...props }: Props) {
  return (
    <PickerField
      {...props}
      value={value}
      parse={(typed) => parseTypedDate(typed, today)}
      format={(date) => (isRealDate(date) ? formatDate(date) : date === '' ? '' : null)}
      parsedText={null}
      note={isRealDate(value) ? describeTypedDate(value, today) : null}
      refusal={messages.dateNotUnderstood}
      Icon={CalendarDays}
      input={{ placeholder: 'dd/mm/yyyy' }}
    />
  )
}

type WithPickerProps = Omit<ComponentProps<typeof DateField>, 'isOpen' | 'panelId' | 'onToggle'> &
  Pick<ComponentProps<typeof DayPicker>, 'bandId'> & { earliest?: string | undefined }

/** A date field with its own picker, beneath the field or beneath the grid around it. */
export function DateFieldWithPicker({ bandId, earliest, ...field }: WithPickerProps) {
  const panelId = useId()
  const [isOpen, setOpen] = useState(false)
  const date = isRealDate(field.value) ? field.value : null
  return (
    <>
      <DateField {...field} isOpen={isOpen} panelId={panelId} onToggle={() => setOpen(!isOpen)} />
      {isOpen && (
        <div id={panelId} className="order-1 col-span-full">
          <DayPicker
            bandId={bandId}
            today={field.today}
            from={date}
            to={null}
            {...(earliest !== undefined && { earliest })}
            onPick={(picked) => {
              field.onChange(picked)
              setOpen(false)
            }}
          />
        </div>
      )}
    </>
  )
}
