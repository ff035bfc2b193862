// A date to type the British way, or to pick: the button opens a month beneath the row.

import { displayDate, isRealDate } from '@gaffer/domain/dates'
import { clsx } from 'clsx'
import { CalendarDays } from 'lucide-react'
import { useState, type Ref } from 'react'
import { Field, controlClassName, type FieldProps } from '#ui/field.tsx'
import { readTypedDate } from './typed-date.ts'

type Props = FieldProps & {
  /** yyyy-MM-dd, what was typed where that is no date, or ''. */
  value: string
  today: string
  isOpen: boolean
  panelId: string
  onChange: (value: string) => void
  onToggle: () => void
  inputRef: Ref<HTMLInputElement>
}

export function DateField({ value, today, isOpen, panelId, onChange, onToggle, inputRef, ...field }: Props) {
  const [typed, setTyped] = useState(() => shown(value))
  const isTyped = (readTypedDate(typed, today) ?? typed) === value

  function type(text: string) {
    setTyped(text)
    onChange(readTypedDate(text, today) ?? text)
  }

  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            ref={inputRef}
            inputMode="numeric"
            autoComplete="off"
            placeholder="dd/mm/yyyy"
            value={isTyped ? typed : shown(value)}
            onChange={(event) => type(event.target.value)}
            onBlur={() => setTyped(shown(value))}
            // The picture does not grow with the text, which needs the room.
            className={clsx(controlClassName('pr-[48px] pl-[14px]'), 'h-12 tabular-nums')}
          />
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={onToggle}
            className="absolute inset-y-0.5 right-0.5 grid w-[44px] place-content-center rounded-control text-muted transition-colors hover:bg-lit hover:text-text aria-expanded:bg-lit aria-expanded:text-text"
          >
            <CalendarDays aria-hidden="true" className="size-[20px]" />
            <span className="sr-only">Choose {field.label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Field>
  )
}

function shown(value: string): string {
  return isRealDate(value) ? displayDate(value) : value
}
