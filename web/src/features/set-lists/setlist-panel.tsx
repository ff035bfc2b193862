// The set list of an event, on the event's page.

import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { formatDuration, formatSetlistReadiness, summarizeSetlist } from '@gaffer/domain/set-lists/set-list'
import { Link } from '@tanstack/react-router'
import { useMembers } from '#features/bands/members.ts'
import { useSetlists } from './queries.ts'
import { useSongs } from '#features/songs/queries.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { InlineQueryError } from '#lib/inline-query-error.tsx'
import { buttonClassNameFor } from '#ui/button.tsx'
import { ErrorState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'

export function SetlistPanel({ bandId, setlistId }: { bandId: string; setlistId: string }) {
  const setlists = useSetlists(bandId)
  const songs = useSongs(bandId)
  const members = useMembers(bandId)
  const setlist = setlists.data?.find(({ id }) => id === setlistId)
  if (setlists.data && !setlist) return <p className="text-muted">{setlistMessages.setlistAbsent.title}</p>
  if (!setlist || !songs.data || members.isPending) {
    const error = setlists.error ?? songs.error
    return error ? (
      <ErrorState
        text={getErrorMessage(error, setlistMessages.setlistsNotRead)}
        onRetry={() => void Promise.all([setlists.refetch(), songs.refetch()])}
      />
    ) : (
      <SkeletonGroup label="Loading the set list">
        <Skeleton className="h-40" />
      </SkeletonGroup>
    )
  }
  const active = members.data?.filter(({ status }) => status === 'active').map(({ id }) => id)
  const summary = summarizeSetlist(setlist.items, songs.data, active ?? [])
  const byId = new Map(songs.data.map((song) => [song.id, song]))
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold break-words">{setlist.name}</span>
        <span className="text-sm text-muted">
          {formatDuration(summary.totalSeconds)}
          {active && ` · ${formatSetlistReadiness(summary)}`}
        </span>
      </p>
      <InlineQueryError read={members} fallback="Failed to fetch band members" />
      <ol className="grid grid-cols-1 divide-y divide-hairline">
        {setlist.items.map((item) => {
          const song = item.songId === null ? undefined : byId.get(item.songId)
          return (
            <li key={item.id} className="flex items-baseline justify-between gap-4 py-1.5">
              <span className={song ? 'min-w-0 break-words' : 'min-w-0 text-sm break-words text-muted'}>
                {song?.title ?? item.label}
                {item.note && <span className="text-sm text-muted"> · {item.note}</span>}
              </span>
              <span className="shrink-0 text-sm text-muted">{song?.key}</span>
            </li>
          )
        })}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Link
          to="/setlists/$setlistId/stage"
          params={{ setlistId }}
          className={buttonClassNameFor({ variant: 'secondary', size: 'sm' })}
        >
          Stage view
        </Link>
        <Link
          to="/setlists/$setlistId"
          params={{ setlistId }}
          className={buttonClassNameFor({ variant: 'quiet', size: 'sm' })}
        >
          Open set list
        </Link>
      </div>
    </div>
  )
}
