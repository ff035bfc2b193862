// The recorder on an event's page: one button, the time and the level, and the songs to mark when they begin.

import type { BandEvent } from '@gaffer/domain/events/event'
import type { Song } from '@gaffer/domain/songs/song'
import { isPracticeOrRehearsal } from '@gaffer/domain/practice/practised'
import { clsx } from 'clsx'
import { Mic, Square } from 'lucide-react'
import { useState } from 'react'
import { eventName } from '#features/events/format-event.ts'
import { useSongMarking } from '#features/practice/song-marking.ts'
import { MarkSongButton } from '#features/songs/mark-song-button.tsx'
import { useMeOrThrow } from '#lib/me.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { LiveRegionText } from '#ui/live-text.tsx'
import { canRecord, startRecording, stopRecording, useRecorder } from './recorder-store.ts'
import { formatTimeAt } from './time-words.ts'

type Props = { event: BandEvent; songs: readonly Song[] }

const isIos = /iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '')

export function Recorder({ event, songs }: Props) {
  const { user } = useMeOrThrow()
  const { take, seconds, level, problem } = useRecorder()
  const isOfOtherEvent = take !== null && take.eventId !== event.id
  const isRunning = take !== null && !isOfOtherEvent
  const isOff = !canRecord() || isOfOtherEvent
  const [hasRecorded, setRecorded] = useState(false)
  if (isRunning && !hasRecorded) setRecorded(true)
  const start = () => {
    const time = new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    const name = `${eventName(event)} ${time}`
    void startRecording({ userId: user.id, bandId: event.bandId, eventId: event.id, name })
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <button
          type="button"
          aria-label={isRunning ? 'Stop recording' : 'Record'}
          aria-describedby="recorder-state"
          disabled={isOff}
          onClick={isRunning ? stopRecording : start}
          className={clsx(
            'grid size-22 shrink-0 place-content-center rounded-full transition-colors disabled:opacity-50',
            isRunning ? 'bg-danger text-bg' : 'border-2 border-danger text-danger hover:bg-lit',
          )}
        >
          {isRunning ? (
            <Square aria-hidden="true" className="size-8 fill-current" />
          ) : (
            <Mic aria-hidden="true" className="size-8" />
          )}
        </button>
        <div className="grid min-w-0 flex-1 basis-28 grid-cols-1 gap-1" id="recorder-state">
          {isRunning ? (
            <>
              <p className="text-2xl font-bold tabular-nums">{formatTimeAt(seconds)}</p>
              <meter aria-label="Level" min={0} max={1} value={level} className="h-3 w-full" />
              <p className="text-sm text-muted tabular-nums">{formatTimeAt(take.seconds)} saved on this device</p>
            </>
          ) : (
            <p className="text-sm text-muted">{describeIdleRecorder(isOfOtherEvent)}</p>
          )}
          {isRunning && isIos && (
            <p className="text-sm font-medium text-warn">Do not lock the phone: that stops the recording.</p>
          )}
        </div>
      </div>
      <LiveRegionText className="sr-only" text={isRunning ? 'Recording' : hasRecorded ? 'Recording stopped' : ''} />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {problem}
      </p>
      {isRunning && <SongsToMark event={event} songs={songs} />}
    </div>
  )
}

function describeIdleRecorder(isOfOtherEvent: boolean): string {
  if (isOfOtherEvent) return 'Another event is being recorded.'
  if (!canRecord()) return 'This browser cannot record. Record with another app, then upload the file.'
  return isIos
    ? 'Record with this phone. Locking it stops the recording, so the screen stays on.'
    : 'Record with this device. The screen stays on, and what is recorded stays here until you send it.'
}

function SongsToMark({ event, songs }: Props) {
  const songsToMark = useSongsToMark(event, songs)
  const marking = useSongMarking(event, event.bandId)
  if (songsToMark.length === 0 || !marking) return null
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="text-sm text-muted">Tap a song when it begins.</p>
      <ul aria-label="Songs to mark" className="grid grid-cols-1 divide-y divide-hairline">
        {songsToMark.map((song) => (
          <li key={song.id} className="flex">
            <MarkSongButton song={song} marking={marking} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** All songs, in the order in which the event likely plays them: its set list first, then What to play, then all other songs. */
function useSongsToMark({ bandId, id, type, setlistId }: BandEvent, songs: readonly Song[]): readonly Song[] {
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
  const sortedIds = [
    ...(setlist?.items ?? []).flatMap(({ songId }) => (songId === null ? [] : [songId])),
    ...(plan.data?.songs ?? []).map(({ songId }) => songId),
    ...songs.map((song) => song.id),
  ]
  const songsById = new Map(songs.map((song) => [song.id, song]))
  return [...new Set(sortedIds)].flatMap((songId) => songsById.get(songId) ?? [])
}
