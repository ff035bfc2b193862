// The counts of the dashboard's tiles.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { withoutCancelled } from '#features/events/next-event.ts'

/** The specification: the pipeline is the number of songs above five. */
const settledSongs = 5

export function countCalendarEvents(events: readonly CalendarEntry[]): number {
  return withoutCancelled(events).length
}

export function countGigs(events: readonly CalendarEntry[]): number {
  return withoutCancelled(events).filter(({ type }) => type === 'gig' || type === 'public_gig').length
}

export function countPipelineSongs(songs: number): number {
  return Math.max(0, songs - settledSongs)
}
