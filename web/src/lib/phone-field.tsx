// A UK phone number, grouped while it is typed. Accepts any usual spelling by paste.

import { signInLimits as limits } from '@gaffer/domain/shared/sign-in-limits'
import { formatUkMobile } from '@gaffer/domain/shared/phone'
import { clsx } from 'clsx'
import { useLayoutEffect, useRef } from 'react'
import { Field, inputClassNameFor, type FieldProps } from '#ui/field.tsx'

type Props = FieldProps & {
  /** The grouped number: "07700 900123". */
  value: string
  onChange: (value: string) => void
  name?: string
  /** "off" for the number of another person. */
  autoComplete?: 'tel' | 'off'
}

export function PhoneField({ value, onChange, name, autoComplete = 'tel', ...field }: Props) {
  const input = useRef<HTMLInputElement>(null)
  // The number of digits (and a plus) left of the caret, to restore the caret: regrouping moves it to the end.
  const digitsBefore = useRef<number | null>(null)

  useLayoutEffect(() => {
    if (digitsBefore.current === null) return
    const at = findCaretAfterDigits(value, digitsBefore.current)
    input.current?.setSelectionRange(at, at)
    digitsBefore.current = null
  }, [value])

  function change(text: string, caret: number) {
    const grouped = formatUkMobile(text)
    const isAtEnd = caret >= text.length
    digitsBefore.current = isAtEnd ? grouped.length : text.slice(0, caret).replace(/[^\d+]/g, '').length
    onChange(grouped)
  }

  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          ref={input}
          name={name}
          type="tel"
          inputMode="tel"
          autoComplete={autoComplete}
          placeholder="07700 900123"
          maxLength={limits.phoneFieldLength}
          value={value}
          onChange={({ target }) => change(target.value, target.selectionStart ?? limits.phoneFieldLength)}
          onPaste={(event) => {
            // The input's maxLength would cut "+44 7700 900123" before it is regrouped.
            event.preventDefault()
            const { selectionStart, selectionEnd } = event.currentTarget
            const pasted = event.clipboardData.getData('text')
            const isWhole = selectionEnd === value.length && selectionStart === 0
            change(isWhole ? pasted : value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? 0), 99)
          }}
          className={clsx(inputClassNameFor(), 'h-12 tabular-nums')}
        />
      )}
    </Field>
  )
}

function findCaretAfterDigits(text: string, digits: number): number {
  let at = 0
  for (let seen = 0; at < text.length && seen < digits; at++) if (/[\d+]/.test(text[at] ?? '')) seen++
  return at
}
