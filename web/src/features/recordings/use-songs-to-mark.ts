// The songs that are likely to be played at an event: those of What to play or of its set list first.

import type { BandEvent } from '@gaffer/domain/events/event'
import { isPracticeOrRehearsal } from '@gaffer/domain/practice/practised'
import type { Song } from '@gaffer/domain/songs/song'
import { useEndpoint } from '#lib/use-endpoint.ts'

export function useSongsToMark({ bandId, id, type, setlistId }: BandEvent, songs: readonly Song[]): readonly Song[] {
  const plan = useEndpoint(
    'GET /api/bands/:bandId/events/:eventId/brief',
    { params: { bandId, eventId: id } },
    { enabled: isPracticeOrRehearsal(type) },
  )
  const setlists = useEndpoint(
    'GET /api/bands/:bandId/setlists',
    { params: { bandId } },
    { enabled: setlistId !== null },
  )
  const setlist = setlists.data?.find((one) => one.id === setlistId)
  const listed = [
    ...(setlist?.items ?? []).flatMap(({ songId }) => (songId === null ? [] : [songId])),
    ...(plan.data?.songs ?? []).map(({ songId }) => songId),
    ...songs.map((song) => song.id),
  ]
  const byId = new Map(songs.map((song) => [song.id, song]))
  return [...new Set(listed)].flatMap((songId) => byId.get(songId) ?? [])
}
