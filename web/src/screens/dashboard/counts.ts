// What the tiles count. Undefined stays undefined: not read yet.

import type { Event } from '@gaffer/domain/event'
import { withoutCancelled } from '#components/upcoming.ts'

/** A song list begins with five songs that are settled; the others are in the pipeline. */
const settledSongs = 5

export function eventCount(events: readonly Event[]): number {
  return withoutCancelled(events).length
}

export function gigCount(events: readonly Event[]): number {
  return withoutCancelled(events).filter(({ type }) => type === 'gig' || type === 'public_gig').length
}

export function pipelineCount(songs: number): number {
  return Math.max(0, songs - settledSongs)
}
