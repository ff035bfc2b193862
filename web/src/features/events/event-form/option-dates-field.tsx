// The fields for the dates of an option group: two to six, each with its conflicts. These fields replace the date field of the event.

import { limits } from '@gaffer/domain/shared/limits'
import type { FieldIssue } from '@gaffer/domain/shared/app-error'
import type { CalendarEntry, ParsedEvent } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { messages } from '@gaffer/domain/shared/messages'
import { Plus, X } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { useChange } from '#offline/use-change.ts'
import type { ClashCheck } from './event-form-props.ts'
import { useConflictCheckRequest } from './use-event-form.ts'
import { DateFieldWithPicker } from './date-field.tsx'
import { eventRequestBody, issuesOfEvent, type EventFormValues } from './event-form-values.ts'

type Props = {
  dates: readonly string[]
  errors: readonly (string | undefined)[]
  fields: EventFormValues
  bandId: string | null
  today: string
  ConflictWarning: ClashCheck['ConflictWarning']
  /** The inputs, in the order of the dates: the form focuses the first invalid one. */
  inputs: RefObject<(HTMLInputElement | null)[]>
  /** Whether the dates are being saved, so that they cannot be changed. */
  isLocked: boolean
  onChange: (dates: string[]) => void
  onOneDate: () => void
}

export function OptionDatesField({ dates, errors, inputs, onChange, onOneDate, ...row }: Props) {
  // React keys of the rows, so that a row keeps its state when another row is removed.
  const [keys, setKeys] = useState(() => dates.map((_, at) => at))

  function addDate() {
    onChange([...dates, ''])
    setKeys([...keys, Math.max(...keys) + 1])
  }

  function removeDate(at: number) {
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
          onRemove={dates.length > limits.fewestOptions ? () => removeDate(at) : null}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        {dates.length < limits.mostOptions && (
          <Button variant="secondary" size="sm" disabled={row.isLocked} onClick={addDate}>
            <Plus aria-hidden="true" className="size-5" />
            Add a date
          </Button>
        )}
        <Button variant="quiet" size="sm" disabled={row.isLocked} onClick={onOneDate}>
          Only one date
        </Button>
      </div>
      <p className="text-sm text-muted">Each date is pencilled. Confirm one, and the others are cancelled.</p>
    </fieldset>
  )
}

type RowProps = Pick<Props, 'fields' | 'bandId' | 'today' | 'ConflictWarning' | 'isLocked'> & {
  number: number
  date: string
  error: string | undefined
  inputRef: (input: HTMLInputElement | null) => void
  onChange: (date: string) => void
  /** Removes the row; null while the option group has the minimum number of dates. */
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
            disabled={field.isLocked}
            onClick={onRemove}
            className="mt-7"
          />
        )}
      </div>
      <ConflictWarning bandId={bandId} request={request} isAsking={false} />
    </div>
  )
}

export type OptionDatesFieldState = {
  /** The dates of the option group; null for an event on one date. */
  dates: string[] | null
  setDates: (dates: string[] | null) => void
  errors: readonly (string | undefined)[]
  inputs: RefObject<(HTMLInputElement | null)[]>
  isLocked: boolean
}

type StateOptions = { bandId: string | null; today: string; initial: string[] | null | undefined; isSaving: boolean }

/** The state of the dates with their errors, and the request that adds the option group's events. */
export function useOptionDatesField({ bandId, today, initial, isSaving }: StateOptions) {
  const add = useChange('POST /api/bands/:bandId/event-options', {
    changes: 'events',
    failure: { title: 'Error', text: eventMessages.eventNotCreated },
  })
  const { keyFor } = useIdempotencyKeySource()
  const [dates, setDates] = useState(initial ?? null)
  const [isSubmitted, setSubmitted] = useState(false)
  const [refusal, setRefusal] = useState<{ dates: readonly string[]; issues: readonly FieldIssue[] } | null>(null)
  const inputs = useRef<(HTMLInputElement | null)[]>([])

  const clientErrors = dates !== null && isSubmitted ? optionDateErrors(dates, today) : []
  const serverIssues = refusal?.dates === dates ? refusal?.issues : undefined
  const errors = (dates ?? []).map(
    (_, at) => clientErrors[at] ?? serverIssues?.find(({ path }) => optionRowFromErrorPath(path) === at)?.message,
  )

  /** Whether all dates are valid. If not, the first invalid one gets the focus. */
  function validate(): boolean {
    setSubmitted(true)
    const invalidIndex = optionDateErrors(dates ?? [], today).findIndex((error) => error !== undefined)
    if (invalidIndex >= 0) inputs.current[invalidIndex]?.focus()
    return invalidIndex < 0
  }

  /** Adds one event per date. The server sets the date to reply by unless the member chose one. */
  async function save(draft: ParsedEvent): Promise<CalendarEntry[]> {
    const { date: _, status: __, cancelEventIds: ___, ...event } = eventRequestBody(draft, null)
    const body = { event: { ...event, endDate: null, replyBy: draft.replyBy }, dates: dates ?? [] }
    return (await add.mutateAsync({ params: { bandId: bandId ?? '' }, body, idempotencyKey: keyFor(body) })).events
  }

  /** Shows the issues of the dates. Returns the issues of other fields, with the names of the form's fields. */
  function toFormFields(issues: readonly FieldIssue[]): FieldIssue[] {
    setRefusal(dates && { dates, issues })
    return issuesOfEvent(issues)
  }

  // A date that was added during the save would be lost, because an option group cannot be extended.
  const changeUnlessSaving = (next: string[] | null) => !isSaving && setDates(next)
  const shown: OptionDatesFieldState = { dates, setDates: changeUnlessSaving, errors, inputs, isLocked: isSaving }
  return { shown, validate, save, toFormFields }
}

/** The dates with which an option group begins: the form's date and an empty one. */
export function initialOptionDates(date: string): string[] {
  return [date, ...Array.from({ length: limits.fewestOptions - 1 }, () => '')]
}

/** The error of each date, undefined for a valid one. Of two equal dates, the later row has the error. */
export function optionDateErrors(dates: readonly string[], today: string): (string | undefined)[] {
  return dates.map((date, at) => {
    if (date === '') return messages.requiredFields
    const { error } = PlainDate.safeParse(date)
    if (error) return error.issues[0]?.message
    if (date < today) return eventMessages.optionDatePast
    return dates.indexOf(date) < at ? eventMessages.optionDatesTwice : undefined
  })
}

/** The index of the row that the path of a server error names, such as 2 for `dates.2`; null for the path of another field. */
export function optionRowFromErrorPath(path: string): number | null {
  const row = /^dates\.(\d+)$/.exec(path)?.[1]
  return row === undefined ? null : Number(row)
}
