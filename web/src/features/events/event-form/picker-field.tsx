// A text field for a date or time, with a button that opens its picker beneath the row. The line beneath the field shows the parsed value.

import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { useRef, useState, useEffect, useEffectEvent, type ComponentProps, type Ref, type RefObject } from 'react'
import { Field, inputClassNameFor, type FieldProps } from '#ui/field.tsx'
import { useCloseOnBack } from '#ui/use-close-on-back.ts'

/** The props that DateField and TimeField pass on to PickerField. */
export type PickerFieldProps = Omit<FieldProps, 'hint'> & {
  isOpen: boolean
  panelId: string
  onToggle: () => void
  inputRef: Ref<HTMLInputElement>
  /** Whether the value cannot be changed. The field keeps the focus. */
  isLocked?: boolean | undefined
}

type Props = PickerFieldProps & {
  /** The date or time in its stored form, or the typed text if that is invalid. */
  value: string
  onChange: (value: string) => void
  /** Parses the typed text to its stored form; null if it is invalid. */
  parse: (typed: string) => string | null
  /** Formats the value for the field; null if it is neither valid nor empty. */
  format: (value: string) => string | null
  /** A valid value as it was parsed. Shown while the typed text differs from the formatted text. */
  parsedText: string | null
  /** A note about a valid value, shown all the time. */
  note: string | null
  /** The error for a text that is not a date or time, shown once the field has lost the focus. */
  refusal: string
  Icon: LucideIcon
  input?: ComponentProps<'input'>
}

export function PickerField({
  value,
  onChange,
  parse,
  format,
  parsedText,
  note,
  refusal,
  Icon,
  input,
  isOpen,
  panelId,
  onToggle,
  inputRef,
  isLocked,
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
  const isTyped = (parse(typed) ?? typed) === value
  const isRefused = formatted === null && (!isFocused || error !== undefined)
  const isPending = isTyped && typed.trim() !== text
  const hintText = [isPending && parsedText, note].filter(Boolean).join(', ')

  function close() {
    if (document.getElementById(panelId)?.contains(document.activeElement)) button.current?.focus()
    onToggle()
  }
  useCloseOnEscape(button, isOpen, close)
  useCloseOnBack(isOpen, close, false)

  return (
    <Field
      {...field}
      error={isRefused ? refusal : error}
      hint={
        <span
          aria-live="polite"
          // Keeps the line's height after typing, so that the fields below do not move when the field loses the focus.
          className={clsx('block tabular-nums', wasTyped && formatted && 'min-h-5')}
        >
          {hintText}
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
            readOnly={isLocked}
            autoComplete="off"
            value={isTyped ? typed : text}
            onChange={({ target }) => {
              setTyped(target.value)
              setWasTyped(true)
              onChange(parse(target.value) ?? target.value)
            }}
            onFocus={() => setFocused(true)}
            onBlur={() => {
              setFocused(false)
              setTyped(text)
            }}
            // The padding is in px, so that it does not take room from the text at large text sizes.
            className={clsx(inputClassNameFor('pr-[48px] pl-[14px]'), 'h-12 tabular-nums')}
          />
          <button
            ref={button}
            type="button"
            disabled={isLocked}
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={onToggle}
            className="absolute inset-y-0.5 right-0.5 grid w-[44px] place-content-center rounded-control text-muted transition-colors hover:bg-lit hover:text-text disabled:opacity-60 aria-expanded:bg-lit aria-expanded:text-text"
          >
            <Icon aria-hidden="true" className="size-[20px]" />
            <span className="sr-only">Choose {field.label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Field>
  )
}

/** Lets Escape close the picker instead of the dialog around it. `inside` is an element of that dialog. */
function useCloseOnEscape(inside: RefObject<Element | null>, isOpen: boolean, close: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isFocusInOverlayAbove(inside.current)) return
    event.stopImmediatePropagation()
    close()
  })

  useEffect(() => {
    if (!isOpen) return
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    // Listens on the window, because dialogs listen on the document: the window's capture phase comes first.
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [isOpen])
}

/** Whether the focus is in another overlay above the element's dialog: Escape then closes that overlay first. */
function isFocusInOverlayAbove(element: Element | null): boolean {
  const dialog = element?.closest('[role=dialog]')
  const focused = document.activeElement
  return Boolean(dialog && focused && focused !== document.body && !dialog.contains(focused))
}
