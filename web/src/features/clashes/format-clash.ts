// The clashes of an event in sentences.

import type { Clash } from '@gaffer/domain/clashes/clash'
import { weekdayIndex, weekdayNames } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { formatBusyTimes, isBusyOn } from '#features/busy-calendars/format-busy.ts'
import { eventName } from '#features/events/format-event.ts'

/** The viewer's membership in the band, and the viewer's own events in all bands, whose titles only the viewer sees. */
export type ClashViewer = { membershipId: string; ownEvents: readonly CalendarEntry[] }

/** `isCovered`: a dep plays in the member's place. */
export type ClashText = { text: string; isCovered: boolean }

/** The sentences about an event that begins on `date`, each once. */
export function formatClashTexts(date: string, clashes: readonly Clash[], viewer: ClashViewer): ClashText[] {
  const texts = clashes.map((clash): [string, ClashText] => {
    const text = clashText(date, clash, viewer)
    return clash.coveredBy
      ? [text, { text: `${text}, covered by ${clash.coveredBy}`, isCovered: true }]
      : [text, { text, isCovered: false }]
  })
  return [...new Map(texts).values()]
}

function clashText(date: string, clash: Clash, { membershipId, ownEvents }: ClashViewer): string {
  const isOwn = clash.membershipId === membershipId
  const [name, is] = isOwn ? ['You', 'are'] : [clash.displayName, 'is']
  const when = clashTimes(date, clash)
  if (clash.reason === 'away') return `${name} ${is} away`
  if (clash.reason === 'busy') return `${name} ${is} busy ${when}`
  const other = isOwn && ownEvents.find((event) => event.id !== clash.eventId && isSameTime(event, clash))
  if (other) return `You also have ${eventName(other)}${other.bandName ? ` with ${other.bandName}` : ''}, ${when}`
  return `${name} also ${isOwn ? 'play' : 'plays'} elsewhere ${when}`
}

type Timed = Pick<Clash, 'date' | 'endDate' | 'startTime' | 'endTime'>

function isSameTime(event: CalendarEntry, clash: Timed): boolean {
  const names = ['date', 'endDate', 'startTime', 'endTime'] as const
  return event.type !== 'unavailable' && names.every((name) => event[name] === clash[name])
}

/** The times of a clash on the day of the event; for a clash on another day with the weekday. */
function clashTimes(date: string, clash: Timed): string {
  if (isBusyOn(clash, date)) return formatBusyTimes(clash, date)
  return `on ${weekdayNames[weekdayIndex(clash.date)]}, ${formatBusyTimes(clash, clash.date)}`
}
