// The fields for the repetition of a new event: how often, and until when. Shown beneath the date.

import { isRealDate, addMonths, formatDate, monthName } from '@gaffer/domain/shared/dates'
import {
  canRepeat,
  computeRepeatDates,
  formatRepeat,
  repeatIntervals,
  type RepeatDatesResult,
  type RepeatInterval,
} from '@gaffer/domain/events/repeat'
import type { FieldIssue } from '@gaffer/domain/shared/app-error'
import type { CalendarEntry, ParsedEvent } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { seriesMessages } from '@gaffer/domain/events/series-messages'
import { joinNames } from '@gaffer/domain/shared/join-names'
import { useRef, useState, type RefObject } from 'react'
import { Select } from '#ui/select.tsx'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { useChange } from '#offline/use-change.ts'
import { DateFieldWithPicker } from './date-field.tsx'
import { eventRequestBody, issuesOfEvent, type EventFormValues } from './event-form-values.ts'

type Props = { fields: EventFormValues; bandId: string | null; today: string; repeating: RepeatFieldState }
type BandFieldProps = Props & { bandId: string }

/** Renders nothing without a band, and for types that can't repeat. */
export function RepeatField({ bandId, ...props }: Props) {
  return bandId && canRepeat(props.fields.type) ? <RepeatFieldOfBand bandId={bandId} {...props} /> : null
}

function RepeatFieldOfBand({ fields, bandId, today, repeating }: BandFieldProps) {
  const { repeat, setRepeat, series, error, untilRef, isLocked } = repeating
  return (
    <div className="grid grid-cols-1 gap-4 short:gap-2">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-x-3 gap-y-4">
        <Select
          label="Repeat"
          options={repeatOptions(fields.date)}
          value={repeat?.every ?? 'never'}
          isLocked={isLocked}
          onChange={(every) => {
            if (every === 'never') setRepeat(null)
            else setRepeat(repeat ? { ...repeat, every } : newRepeatFormValues(fields.date, every))
          }}
        />
        {repeat && (
          <DateFieldWithPicker
            label="Until"
            error={error}
            inputRef={untilRef}
            isLocked={isLocked}
            value={repeat.until}
            bandId={bandId}
            today={today}
            earliest={isRealDate(fields.date) ? fields.date : undefined}
            onChange={(until) => setRepeat({ ...repeat, until })}
          />
        )}
      </div>
      {repeat && series && series.issues.length === 0 && (
        <p className="text-sm text-muted">{formatRepeatSummary(series)}</p>
      )}
    </div>
  )
}

export type RepeatFieldState = {
  /** The chosen repetition; null for an event that does not repeat. */
  repeat: RepeatFormValues | null
  setRepeat: (repeat: RepeatFormValues | null) => void
  series: RepeatDatesResult | null
  error: string | undefined
  untilRef: RefObject<HTMLInputElement | null>
  /** Whether the dates are being saved, so that they cannot be changed. */
  isLocked: boolean
}

type StateOptions = {
  bandId: string | null
  fields: EventFormValues
  initial: RepeatFormValues | null | undefined
  isSaving: boolean
}

/** The state of the repetition in the form, and the request that adds the series. */
export function useRepeatField({ bandId, fields, initial, isSaving }: StateOptions) {
  const addSeries = useChange('POST /api/bands/:bandId/event-series', {
    changes: 'events',
    failure: { title: 'Error', text: eventMessages.eventNotCreated },
  })
  const { keyFor } = useIdempotencyKeySource()
  const [chosen, setRepeat] = useState(initial ?? null)
  const [isSubmitted, setSubmitted] = useState(false)
  const [refusal, setRefusal] = useState<{ repeat: RepeatFormValues; message: string } | null>(null)
  const untilRef = useRef<HTMLInputElement>(null)
  const repeat = canRepeat(fields.type) ? chosen : null
  const series = repeat && computeRepeatDatesIfComplete(fields.date, repeat)

  const clientError = repeat && (isSubmitted || series !== null) ? repeatError(fields.date, repeat) : undefined
  const error = clientError ?? (refusal && refusal.repeat === repeat ? refusal.message : undefined)

  /** Whether the repetition is valid. If not, the field "Until" gets the focus. */
  function validate(): boolean {
    setSubmitted(true)
    const isValid = repeat === null || repeatError(fields.date, repeat) === undefined
    if (!isValid) untilRef.current?.focus()
    return isValid
  }

  /** Adds one event per date. The server sets the dates to reply by, unless the member chose the date for the first event. */
  async function save(draft: ParsedEvent): Promise<CalendarEntry[]> {
    if (!repeat) return []
    const { every, until, skip } = repeat
    const body = {
      event: { ...eventRequestBody(draft, null), replyBy: draft.replyBy },
      repeat: { every, until, skip: skip.filter((date) => series?.allDates.includes(date)) },
    }
    return (await addSeries.mutateAsync({ params: { bandId: bandId ?? '' }, body, idempotencyKey: keyFor(body) }))
      .events
  }

  /** Shows the issue of the repetition. Returns the issues of other fields, with the names of the form's fields. */
  function toFormFields(issues: readonly FieldIssue[]): FieldIssue[] {
    const repeatIssue = issues.find(({ path }) => path.startsWith('repeat.'))
    if (repeat && repeatIssue) setRefusal({ repeat, message: repeatIssue.message })
    return issuesOfEvent(issues)
  }

  // A change during the save would be lost, because a stored series cannot be extended.
  const changeUnlessSaving = (next: RepeatFormValues | null) => !isSaving && setRepeat(next)
  const shown: RepeatFieldState = { repeat, setRepeat: changeUnlessSaving, series, error, untilRef, isLocked: isSaving }
  return { shown, validate, save, toFormFields }
}

/** `until` is the last possible date as typed, `skip` the dates left out. */
export type RepeatFormValues = { every: RepeatInterval; until: string; skip: readonly string[] }

const defaultRepeatMonths = 3

export function newRepeatFormValues(date: string, every: RepeatInterval): RepeatFormValues {
  return { every, until: isRealDate(date) ? addMonths(date, defaultRepeatMonths) : '', skip: [] }
}

/** The dates and the issues of the series; null while the first date or `until` is incomplete. */
export function computeRepeatDatesIfComplete(
  date: string,
  { every, until, skip }: RepeatFormValues,
): RepeatDatesResult | null {
  if (!isRealDate(date) || !isRealDate(until)) return null
  const { allDates } = computeRepeatDates(date, { every, until, skip: [] })
  // After a change of `until`, a left-out date may no longer be in the series.
  return computeRepeatDates(date, { every, until, skip: skip.filter((one) => allDates.includes(one)) })
}

export function repeatError(date: string, repeat: RepeatFormValues): string | undefined {
  if (!isRealDate(repeat.until)) return seriesMessages.seriesUntilInvalid
  return computeRepeatDatesIfComplete(date, repeat)?.issues[0]?.message
}

export function repeatOptions(date: string): { value: RepeatInterval | 'never'; label: string }[] {
  const labelsWithoutDate = { week: 'every week', fortnight: 'every two weeks', month: 'every month' }
  const intervals = repeatIntervals.map((every) => ({
    value: every,
    label: capitalise(formatRepeat(date, every) ?? labelsWithoutDate[every]),
  }))
  return [{ value: 'never', label: 'Does not repeat' }, ...intervals]
}

/** Summarises the series: "12 dates, the last on 27/05/2027. There is no such day in April." */
export function formatRepeatSummary({ dates, monthsLeftOut }: RepeatDatesResult): string {
  const last = dates.at(-1)
  const count = dates.length === 1 ? '1 date' : `${dates.length} dates, the last on ${formatDate(last ?? '')}`
  if (monthsLeftOut.length === 0) return `${count}.`
  return `${count}. There is no such day in ${joinNames(monthsLeftOut.map((month) => monthName(`${month}-01`)))}.`
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
