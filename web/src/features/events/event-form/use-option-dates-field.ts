// The dates of an enquiry in the event form, with their errors, and the request that adds its events.

import type { FieldIssue } from '@gaffer/domain/shared/app-error'
import type { CalendarEntry, ParsedEvent } from '@gaffer/domain/events/event'
import { useRef, useState, type RefObject } from 'react'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useChange } from '#offline/use-change.ts'
import { eventRequestBody, issuesOfEvent } from './event-form-values.ts'
import { optionDateErrors, optionRowFromErrorPath } from './option-dates.ts'

export type OptionDatesFieldState = {
  /** Null for an event on one date. */
  dates: string[] | null
  setDates: (dates: string[] | null) => void
  errors: readonly (string | undefined)[]
  inputs: RefObject<(HTMLInputElement | null)[]>
}

type Props = { bandId: string | null; today: string; initial: string[] | null | undefined }

export function useOptionDatesField({ bandId, today, initial }: Props) {
  const add = useChange('POST /api/bands/:bandId/event-options', {
    changes: 'events',
    failure: { title: 'Error', text: eventMessages.eventNotCreated },
  })
  const { keyFor } = useIdempotencyKeySource()
  const [dates, setDates] = useState(initial ?? null)
  const [isSubmitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<{ dates: readonly string[]; issues: readonly FieldIssue[] } | null>(null)
  const inputs = useRef<(HTMLInputElement | null)[]>([])

  const own = dates !== null && isSubmitted ? optionDateErrors(dates, today) : []
  const ofServer = refused?.dates === dates ? refused?.issues : undefined
  const errors = (dates ?? []).map(
    (_, at) => own[at] ?? ofServer?.find(({ path }) => optionRowFromErrorPath(path) === at)?.message,
  )

  /** Whether all dates are valid. If not, the first invalid one gets the focus. */
  function check(): boolean {
    setSubmitted(true)
    const wrong = optionDateErrors(dates ?? [], today).findIndex((error) => error !== undefined)
    if (wrong >= 0) inputs.current[wrong]?.focus()
    return wrong < 0
  }

  /** Adds one event per date. The server sets the date to reply by unless the member chose one. */
  async function save(draft: ParsedEvent): Promise<CalendarEntry[]> {
    const { date: _, status: __, cancelEventIds: ___, ...event } = eventRequestBody(draft, null)
    const body = { event: { ...event, endDate: null, replyBy: draft.replyBy }, dates: dates ?? [] }
    return (await add.mutateAsync({ params: { bandId: bandId ?? '' }, body, idempotencyKey: keyFor(body) })).events
  }

  /** Shows the issues of the dates. Returns the issues of other fields, with the names of the form's fields. */
  function toFormFields(issues: readonly FieldIssue[]): FieldIssue[] {
    setRefused(dates && { dates, issues })
    return issuesOfEvent(issues)
  }

  const shown: OptionDatesFieldState = { dates, setDates, errors, inputs }
  return { shown, check, save, toFormFields }
}
