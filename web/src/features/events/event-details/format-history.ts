// The history of an event in words.

import { eventStatusLabels } from '@gaffer/domain/events/answer-labels'
import { formatDate, formatTime, isRealDate, isRealTime } from '@gaffer/domain/shared/dates'
import type { CalendarEntry, EventStatus } from '@gaffer/domain/events/event'
import type { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import { eventTypeLabels, type EventType } from '@gaffer/domain/shared/event-type'

type Field = EventHistoryEntry['fields'][number]
type Value = Field['from']
type Format = (value: Value) => string

const none = 'none'
const longest = 120

const text: Format = (value) => {
  const whole = String(value ?? '').trim()
  if (whole === '') return none
  return whole.length > longest ? `${whole.slice(0, longest).trimEnd()}…` : whole
}
const date: Format = (value) => (typeof value === 'string' && isRealDate(value) ? formatDate(value) : none)
/** "7 PM", "7:30 PM". */
const time: Format = (value) =>
  typeof value === 'string' && isRealTime(value) ? formatTime(value).replace(':00', '') : none
const yesOrNo: Format = (value) => (value === true ? 'yes' : 'no')
const type: Format = (value) => eventTypeLabels[value as EventType] ?? text(value)
const status: Format = (value) => eventStatusLabels[value as EventStatus]?.toLowerCase() ?? text(value)

const formats: Record<string, { label: string; show: Format }> = {
  status: { label: 'Status', show: status },
  type: { label: 'Type', show: type },
  title: { label: 'Title', show: text },
  date: { label: 'Date', show: date },
  endDate: { label: 'End date', show: date },
  startTime: { label: 'Start time', show: time },
  endTime: { label: 'End time', show: time },
  isAllDay: { label: 'All day', show: yesOrNo },
  venue: { label: 'Venue', show: text },
  location: { label: 'Location', show: text },
  isPublic: { label: 'Public', show: yesOrNo },
  isListed: { label: 'On the public page', show: yesOrNo },
  ticketUrl: { label: 'Tickets', show: text },
  priceText: { label: 'Price', show: text },
  asksAnswers: { label: 'Ask everybody', show: yesOrNo },
  replyBy: { label: 'Reply by', show: date },
  setlistId: { label: 'Set list', show: text },
  notes: { label: 'Notes', show: text },
}
const names = Object.keys(formats)

/** Names of the band's set lists by id. */
export type SetlistNamesById = ReadonlyMap<string, string>

/** "Start time: 7 PM → 8 PM", the most important field first. A field that this version does not know is left out. */
export function formatFieldChanges(
  { fields }: Pick<EventHistoryEntry, 'fields'>,
  setlists: SetlistNamesById = new Map(),
): string[] {
  return fields
    .filter(({ field }) => formats[field])
    .toSorted((a, b) => names.indexOf(a.field) - names.indexOf(b.field))
    .map(({ field, from, to }) => {
      const { label, show } = formats[field] ?? { label: field, show: text }
      const named = (value: Value) =>
        show(field === 'setlistId' && value !== null ? (setlists.get(String(value)) ?? 'a deleted one') : value)
      return `${label}: ${named(from)} → ${named(to)}`
    })
}

/**
 * The fields that taking the change back sets, from their current value to the value before the change. A field that has that value
 * already is left out.
 */
export function fieldChangesToTakeBack(
  event: CalendarEntry,
  { fields }: Pick<EventHistoryEntry, 'fields'>,
): EventHistoryEntry['fields'] {
  return fields.flatMap(({ field, from: before }) => {
    const now = event[field as keyof CalendarEntry] as Value
    return formats[field] && now !== before ? [{ field, from: now, to: before }] : []
  })
}

/** "Kit added the event" for version 1, "Kit changed the event" for later ones. */
export function formatEventChangeTitle({
  displayName,
  version,
}: Pick<EventHistoryEntry, 'displayName' | 'version'>): string {
  return version === 1 ? `${displayName} added the event` : `${displayName} changed the event`
}
