// The repetition of a new event in the form, and the request that adds its series.

import type { FieldIssue } from '@gaffer/domain/shared/app-error'
import type { CalendarEntry, ParsedEvent } from '@gaffer/domain/events/event'
import { canRepeat, type RepeatDatesResult } from '@gaffer/domain/events/repeat'
import { useRef, useState, type RefObject } from 'react'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useChange } from '#offline/use-change.ts'
import { eventRequestBody, issuesOfEvent, type EventFormValues } from './event-form-values.ts'
import { computeRepeatDatesIfComplete, repeatError, type RepeatFormValues } from './repeat-dates.ts'

export type RepeatFieldState = {
  /** Null for an event that does not repeat. */
  repeat: RepeatFormValues | null
  setRepeat: (repeat: RepeatFormValues | null) => void
  series: RepeatDatesResult | null
  error: string | undefined
  untilRef: RefObject<HTMLInputElement | null>
}

type Props = { bandId: string | null; fields: EventFormValues; initial: RepeatFormValues | null | undefined }

export function useRepeatField({ bandId, fields, initial }: Props) {
  const add = useChange('POST /api/bands/:bandId/event-series', {
    changes: 'events',
    failure: { title: 'Error', text: eventMessages.eventNotCreated },
  })
  const { keyFor } = useIdempotencyKeySource()
  const [chosen, setRepeat] = useState(initial ?? null)
  const [isSubmitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<{ repeat: RepeatFormValues; message: string } | null>(null)
  const untilRef = useRef<HTMLInputElement>(null)
  const repeat = canRepeat(fields.type) ? chosen : null
  const series = repeat && computeRepeatDatesIfComplete(fields.date, repeat)

  const own = repeat && (isSubmitted || series !== null) ? repeatError(fields.date, repeat) : undefined
  const error = own ?? (refused && refused.repeat === repeat ? refused.message : undefined)

  /** Whether the repetition is valid. If not, the field of its end gets the focus. */
  function check(): boolean {
    setSubmitted(true)
    const isRight = repeat === null || repeatError(fields.date, repeat) === undefined
    if (!isRight) untilRef.current?.focus()
    return isRight
  }

  /** Adds one event per date. The server sets the dates to reply by unless the member chose the first one. */
  async function save(draft: ParsedEvent): Promise<CalendarEntry[]> {
    if (!repeat) return []
    const { every, until, skip } = repeat
    const body = {
      event: { ...eventRequestBody(draft, null), replyBy: draft.replyBy },
      repeat: { every, until, skip: skip.filter((date) => series?.allDates.includes(date)) },
    }
    return (await add.mutateAsync({ params: { bandId: bandId ?? '' }, body, idempotencyKey: keyFor(body) })).events
  }

  /** Shows the issue of the repetition. Returns the issues of other fields, with the names of the form's fields. */
  function toFormFields(issues: readonly FieldIssue[]): FieldIssue[] {
    const ofRepeat = issues.find(({ path }) => path.startsWith('repeat.'))
    if (repeat && ofRepeat) setRefused({ repeat, message: ofRepeat.message })
    return issuesOfEvent(issues)
  }

  const shown: RepeatFieldState = { repeat, setRepeat, series, error, untilRef }
  return { shown, check, save, toFormFields }
}
