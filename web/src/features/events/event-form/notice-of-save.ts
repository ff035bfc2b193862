// Predicts the notice that saving the form makes: its group in the notice settings, and the deps who get a text.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventEnd } from '@gaffer/domain/events/event-times'
import { isRealDate } from '@gaffer/domain/shared/dates'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import type { EventFormValues } from './event-form-values.ts'

const movingFields = ['date', 'startTime', 'location', 'venue'] as const
const fieldsInNotices = [...movingFields, 'type', 'status', 'title', 'endDate', 'endTime', 'notes'] as const

/**
 * `deps` has the names of the deps who play and get a text. `askedDepsOf` is the id of the gig whose asked deps get a text too; null if none
 * does.
 */
export type NoticeOfSave = { group: 'asked' | 'changes'; deps: readonly string[]; askedDepsOf: string | null }
/** The props of a component from the feature `notices`. `events` must not import `notices`, so the component is passed as a prop. */
export type WhoWillBeToldProps = NoticeOfSave & { bandId: string }

export type NoticeOfSaveInput = {
  /** The event as it is stored; null for a new one. */
  event: CalendarEntry | null
  fields: EventFormValues
  /** The fields whose values differ from the stored event. */
  dirty: Partial<Record<keyof EventFormValues, unknown>>
  nowMs: number
}

const noDeps = { deps: [], askedDepsOf: null }

/** Null if the save makes no notice: for days away, an event that is over, one that stays cancelled, or an edit of fields that notices leave out. */
export function findNoticeOfSave({ event, fields, dirty, nowMs }: NoticeOfSaveInput): NoticeOfSave | null {
  if (fields.type === 'unavailable') return null
  if (event !== null) return findNoticeOfEdit({ event, fields, dirty, nowMs })
  return isFormEventOver(fields, nowMs) ? null : { group: fields.asksAnswers ? 'asked' : 'changes', ...noDeps }
}

function findNoticeOfEdit({
  event,
  fields,
  dirty,
  nowMs,
}: NoticeOfSaveInput & { event: CalendarEntry }): NoticeOfSave | null {
  const isOver = eventEnd(event) <= nowMs && isFormEventOver(fields, nowMs)
  const isCancelled = fields.status === 'cancelled'
  if (isOver || (event.status === 'cancelled' && isCancelled)) return null
  const isAnyDirty = (names: readonly (keyof EventFormValues)[]) => names.some((name) => Boolean(dirty[name]))
  const isMove = isAnyDirty(movingFields)
  const notifiedDeps =
    isMove || isCancelled || event.status === 'cancelled'
      ? { deps: event.deps.map(({ name }) => name), askedDepsOf: isGigOrFestival(event.type) ? event.id : null }
      : noDeps
  const isAskedAgain = !event.asksAnswers || isMove
  if (fields.asksAnswers && !isCancelled && isAskedAgain) return { group: 'asked', ...notifiedDeps }
  return isAnyDirty(fieldsInNotices) ? { group: 'changes', ...notifiedDeps } : null
}

/** Whether an event with these times is over. Also true while the date is not complete. */
function isFormEventOver({ date, endDate, startTime, endTime }: EventFormValues, nowMs: number): boolean {
  return !isRealDate(date) || eventEnd({ date, endDate, startTime, endTime, isAllDay: startTime === null }) <= nowMs
}
