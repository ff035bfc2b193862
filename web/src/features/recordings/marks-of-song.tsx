// The marks of a song: the places in recordings where it was played, newest first. A tap plays the recording from the mark.

import { isRecordingShown } from '@gaffer/domain/recordings/recording'
import type { Song } from '@gaffer/domain/songs/song'
import { limits } from '@gaffer/domain/shared/limits'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { Button } from '#ui/button.tsx'
import { Player } from './player.tsx'
import { play, usePlayer } from './player-store.ts'
import { formatRecordingFacts, formatTimeAt } from './time-words.ts'

type Props = { bandId: string; song: Song }

export function MarksOfSong(props: Props) {
  return <PageOfMarks before={null} {...props} />
}

type PageProps = Props & {
  /** The id of the last recording on the previous page; null for the first page. */
  before: string | null
}

/** A page of recordings, and below it the next page once its button is pressed. */
function PageOfMarks({ before, bandId, song }: PageProps) {
  const [isNextShown, setNextShown] = useState(false)
  const songs = useEndpoint('GET /api/bands/:bandId/songs', { params: { bandId } }).data ?? []
  const { data = [] } = useEndpoint('GET /api/bands/:bandId/recordings', {
    params: { bandId },
    query: { songId: song.id, ...(before !== null && { before }) },
  })
  const playingId = usePlayer().recording?.id
  if (data.length === 0) return null
  const lastOfFullPage = data.length === limits.recordingsPerPage ? data.at(-1) : undefined
  const markRows = (
    <>
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
            {playingId === recording.id && <Player songs={songs} />}
          </li>
        ))}
      </ul>
      {lastOfFullPage && isNextShown && <PageOfMarks before={lastOfFullPage.id} bandId={bandId} song={song} />}
      {lastOfFullPage && !isNextShown && (
        <Button variant="secondary" size="sm" className="justify-self-center" onClick={() => setNextShown(true)}>
          Show earlier recordings
        </Button>
      )}
    </>
  )
  if (before !== null) return markRows
  return (
    <section aria-label={`Recordings of ${song.title}`} className="grid grid-cols-1 gap-1">
      <h3 className="text-sm font-semibold">Recordings</h3>
      {markRows}
    </section>
  )
}
