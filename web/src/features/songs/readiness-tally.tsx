// How many members are how ready for a song, and how many vetoed it, in its row.

import { countVetoIcons } from '@gaffer/domain/songs/practice-order'
import type { Song } from '@gaffer/domain/songs/song'
import { clsx } from 'clsx'
import { Ban } from 'lucide-react'
import { ReadinessIcon, readinessTextClassNames } from './readiness.tsx'
import { memberCountsByReadiness, readinessBestFirst, readinessCountsText, vetoCountText } from './readiness-counts.ts'

type Props = { song: Song; /** Undefined while loading. */ memberIds: readonly string[] | undefined }

export function ReadinessTally({ song, memberIds }: Props) {
  const tally = memberCountsByReadiness(song, memberIds)
  const words = [readinessCountsText(tally), vetoCountText(song)].filter(Boolean).join('. ')
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 text-sm font-semibold tabular-nums md:flex-nowrap md:justify-end">
      <span className="sr-only">. {words}</span>
      {song.vetos.length > 0 && (
        <span className="flex gap-0.5 text-danger" data-tip={vetoCountText(song)}>
          {Array.from({ length: countVetoIcons(song) }, (_, at) => (
            <Ban key={at} aria-hidden="true" className="size-4" />
          ))}
        </span>
      )}
      {readinessBestFirst
        .filter((status) => tally[status] > 0)
        .map((status) => (
          <span
            key={status}
            aria-hidden="true"
            className={clsx('flex items-center gap-1', readinessTextClassNames[status])}
          >
            <ReadinessIcon status={status} className="size-4" />
            {tally[status]}
          </span>
        ))}
    </span>
  )
}
