import { isRealDate } from '@gaffer/domain/shared/dates'
import { useId, useState, type ComponentProps } from 'react'
import { DateField } from './date-field.tsx'
import { DayPicker } from './day-picker.tsx'

type Props = Omit<ComponentProps<typeof DateField>, 'isOpen' | 'panelId' | 'onToggle'> &
  Pick<ComponentProps<typeof DayPicker>, 'bandId'> & { earliest?: string | undefined }

/** A date field with a picker of its own, beneath the field or beneath the grid that the field is in. */
export function DateFieldWithPicker({ bandId, earliest, ...field }: Props) {
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
