// The counts of the dashboard's tiles.

import type { Event } from '@gaffer/domain/event'

/** The specification counts all songs but five as the pipeline. */
const settledSongs = 5

export function gigCount(events: readonly Pick<Event, 'type'>[]): number {
  return events.filter(({ type }) => type === 'gig' || type === 'public_gig').length
}

export function pipelineCount(songs: number): number {
  return Math.max(0, songs - settledSongs)
}
