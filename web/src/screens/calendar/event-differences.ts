// Where two edits of one event differ, field by field, in words; and the event that keeps them both.

import { eventTypeLabels } from '@gaffer/domain/event-type'
import { displayDate, displayTime, isRealDate } from '@gaffer/domain/dates'
import type { DraftFields } from './event-draft.ts'

/** `mine` is null where the member changed nothing: there theirs stands, whatever is kept. */
export type Difference = { label: string; before: string; theirs: string; mine: string | null }

const none = 'None'
const text = (value: string) => value.trim() || none
const date = (value: string | null) => (value !== null && isRealDate(value) ? displayDate(value) : none)
const time = (value: string | null) => (value === null ? none : displayTime(value))

const fields: { label: string; show: (draft: DraftFields) => string }[] = [
  { label: 'Type', show: ({ type }) => eventTypeLabels[type] },
  { label: 'Date', show: (draft) => date(draft.date) },
  { label: 'End date', show: ({ endDate }) => date(endDate) },
  { label: 'Start time', show: ({ startTime }) => time(startTime) },
  { label: 'End time', show: ({ endTime }) => time(endTime) },
  { label: 'Visibility', show: ({ isPublic }) => (isPublic ? 'Public' : 'Private') },
  { label: 'Venue', show: ({ venue }) => text(venue) },
  { label: 'Location', show: ({ location }) => text(location) },
  { label: 'Title', show: ({ title }) => text(title) },
  { label: 'Notes', show: ({ notes }) => text(notes) },
]

/** The fields that either side changed, unless both made the same of it. */
export function differencesOf(before: DraftFields, mine: DraftFields, theirs: DraftFields): Difference[] {
  return fields.flatMap(({ label, show }) => {
    const [was, ours, others] = [show(before), show(mine), show(theirs)]
    return ours === others ? [] : [{ label, before: was, theirs: others, mine: ours === was ? null : ours }]
  })
}

/** What the member changed, laid over what the others made of the rest. */
export function mergeDrafts(before: DraftFields, mine: DraftFields, theirs: DraftFields): DraftFields {
  const changed = Object.entries(mine).filter(([name, value]) => value !== before[name as keyof DraftFields])
  return { ...theirs, ...Object.fromEntries(changed) }
}
