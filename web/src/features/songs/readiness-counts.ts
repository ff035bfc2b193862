// The numbers of members of one song by readiness status. A member without a status counts as not ready.

import { readinessLabels, readinessStatuses, type ReadinessStatus, type Song } from '@gaffer/domain/songs/song'

export type ReadinessCounts = Record<ReadinessStatus, number>

/** The statuses, best first. */
export const readinessBestFirst = readinessStatuses.toReversed()

export function readinessOfMember({ readiness }: Pick<Song, 'readiness'>, membershipId: string): ReadinessStatus {
  return readiness.find((one) => one.membershipId === membershipId)?.status ?? 'red'
}

/** The numbers of members by their status for the song. Undefined `memberIds`, while the members are loading, count the members with a status. */
export function memberCountsByReadiness(
  song: Pick<Song, 'readiness'>,
  memberIds: readonly string[] | undefined,
): ReadinessCounts {
  const counts: ReadinessCounts = { red: 0, amber: 0, green: 0 }
  for (const id of memberIds ?? song.readiness.map(({ membershipId }) => membershipId))
    counts[readinessOfMember(song, id)]++
  return counts
}

/** "3 Ready, 1 Not Ready". */
export function readinessCountsText(counts: ReadinessCounts): string {
  return readinessBestFirst
    .filter((status) => counts[status] > 0)
    .map((status) => `${counts[status]} ${readinessLabels[status]}`)
    .join(', ')
}

/** The next better status; undefined for Ready. */
export function higherReadiness(status: ReadinessStatus): ReadinessStatus | undefined {
  return readinessStatuses[readinessStatuses.indexOf(status) + 1]
}

/** "Vetoed by 2 members"; empty without vetoes. */
export function vetoCountText({ vetos }: Pick<Song, 'vetos'>): string {
  if (vetos.length === 0) return ''
  return `Vetoed by ${vetos.length} ${vetos.length === 1 ? 'member' : 'members'}`
}
