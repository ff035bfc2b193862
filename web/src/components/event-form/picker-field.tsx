// A text field for a date or time, with a button that opens its picker beneath the row.

import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { useState, type ComponentProps, type Ref } from 'react'
import { Field, inputClassNameFor, type FieldProps } from '#ui/field.tsx'

/** The props that date and time fields pass on. */
export type PickerFieldProps = FieldProps & {
  isOpen: boolean
  panelId: string
  onToggle: () => void
  inputRef: Ref<HTMLInputElement>
}

type Props = PickerFieldProps & {
  /** The stored form of the date or time, or the typed text if it is invalid. */
  value: string
  onChange: (value: string) => void
  /** Parses the typed text to its stored form; null if it is invalid. */
  read: (typed: string) => string | null
  format: (value: string) => string
  Icon: LucideIcon
  input: ComponentProps<'input'>
}

export function PickerField({
  value,
  onChange,
  read,
  format,
  Icon,
  input,
  isOpen,
  panelId,
  onToggle,
  inputRef,
  ...field
}: Props) {
  const [typed, setTyped] = useState(() => format(value))
  // Keeps the text as typed until the field loses focus or the picker changes the value.
  const isTyped = (read(typed) ?? typed) === value

  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            ref={inputRef}
            autoComplete="off"
            value={isTyped ? typed : format(value)}
            onChange={({ target }) => {
              setTyped(target.value)
              onChange(read(target.value) ?? target.value)
            }}
            onBlur={() => setTyped(format(value))}
            // In px: at large text sizes the text needs the room.
            className={clsx(inputClassNameFor('pr-[48px] pl-[14px]'), 'h-12 tabular-nums')}
          />
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={onToggle}
            className="absolute inset-y-0.5 right-0.5 grid w-[44px] place-content-center rounded-control text-muted transition-colors hover:bg-lit hover:text-text aria-expanded:bg-lit aria-expanded:text-text"
          >
            <Icon aria-hidden="true" className="size-[20px]" />
            <span className="sr-only">Choose {field.label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Field>
  )
}
