// The places in recordings where a song was played, newest first. One tap plays from there.

import { isRecordingShown } from '@gaffer/domain/recordings/recording'
import type { Song } from '@gaffer/domain/songs/song'
import { Play } from 'lucide-react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { Player } from './player.tsx'
import { play, usePlayer } from './player-store.ts'
import { formatRecordingFacts, formatTimeAt } from './time-words.ts'

type Props = { bandId: string; song: Song }

export function PlacesOfSong({ bandId, song }: Props) {
  const songs = useEndpoint('GET /api/bands/:bandId/songs', { params: { bandId } }).data ?? []
  const { data = [] } = useEndpoint('GET /api/bands/:bandId/recordings', {
    params: { bandId },
    query: { songId: song.id },
  })
  const playing = usePlayer().recording?.id
  if (data.length === 0) return null
  return (
    <section aria-label={`Recordings of ${song.title}`} className="grid grid-cols-1 gap-1">
      <h3 className="text-sm font-semibold">Recordings</h3>
      <ul className="grid grid-cols-1 divide-y divide-hairline">
        {data.filter(isRecordingShown).map((recording) => (
          <li key={recording.id} className="grid grid-cols-1 gap-2 py-1">
            {recording.marks
              .filter(({ songId }) => songId === song.id)
              .map(({ id, atSeconds }) => (
                <button
                  key={id}
                  type="button"
                  onClick={() => play(recording, bandId, atSeconds)}
                  className="flex min-h-12 items-center gap-3 rounded-control px-1 text-left hover:bg-lit"
                >
                  <Play aria-hidden="true" className="size-5 shrink-0 fill-current" />
                  <span className="min-w-0 flex-1">
                    <span className="block break-words">{recording.name}</span>
                    <span className="block text-sm text-muted tabular-nums">
                      from {formatTimeAt(atSeconds)} · {formatRecordingFacts(recording)}
                    </span>
                  </span>
                </button>
              ))}
            {playing === recording.id && <Player songs={songs} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
