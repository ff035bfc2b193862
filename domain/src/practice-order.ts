// The order in which a band works through its songs, and how many vetoes a row draws.
// Knows nothing of who may vote: it counts what is stored.
import { limits } from './limits.ts'

export type Rated = {
  readiness: readonly { status: 'red' | 'amber' | 'green' }[]
  vetos: readonly unknown[]
}

// Green 3, amber 2, red 1. Somebody who said nothing counts as red, so everybody brings at least 1 to every song, and
// counting only what lies above it gives the same order without asking who is in the band.
const aboveRed = { green: 2, amber: 1, red: 0 } as const

/**
 * Songs in practice order: any veto puts a song last, the rest go by readiness, most ready first.
 * Songs come in the order in which they were added; ties and vetoed songs keep it.
 */
export function inPracticeOrder<Song extends Rated>(songs: readonly Song[]): Song[] {
  const isOut = (song: Song) => song.vetos.length > 0
  const playable = songs.filter((song) => !isOut(song))
  return [...playable.sort((a, b) => readinessAboveRed(b) - readinessAboveRed(a)), ...songs.filter(isOut)]
}

/** How many veto icons a song's row shows. */
export function vetoIconCount(song: Rated): number {
  return Math.min(song.vetos.length, limits.vetoIconsShown)
}

function readinessAboveRed(song: Rated): number {
  return song.readiness.reduce((sum, { status }) => sum + aboveRed[status], 0)
}
