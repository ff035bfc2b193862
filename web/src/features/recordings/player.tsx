// The controls of the loaded recording: a seek bar with its marks, the buttons, and the list of its songs.

import type { ShownRecording } from '@gaffer/domain/recordings/recording'
import { recordingExtensions } from '@gaffer/domain/recordings/recording-extensions'
import type { Song } from '@gaffer/domain/songs/song'
import { Download, Pause, Play, Repeat, RotateCcw, RotateCw, SkipForward, type LucideIcon } from 'lucide-react'
import { fetchAndSaveFile, saveFile } from '#lib/download.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { keptRecordingVersion } from '#offline/keep-recordings.ts'
import { readKeptContent } from '#offline/kept-file-database.ts'
import { showActionFailure } from './show-action-failure.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MarkList } from './mark-list.tsx'
import {
  advanceRepeat,
  playNextMark,
  seek,
  setSpeed,
  skip,
  skipSeconds,
  playbackSpeeds,
  togglePlay,
  usePlayer,
  type PlayerState,
} from './player-store.ts'
import { formatTimeAt } from './time-words.ts'

type Props = {
  songs: readonly Song[]
  /** Whether marks can be changed: false for a take, which the server does not have yet. */
  canChangeMarks?: boolean
}

export function Player({ songs, canChangeMarks = true }: Props) {
  const player = usePlayer()
  const { recording, bandId, problem } = player
  if (!recording) return null
  if (problem) {
    return (
      <div role="alert" className="grid grid-cols-1 justify-items-start gap-3">
        <p className="text-sm">
          {problem === 'unplayable'
            ? 'This device cannot play the file. Download it and open it with another app.'
            : 'The recording could not be read. Check your signal and try again.'}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={() => void downloadRecording(recording)}>
            <Download aria-hidden="true" className="size-5" />
            Download
          </Button>
          {problem === 'unreachable' && (
            <Button variant="secondary" size="sm" onClick={togglePlay}>
              Try again
            </Button>
          )}
        </div>
      </div>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <SeekBar player={player} songs={songs} />
      <PlayerControls player={player} />
      {canChangeMarks && <MarkList bandId={bandId} recording={recording} songs={songs} atSeconds={player.atSeconds} />}
    </div>
  )
}

/** Saves the file of a recording: from the device if it is kept there, otherwise from the server. */
export async function downloadRecording({
  id,
  mime,
  url,
  name,
}: Pick<ShownRecording, 'id' | 'mime' | 'url' | 'name'>): Promise<void> {
  const keptContent = await readKeptContent(id, keptRecordingVersion).catch(() => null)
  if (keptContent) {
    saveFile(new Blob([keptContent], { type: mime }), name + recordingExtensions[mime])
    return
  }
  await fetchAndSaveFile(url, name).catch((error: unknown) =>
    showActionFailure(error, 'The recording could not be downloaded'),
  )
}

type BarProps = { player: PlayerState; songs: readonly Song[] }

function SeekBar({ player, songs }: BarProps) {
  const { bandId, recording, atSeconds, seconds, repeat } = player
  const thread = useEndpoint(
    'GET /api/bands/:bandId/notes',
    { params: { bandId }, query: { about: `recording:${recording?.id}` } },
    { enabled: (recording?.noteCount ?? 0) > 0 },
  )
  const length = seconds ?? Math.max(atSeconds, 1)
  const percentAt = (at: number) => `${Math.min(100, (100 * at) / length)}%`
  const title = songs.find(({ id }) => id === findCurrentSongId(player))?.title
  return (
    <div className="grid grid-cols-1">
      <div className="relative">
        <input
          type="range"
          aria-label="Place in the recording"
          aria-valuetext={`${formatTimeAt(atSeconds)} of ${formatTimeAt(length)}${title ? `, ${title}` : ''}`}
          min={0}
          max={length}
          step={1}
          value={Math.min(atSeconds, length)}
          onChange={({ target }) => seek(Number(target.value))}
          className="h-11 w-full cursor-pointer accent-(--accent)"
        />
        <div aria-hidden="true" className="pointer-events-none absolute inset-x-2 top-0 h-11">
          {recording?.marks.map(({ id, atSeconds: at }) => (
            <span key={id} style={{ left: percentAt(at) }} className="absolute top-1 h-2.5 border-l-2 border-text" />
          ))}
          {thread.data?.notes.map(
            ({ id, atSeconds: at }) =>
              at !== null && (
                <span
                  key={id}
                  style={{ left: percentAt(at) }}
                  className="absolute bottom-0.5 size-1.5 rounded-full border-3 border-accent"
                />
              ),
          )}
          {repeat && (
            <span
              style={{ left: percentAt(repeat.from), right: `calc(100% - ${percentAt(repeat.to ?? atSeconds)})` }}
              className="absolute bottom-2 border-t-4 border-warn"
            />
          )}
        </div>
      </div>
      <p className="flex justify-between gap-3 text-sm text-muted tabular-nums">
        <span>{formatTimeAt(atSeconds)}</span>
        <span className="min-w-0 truncate text-text">{title}</span>
        <span>{formatTimeAt(length)}</span>
      </p>
    </div>
  )
}

/** The id of the song of the latest mark at or before the current second; undefined before the first mark. */
function findCurrentSongId({ recording, atSeconds }: PlayerState): string | undefined {
  return recording?.marks.findLast((mark) => mark.atSeconds <= atSeconds)?.songId
}

function PlayerControls({ player }: { player: PlayerState }) {
  const { isPlaying, speed, repeat, recording } = player
  const repeatLabel = !repeat ? 'Repeat from here' : repeat.to === null ? 'Repeat up to here' : 'Stop repeating'
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <label>
        <span className="sr-only">Speed</span>
        <select
          value={speed}
          onChange={({ target }) => setSpeed(Number(target.value))}
          className="h-11 rounded-control border border-control bg-transparent px-2 text-sm font-semibold tabular-nums"
        >
          {playbackSpeeds.map((one) => (
            <option key={one} value={one} className="bg-surface">
              {Math.round(one * 100)} %
            </option>
          ))}
        </select>
      </label>
      {/* On phones, these buttons are on their own line, above the speed and the repeat button. */}
      <div className="flex items-center gap-2 max-sm:order-first max-sm:w-full max-sm:justify-center">
        <IconButton
          label={`${skipSeconds} seconds back`}
          icon={<SkipIcon Arrow={RotateCcw} />}
          onClick={() => skip(-skipSeconds)}
        />
        <PlayButton isPlaying={isPlaying} />
        <IconButton
          label={`${skipSeconds} seconds on`}
          icon={<SkipIcon Arrow={RotateCw} />}
          onClick={() => skip(skipSeconds)}
        />
        <IconButton
          label="Next mark"
          icon={<SkipForward aria-hidden="true" className="size-6" />}
          disabled={recording?.marks.length === 0}
          onClick={playNextMark}
        />
      </div>
      <Button variant={repeat ? 'secondary' : 'quiet'} size="sm" onClick={advanceRepeat}>
        <Repeat aria-hidden="true" className="size-5" />
        {repeatLabel}
      </Button>
    </div>
  )
}

function SkipIcon({ Arrow }: { Arrow: LucideIcon }) {
  return (
    <span aria-hidden="true" className="grid place-items-center *:[grid-area:1/1]">
      <Arrow className="size-9" strokeWidth={1.5} />
      <span className="text-xs font-bold tabular-nums">{skipSeconds}</span>
    </span>
  )
}

function PlayButton({ isPlaying }: { isPlaying: boolean }) {
  const Icon = isPlaying ? Pause : Play
  return (
    <button
      type="button"
      aria-label={isPlaying ? 'Pause' : 'Play'}
      onClick={togglePlay}
      className="grid size-14 shrink-0 place-content-center rounded-full bg-text text-bg transition-colors hover:bg-muted"
    >
      <Icon aria-hidden="true" className="size-6 fill-current" />
    </button>
  )
}
