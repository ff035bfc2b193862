import type { BandEvent } from './event.ts'

/** The venue of a public event, or the location of any other event. */
export function eventPlace({ venue, location }: Pick<BandEvent, 'venue' | 'location'>): string | null {
  return venue ?? location
}
