// What a member says about a song, laid over the songs as they were read. Knows nothing of how it is sent.

import type { ReadinessStatus, Song } from '@gaffer/domain/song'

export type SongFeedback = { songId: string } & ({ status: ReadinessStatus } | { isVetoed: boolean })

/** In the order said. Songs that nothing was said about stay the same objects. */
export function withFeedback(songs: readonly Song[], words: readonly SongFeedback[], membershipId: string): Song[] {
  return songs.map((song) => words.filter(({ songId }) => songId === song.id).reduce(apply(membershipId), song))
}

const apply = (membershipId: string) => (song: Song, word: SongFeedback) => {
  const others = <T extends { membershipId: string }>(all: T[]) =>
    all.filter((one) => one.membershipId !== membershipId)
  return 'status' in word
    ? { ...song, readiness: [...others(song.readiness), { membershipId, status: word.status }] }
    : { ...song, vetos: [...others(song.vetos), ...(word.isVetoed ? [{ membershipId }] : [])] }
}
