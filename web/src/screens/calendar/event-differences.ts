// Where two versions of an event differ, field by field, in words.

import { eventTypeLabels } from '@gaffer/domain/event-type'
import { displayDate, displayTime, isRealDate } from '@gaffer/domain/dates'
import type { DraftFields } from './event-draft.ts'

export type Difference = { label: string; mine: string; theirs: string }

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

export function differencesOf(mine: DraftFields, theirs: DraftFields): Difference[] {
  return fields
    .map(({ label, show }) => ({ label, mine: show(mine), theirs: show(theirs) }))
    .filter((field) => field.mine !== field.theirs)
}
