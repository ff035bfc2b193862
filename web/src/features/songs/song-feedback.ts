import type { ReadinessStatus, Song } from '@gaffer/domain/songs/song'

export type SongFeedback = { songId: string } & ({ status: ReadinessStatus } | { isVetoed: boolean })

/** Applies feedback in the given order. Songs without feedback stay the same objects. */
export function applyFeedbackToSongs(
  songs: readonly Song[],
  feedback: readonly SongFeedback[],
  membershipId: string,
): Song[] {
  return songs.map((song) => feedback.filter(({ songId }) => songId === song.id).reduce(apply(membershipId), song))
}

const apply = (membershipId: string) => (song: Song, feedback: SongFeedback) => {
  const others = <T extends { membershipId: string }>(all: T[]) =>
    all.filter((one) => one.membershipId !== membershipId)
  return 'status' in feedback
    ? { ...song, readiness: [...others(song.readiness), { membershipId, status: feedback.status }] }
    : { ...song, vetos: [...others(song.vetos), ...(feedback.isVetoed ? [{ membershipId }] : [])] }
}
