import type { Song } from '@gaffer/domain/songs/song'

/** A song added by hand, without feedback. */
export function aSong(fields: Partial<Song> = {}): Song {
  return {
    id: 's1',
    bandId: 'b1',
    title: 'Dakota',
    artist: 'Stereophonics',
    album: null,
    spotifyId: null,
    spotifyUrl: null,
    imageUrl: null,
    previewUrl: null,
    addedByMembershipId: null,
    readiness: [],
    vetos: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    durationSeconds: null,
    key: null,
    tempo: null,
    note: null,
    lastPractisedAt: null,
    noteCount: 0,
    hasUnreadNotes: false,
    chartCount: 0,
    writers: null,
    isOwn: false,
    lastPlayedOn: null,
    ...fields,
  }
}
