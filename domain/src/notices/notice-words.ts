// Names, dates and sentences of notices.

import type { EventSnapshot } from '@gaffer/domain/events/event-change'
import { eventPlace } from '@gaffer/domain/events/event-place'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { shortDate, shortDateAndTime, shortTime } from '@gaffer/domain/shared/short-dates'

/** The dates of a series that were added, changed or cancelled together; `last` is the date of the last one. */
export type SeriesDatesSummary = { count: number; last: string }

/** Two or more options of a group, by date. */
export type NoticeOptions = readonly EventSnapshot[]

/** "Launch, Sat 12 Jun, 8 PM"; with `options` all their dates. */
export function formatNameAndWhen(event: EventSnapshot, options?: NoticeOptions, conjunction?: 'and'): string {
  return `${nameOf(event)}, ${options ? formatOptionDates(options, conjunction) : shortDateAndTime(event)}`
}

/** "Sat 12 Jun, Sat 19 Jun or Sat 26 Jun, 8 PM"; each with its own time if these differ. */
export function formatOptionDates(options: NoticeOptions, conjunction: 'and' | 'or' = 'or'): string {
  const timeOf = ({ isAllDay, startTime }: EventSnapshot) =>
    isAllDay || startTime === null ? null : shortTime(startTime)
  const time = timeOf(options[0] as EventSnapshot)
  const isOneTime = options.every((option) => timeOf(option) === time && option.endDate === null)
  const words = options.map((option) => (isOneTime ? shortDate(option.date) : shortDateAndTime(option)))
  const listed = `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`
  return isOneTime && time !== null ? `${listed}, ${time}` : listed
}

/** The title or the type of an event; "12 practices" for the dates of a series. */
export function nameOf({ title, type }: EventSnapshot, dates?: SeriesDatesSummary): string {
  if (!dates) return title ?? eventTypeLabels[type]
  if (title !== null) return `${dates.count} dates of ${title}`
  return `${dates.count} ${type === 'other' ? 'dates' : `${eventTypeLabels[type].toLowerCase()}s`}`
}

/** When an event takes place, or when the first of several dates of a series does. */
export function whenOf(event: EventSnapshot, dates: SeriesDatesSummary | undefined): string {
  return dates ? `from ${shortDateAndTime(event)}` : shortDateAndTime(event)
}

/** The sentence with the last date of a series; null for a single event. */
export function formatLastDateSentence(dates: SeriesDatesSummary | undefined): string | null {
  return dates ? `The last one is on ${shortDate(dates.last)}` : null
}

/** The sentence that says that a question is about the first of several dates; null for a single event. */
export function formatFirstDateSentence(dates: SeriesDatesSummary | undefined): string | null {
  return dates ? `It is the first of ${dates.count} dates until ${shortDate(dates.last)}` : null
}

/** The sentence with the place; null without one. */
export function formatPlaceSentence(event: EventSnapshot): string | null {
  const place = eventPlace(event)
  return place && `Place: ${place}`
}

/** The sentence with the acting member; "The band" without one. */
export function formatActorSentence(by: string | null, action: string): string {
  return `${by ?? 'The band'} ${action}`
}

/** Joins the sentences that are not null, each with a full stop unless it ends with punctuation. */
export function joinSentences(...parts: (string | null)[]): string {
  return parts.flatMap((part) => (part ? [/[.!?…”]$/.test(part) ? part : `${part}.`] : [])).join(' ')
}
