// The dates of an enquiry: two to six, each with its conflicts. Replaces the date of the event.

import { limits } from '@gaffer/domain/shared/limits'
import { Plus, X } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { ClashCheck } from './clash-check.ts'
import { useConflictCheckRequest } from './use-conflict-check-request.ts'
import { DateFieldWithPicker } from './date-field-with-picker.tsx'
import type { EventFormValues } from './event-form-values.ts'

type Props = {
  dates: readonly string[]
  errors: readonly (string | undefined)[]
  fields: EventFormValues
  bandId: string | null
  today: string
  ConflictWarning: ClashCheck['ConflictWarning']
  /** The inputs, in the order of the dates: the form focuses the first wrong one. */
  inputs: RefObject<(HTMLInputElement | null)[]>
  onChange: (dates: string[]) => void
  onOneDate: () => void
}

export function OptionDatesField({ dates, errors, inputs, onChange, onOneDate, ...row }: Props) {
  // Keys that stay with their rows when a row above is removed.
  const [keys, setKeys] = useState(() => dates.map((_, at) => at))

  function add() {
    onChange([...dates, ''])
    setKeys([...keys, Math.max(...keys) + 1])
  }

  function remove(at: number) {
    onChange(dates.toSpliced(at, 1))
    setKeys(keys.toSpliced(at, 1))
    inputs.current[Math.max(0, at - 1)]?.focus()
  }

  return (
    <fieldset className="grid grid-cols-1 gap-4">
      <legend className="sr-only">Dates to ask about</legend>
      {dates.map((date, at) => (
        <OptionRow
          key={keys[at]}
          {...row}
          number={at + 1}
          date={date}
          error={errors[at]}
          inputRef={(input) => {
            inputs.current[at] = input
          }}
          onChange={(next) => onChange(dates.with(at, next))}
          onRemove={dates.length > limits.fewestOptions ? () => remove(at) : null}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        {dates.length < limits.mostOptions && (
          <Button variant="secondary" size="sm" onClick={add}>
            <Plus aria-hidden="true" className="size-5" />
            Add a date
          </Button>
        )}
        <Button variant="quiet" size="sm" onClick={onOneDate}>
          Only one date
        </Button>
      </div>
      <p className="text-sm text-muted">Each date is pencilled. Confirm one, and the others are cancelled.</p>
    </fieldset>
  )
}

type RowProps = Pick<Props, 'fields' | 'bandId' | 'today' | 'ConflictWarning'> & {
  number: number
  date: string
  error: string | undefined
  inputRef: (input: HTMLInputElement | null) => void
  onChange: (date: string) => void
  /** Null while the enquiry has the minimum number of dates: no row can be removed then. */
  onRemove: (() => void) | null
}

function OptionRow({ fields, bandId, ConflictWarning, number, onRemove, date, ...field }: RowProps) {
  const request = useConflictCheckRequest(
    { ...fields, date, endDate: null },
    { membershipId: null, excludeEventId: null },
  )
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-1 gap-y-2">
        <DateFieldWithPicker {...field} label={`Date ${number}`} value={date} bandId={bandId} earliest={field.today} />
        {onRemove && (
          <IconButton
            label={`Remove date ${number}`}
            icon={<X aria-hidden="true" className="size-5" />}
            onClick={onRemove}
            className="mt-7"
          />
        )}
      </div>
      <ConflictWarning bandId={bandId} request={request} isAsking={false} />
    </div>
  )
}
