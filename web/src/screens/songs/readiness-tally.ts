// How ready a band is for a song, counted and put into words. Who said nothing is not ready.

import { readinessLabels, readinessStatuses, type ReadinessStatus, type Song } from '@gaffer/domain/song'

export type Tally = Record<ReadinessStatus, number>

/** Best first. */
export const bestFirst = readinessStatuses.toReversed()

export function statusOf({ readiness }: Pick<Song, 'readiness'>, membershipId: string): ReadinessStatus {
  return readiness.find((one) => one.membershipId === membershipId)?.status ?? 'red'
}

/** Of the members named; while nobody knows who they are, of those who said something. */
export function tallyOf(song: Pick<Song, 'readiness'>, memberIds: readonly string[] | undefined): Tally {
  const tally: Tally = { red: 0, amber: 0, green: 0 }
  for (const id of memberIds ?? song.readiness.map(({ membershipId }) => membershipId)) tally[statusOf(song, id)]++
  return tally
}

/** "3 Ready, 1 Not Ready". */
export function tallyWords(tally: Tally): string {
  return bestFirst
    .filter((status) => tally[status] > 0)
    .map((status) => `${tally[status]} ${readinessLabels[status]}`)
    .join(', ')
}

/** What one more press makes of it: a step better, and from the best back to the start. */
export function nextStatus(status: ReadinessStatus): ReadinessStatus {
  const at = readinessStatuses.indexOf(status)
  return readinessStatuses[(at + 1) % readinessStatuses.length] ?? 'red'
}

/** Empty where nobody objects. */
export function vetoWords({ vetos }: Pick<Song, 'vetos'>): string {
  if (vetos.length === 0) return ''
  return `Vetoed by ${vetos.length} ${vetos.length === 1 ? 'member' : 'members'}`
}
