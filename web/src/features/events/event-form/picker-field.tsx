// A text field for a date or time, with a button that opens its picker beneath the row. The line beneath the field shows the parsed value.

import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { useRef, useState, useEffect, useEffectEvent, type ComponentProps, type Ref, type RefObject } from 'react'
import { Field, inputClassNameFor, type FieldProps } from '#ui/field.tsx'

/** The props that date and time fields pass on. */
export type PickerFieldProps = Omit<FieldProps, 'hint'> & {
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
  /** The text of the field; null if the value is neither valid nor empty. */
  format: (value: string) => string | null
  /** The line about a valid value, shown while the typed text differs from the text of the field. */
  understood: string | null
  /** The line about a valid value that is always shown. */
  note: string | null
  /** The error once the focus has left a text that is no date or time. */
  refusal: string
  Icon: LucideIcon
  input?: ComponentProps<'input'>
}

export function PickerField({
  value,
  onChange,
  read,
  format,
  understood,
  note,
  refusal,
  Icon,
  input,
  isOpen,
  panelId,
  onToggle,
  inputRef,
  error,
  ...field
}: Props) {
  const formatted = format(value)
  const text = formatted ?? value
  const [typed, setTyped] = useState(text)
  const [isFocused, setFocused] = useState(false)
  const [wasTyped, setWasTyped] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Keeps the text as typed until the field loses focus or the picker changes the value.
  const isTyped = (read(typed) ?? typed) === value
  const isRefused = formatted === null && (!isFocused || error !== undefined)
  const isPending = isTyped && typed.trim() !== text
  const said = [isPending && understood, note].filter(Boolean).join(', ')

  useCloseOnEscape(button, isOpen, () => {
    if (document.getElementById(panelId)?.contains(document.activeElement)) button.current?.focus()
    onToggle()
  })

  return (
    <Field
      {...field}
      error={isRefused ? refusal : error}
      hint={
        <span
          aria-live="polite"
          // The line stays after typing, so that the next target does not move when the focus leaves.
          className={clsx('block tabular-nums', wasTyped && formatted && 'min-h-5')}
        >
          {said}
        </span>
      }
    >
      {(control) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            ref={inputRef}
            autoComplete="off"
            value={isTyped ? typed : text}
            onChange={({ target }) => {
              setTyped(target.value)
              setWasTyped(true)
              onChange(read(target.value) ?? target.value)
            }}
            onFocus={() => setFocused(true)}
            onBlur={() => {
              setFocused(false)
              setTyped(text)
            }}
            // In px: at large text sizes the text needs the room.
            className={clsx(inputClassNameFor('pr-[48px] pl-[14px]'), 'h-12 tabular-nums')}
          />
          <button
            ref={button}
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

/** Escape closes something that is open in a dialog before it closes the dialog. `inside` is an element of the dialog. */
function useCloseOnEscape(inside: RefObject<Element | null>, isOpen: boolean, close: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isBehindAnother(inside.current)) return
    event.stopImmediatePropagation()
    close()
  })

  useEffect(() => {
    if (!isOpen) return
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    // Dialogs listen on the document; the window hears it first.
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [isOpen])
}

/** Whether the focus is in a list or a dialog above the one of the element, which Escape closes first. */
function isBehindAnother(element: Element | null): boolean {
  const dialog = element?.closest('[role=dialog]')
  const focused = document.activeElement
  return Boolean(dialog && focused && focused !== document.body && !dialog.contains(focused))
}
