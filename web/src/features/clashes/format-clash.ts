import type { Clash } from '@gaffer/domain/clashes/clash'
import { weekdayIndex, weekdayNames } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { formatBusyTimes, isBusyOn } from '#features/busy-calendars/format-busy.ts'
import { eventName } from '#features/events/format-event.ts'

/** The viewer's membership in the band, and the viewer's events in all bands. The titles of these events are shown to the viewer only. */
export type ClashViewer = { membershipId: string; ownEvents: readonly CalendarEntry[] }

/** `isCovered` is true if a dep plays in the member's place. */
export type ClashText = { text: string; isCovered: boolean }

/** One sentence for each clash of an event that begins on `date`. Equal sentences are listed once. */
export function formatClashTexts(date: string, clashes: readonly Clash[], viewer: ClashViewer): ClashText[] {
  const texts = clashes.map((clash): [string, ClashText] => {
    const text = formatClash(date, clash, viewer)
    return clash.coveredBy
      ? [text, { text: `${text}, covered by ${clash.coveredBy}`, isCovered: true }]
      : [text, { text, isCovered: false }]
  })
  return [...new Map(texts).values()]
}

function formatClash(date: string, clash: Clash, { membershipId, ownEvents }: ClashViewer): string {
  const isOwn = clash.membershipId === membershipId
  const [name, is] = isOwn ? ['You', 'are'] : [clash.displayName, 'is']
  const timesText = formatClashTimes(date, clash)
  if (clash.reason === 'away') return `${name} ${is} away`
  if (clash.reason === 'busy') return `${name} ${is} busy ${timesText}`
  const otherEvent = isOwn && ownEvents.find((event) => event.id !== clash.eventId && isEventAtClashTimes(event, clash))
  if (otherEvent)
    return `You also have ${eventName(otherEvent)}${otherEvent.bandName ? ` with ${otherEvent.bandName}` : ''}, ${timesText}`
  return `${name} also ${isOwn ? 'play' : 'plays'} elsewhere ${timesText}`
}

type ClashTimes = Pick<Clash, 'date' | 'endDate' | 'startTime' | 'endTime'>

function isEventAtClashTimes(event: CalendarEntry, clash: ClashTimes): boolean {
  const fieldNames = ['date', 'endDate', 'startTime', 'endTime'] as const
  return event.type !== 'unavailable' && fieldNames.every((name) => event[name] === clash[name])
}

/** The times of a clash. A clash on another day than the event's first also names its weekday. */
function formatClashTimes(date: string, clash: ClashTimes): string {
  if (isBusyOn(clash, date)) return formatBusyTimes(clash, date)
  return `on ${weekdayNames[weekdayIndex(clash.date)]}, ${formatBusyTimes(clash, clash.date)}`
}
