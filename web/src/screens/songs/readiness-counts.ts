// Counts of readiness per song. A member without a status is not ready.

import { readinessLabels, readinessStatuses, type ReadinessStatus, type Song } from '@gaffer/domain/song'

export type Tally = Record<ReadinessStatus, number>

/** Best first. */
export const bestFirst = readinessStatuses.toReversed()

export function statusOf({ readiness }: Pick<Song, 'readiness'>, membershipId: string): ReadinessStatus {
  return readiness.find((one) => one.membershipId === membershipId)?.status ?? 'red'
}

/** Without member ids, while the members are loading, it counts the members that have a status. */
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

/** One step up; undefined from Ready. */
export function higherStatus(status: ReadinessStatus): ReadinessStatus | undefined {
  return readinessStatuses[readinessStatuses.indexOf(status) + 1]
}

/** Empty without vetoes. */
export function vetoWords({ vetos }: Pick<Song, 'vetos'>): string {
  if (vetos.length === 0) return ''
  return `Vetoed by ${vetos.length} ${vetos.length === 1 ? 'member' : 'members'}`
}
