import { limits } from '@gaffer/domain/shared/limits'

export type SongWithReadiness = {
  readiness: readonly { status: 'red' | 'amber' | 'green' }[]
  vetos: readonly unknown[]
}

// Points: green 3, amber 2, red 1; a member without readiness counts as red. So each member adds at least 1, and the points above 1
// give the same order without knowing the number of members.
const pointsAboveRed = { green: 2, amber: 1, red: 0 } as const

/**
 * Sorts songs by readiness, highest first, with vetoed songs last. `songs` are in the order of adding, which ties and vetoed songs
 * keep.
 */
export function sortByPracticeOrder<Song extends SongWithReadiness>(songs: readonly Song[]): Song[] {
  const isVetoed = (song: Song) => song.vetos.length > 0
  const playable = songs.filter((song) => !isVetoed(song))
  return [...playable.sort((a, b) => sumPointsAboveRed(b) - sumPointsAboveRed(a)), ...songs.filter(isVetoed)]
}

/** The number of veto icons in a song's row. */
export function countVetoIcons(song: SongWithReadiness): number {
  return Math.min(song.vetos.length, limits.vetoIconsShown)
}

function sumPointsAboveRed(song: SongWithReadiness): number {
  return song.readiness.reduce((sum, { status }) => sum + pointsAboveRed[status], 0)
}
