// The field for an amount in pounds. Phones show a number pad for it.

import { parsePoundsToPence } from '@gaffer/domain/gig-sheets/gig-sheet'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import type { Ref } from 'react'
import { TextField } from '#ui/text-field.tsx'

/** The pence of a typed amount; 0 for an empty text, undefined for a text that is not a valid amount. */
export function parsePounds(text: string): number | undefined {
  const pence = parsePoundsToPence(text)
  return pence === null ? 0 : pence !== undefined && pence <= limits.amountPence ? pence : undefined
}

type Props = {
  label: string
  hint?: string
  value: string
  onChange: (text: string) => void
  isOptional?: boolean
  /** An error that only the form can find, such as a missing amount. */
  error?: string | undefined
  className?: string
  ref?: Ref<HTMLInputElement>
}

export function PoundsField({ value, error, onChange, ...field }: Props) {
  return (
    <TextField
      {...field}
      inputMode="decimal"
      autoComplete="off"
      maxLength={12}
      value={value}
      error={parsePounds(value) === undefined ? describePoundsProblem(value) : error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function describePoundsProblem(text: string): string {
  return parsePoundsToPence(text) === undefined ? gigSheetMessages.feeTyped : moneyMessages.amountInvalid
}
