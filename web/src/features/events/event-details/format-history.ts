import { eventStatusLabels } from '@gaffer/domain/events/event-labels'
import { formatDate, isRealDate, isRealTime } from '@gaffer/domain/shared/dates'
import { shortTime } from '@gaffer/domain/shared/short-dates'
import type { CalendarEntry, EventStatus } from '@gaffer/domain/events/event'
import type { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import { eventTypeLabels, type EventType } from '@gaffer/domain/shared/event-type'
import { shorten } from '@gaffer/domain/shared/plain-text'

type FieldChange = EventHistoryEntry['fields'][number]
type FieldValue = FieldChange['from']
type FormatValue = (value: FieldValue) => string

const noneText = 'none'
/** The maximum length of a shown value in characters, including the ellipsis. */
const maxTextLength = 121

const formatText: FormatValue = (value) => {
  const text = String(value ?? '').trim()
  if (text === '') return noneText
  return shorten(text, maxTextLength)
}
const formatDateValue: FormatValue = (value) =>
  typeof value === 'string' && isRealDate(value) ? formatDate(value) : noneText
/** Formats a time without ":00": "7 PM", "7:30 PM". */
const formatTimeValue: FormatValue = (value) =>
  typeof value === 'string' && isRealTime(value) ? shortTime(value) : noneText
const formatYesOrNo: FormatValue = (value) => (value === true ? 'yes' : 'no')
const formatType: FormatValue = (value) => eventTypeLabels[value as EventType] ?? formatText(value)
const formatStatus: FormatValue = (value) => eventStatusLabels[value as EventStatus]?.toLowerCase() ?? formatText(value)

const fieldFormats: Record<string, { label: string; show: FormatValue }> = {
  status: { label: 'Status', show: formatStatus },
  type: { label: 'Type', show: formatType },
  title: { label: 'Title', show: formatText },
  date: { label: 'Date', show: formatDateValue },
  endDate: { label: 'End date', show: formatDateValue },
  startTime: { label: 'Start time', show: formatTimeValue },
  endTime: { label: 'End time', show: formatTimeValue },
  isAllDay: { label: 'All day', show: formatYesOrNo },
  venue: { label: 'Venue', show: formatText },
  location: { label: 'Location', show: formatText },
  isPublic: { label: 'Public', show: formatYesOrNo },
  isListed: { label: 'On the public page', show: formatYesOrNo },
  ticketUrl: { label: 'Tickets', show: formatText },
  priceText: { label: 'Price', show: formatText },
  asksAnswers: { label: 'Ask everybody', show: formatYesOrNo },
  replyBy: { label: 'Reply by', show: formatDateValue },
  setlistId: { label: 'Set list', show: formatText },
  notes: { label: 'Notes', show: formatText },
}
const fieldNames = Object.keys(fieldFormats)

/** Names of the band's set lists by id. */
export type SetlistNamesById = ReadonlyMap<string, string>

/** One line per field, such as "Start time: 7 PM → 8 PM", the most important first. Leaves out fields that only a newer release has. */
export function formatFieldChanges(
  { fields }: Pick<EventHistoryEntry, 'fields'>,
  setlists: SetlistNamesById = new Map(),
): string[] {
  return fields
    .filter(({ field }) => fieldFormats[field])
    .toSorted((a, b) => fieldNames.indexOf(a.field) - fieldNames.indexOf(b.field))
    .map(({ field, from, to }) => {
      const { label, show } = fieldFormats[field] ?? { label: field, show: formatText }
      const formatValue = (value: FieldValue) =>
        show(field === 'setlistId' && value !== null ? (setlists.get(String(value)) ?? 'a deleted one') : value)
      return `${label}: ${formatValue(from)} → ${formatValue(to)}`
    })
}

/**
 * The field changes that take this change back: `from` is the current value, `to` the value before the change. A field whose current value is
 * already `to` is left out.
 */
export function fieldChangesToTakeBack(
  event: CalendarEntry,
  { fields }: Pick<EventHistoryEntry, 'fields'>,
): EventHistoryEntry['fields'] {
  return fields.flatMap(({ field, from: before }) => {
    const currentValue = event[field as keyof CalendarEntry] as FieldValue
    return fieldFormats[field] && currentValue !== before ? [{ field, from: currentValue, to: before }] : []
  })
}

/** "Kit added the event" for version 1, "Kit changed the event" for later ones. */
export function formatEventChangeTitle({
  displayName,
  version,
}: Pick<EventHistoryEntry, 'displayName' | 'version'>): string {
  return version === 1 ? `${displayName} added the event` : `${displayName} changed the event`
}
