// The recording that plays, above the tabs, while one looks elsewhere.

import { Pause, Play, X } from 'lucide-react'
import { IconButton } from '#ui/icon-button.tsx'
import { stopPlayer, togglePlay, usePlayer } from './player-store.ts'
import { formatTimeAt } from './time-words.ts'

export function MiniPlayer() {
  const { recording, isPlaying, atSeconds, seconds } = usePlayer()
  if (!recording) return null
  return (
    <section
      aria-label="Playing"
      data-docked=""
      className="fixed inset-x-2 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 mx-auto flex max-w-xl items-center gap-2 overflow-hidden rounded-card border border-hairline bg-raised py-1 pr-1 pl-2 shadow-lg xl:right-6 xl:bottom-6 xl:left-auto xl:w-96"
    >
      <IconButton
        label={isPlaying ? 'Pause the recording' : 'Play the recording'}
        icon={
          isPlaying ? (
            <Pause aria-hidden="true" className="size-5 fill-current" />
          ) : (
            <Play aria-hidden="true" className="size-5 fill-current" />
          )
        }
        onClick={togglePlay}
      />
      <p className="min-w-0 flex-1 truncate text-sm font-semibold">{recording.name}</p>
      <p className="text-sm text-muted tabular-nums">{formatTimeAt(atSeconds)}</p>
      <IconButton label="Close the player" icon={<X aria-hidden="true" className="size-5" />} onClick={stopPlayer} />
      <span
        aria-hidden="true"
        style={{ width: `${(100 * atSeconds) / (seconds ?? Math.max(atSeconds, 1))}%` }}
        className="absolute bottom-0 left-0 h-0.5 bg-accent"
      />
    </section>
  )
}
