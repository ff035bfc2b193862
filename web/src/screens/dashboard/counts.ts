// What the tiles count. Undefined stays undefined: not read yet.

import type { Event } from '@gaffer/domain/event'

/** A song list begins with five songs that are settled; the others are in the pipeline. */
const settledSongs = 5

export function gigCount(events: readonly Pick<Event, 'type'>[]): number {
  return events.filter(({ type }) => type === 'gig' || type === 'public_gig').length
}

export function pipelineCount(songs: number): number {
  return Math.max(0, songs - settledSongs)
}
