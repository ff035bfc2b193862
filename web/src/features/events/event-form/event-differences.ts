// Describes an edit conflict of an event, and lists the fields that differ. lib/edit-conflict.ts merges the edits.

import { eventStatusLabels } from '@gaffer/domain/events/event-labels'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { formatDate, formatTime, isRealDate } from '@gaffer/domain/shared/dates'
import { messages } from '@gaffer/domain/shared/messages'
import type { FieldDifference } from '#lib/edit-conflict-dialog.tsx'
import { diffFields } from '#lib/edit-conflict.ts'
import { formValuesFromEvent, textFieldLabels, textFieldNames, type EventFormValues } from './event-form-values.ts'

/** The stored event (null if deleted), and the name of the member who saved or deleted it (null if unknown, as with days away). */
export type ConflictingEventEdit = { event: CalendarEntry | null; changedBy: string | null }

const noneText = 'None'
const textOrNone = (value: string) => value.trim() || noneText
const dateOrNone = (value: string | null) => (value !== null && isRealDate(value) ? formatDate(value) : noneText)
const timeOrNone = (value: string | null) => (value === null ? noneText : formatTime(value))

const formatReplyBy = ({ asksAnswers, replyBy }: EventFormValues) =>
  asksAnswers && replyBy === null ? 'Automatic' : dateOrNone(replyBy)

const conflictFields: { label: string; show: (draft: EventFormValues) => string }[] = [
  { label: 'Type', show: ({ type }) => eventTypeLabels[type] },
  { label: 'Date', show: (draft) => dateOrNone(draft.date) },
  { label: 'End date', show: ({ endDate }) => dateOrNone(endDate) },
  { label: 'Start time', show: ({ startTime }) => timeOrNone(startTime) },
  { label: 'End time', show: ({ endTime }) => timeOrNone(endTime) },
  { label: 'Visibility', show: ({ isPublic }) => (isPublic ? 'Public' : 'Private') },
  { label: 'On the public page', show: ({ isListed }) => (isListed ? 'Yes' : 'No') },
  { label: 'Status', show: ({ status }) => eventStatusLabels[status] },
  { label: 'Ask everybody', show: ({ asksAnswers }) => (asksAnswers ? 'On' : 'Off') },
  { label: 'Reply by', show: (draft) => formatReplyBy(draft) },
  ...textFieldNames.map((name) => ({
    label: textFieldLabels[name],
    show: (draft: EventFormValues) => textOrNone(draft[name]),
  })),
]

/** Lists the fields whose values differ between both edits. */
export function diffEventFields(
  before: EventFormValues,
  mine: EventFormValues,
  theirs: EventFormValues,
): FieldDifference[] {
  return diffFields(conflictFields, { before, mine, theirs })
}

type ConflictText = { title?: string; description: string; differences: FieldDifference[] }

/** Describes the conflict to the member whose save was refused. `since` is the time of the other edit in words, such as "while you had it open". */
export function describeEventEditConflict(
  before: EventFormValues,
  mine: EventFormValues,
  { event, changedBy }: ConflictingEventEdit,
  since: string = messages.whileOpen,
): ConflictText {
  if (event === null) return describeDeletion(mine, changedBy, since)
  const differences = diffEventFields(before, mine, formValuesFromEvent(event))
  // Days away are edited by their owner only, so the other edit is the member's own.
  const savedText =
    event.type === 'unavailable'
      ? 'You saved these days away elsewhere while they were open here'
      : `${changedBy ?? 'Somebody'} saved this event ${since}`
  const resultText =
    differences.length > 0
      ? '. These differ. Everything else stays as they left it.'
      : ', and made the same changes as you.'
  return { description: savedText + resultText, differences }
}

function describeDeletion({ type }: EventFormValues, changedBy: string | null, since: string): ConflictText {
  const deletedText =
    type === 'unavailable'
      ? 'You deleted these days away elsewhere while they were open here'
      : `${changedBy ?? 'Somebody'} deleted this event ${since}`
  return { title: messages.gone, description: `${deletedText}. Keeping yours adds it again.`, differences: [] }
}
