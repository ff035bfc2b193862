// A date or a time to type, with a button that opens its picker beneath the row.

import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { useState, type ComponentProps, type Ref } from 'react'
import { Field, controlClassName, type FieldProps } from '#ui/field.tsx'

/** What a field of a picker takes, besides its value. */
export type PickerFieldProps = FieldProps & {
  isOpen: boolean
  panelId: string
  onToggle: () => void
  inputRef: Ref<HTMLInputElement>
}

type Props = PickerFieldProps & {
  /** As stored; what was typed where that can't be read. */
  value: string
  onChange: (value: string) => void
  /** The stored form of what was typed; null where it can't be read. */
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
  // Keeps the spelling of what is being typed, until it is left or the picker changes the value.
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
            // In pixels: the icon does not grow with the text, which needs the room.
            className={clsx(controlClassName('pr-[48px] pl-[14px]'), 'h-12 tabular-nums')}
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
