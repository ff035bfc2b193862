// The set list of an event, on the event's page.

import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import {
  divideSetlist,
  formatDuration,
  formatPartAfter,
  formatSetlistPart,
  formatSetlistReadiness,
  summarizeSetlist,
  type Setlist,
} from '@gaffer/domain/set-lists/set-list'
import type { Membership } from '@gaffer/domain/bands/member'
import type { Song } from '@gaffer/domain/songs/song'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MarkSongButton, type SongMarking } from '#features/songs/mark-song-button.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { combineReads, nullIfFailed, QueryState } from '#lib/query-state.tsx'
import { buttonClassNameFor } from '#ui/button.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'

/** `marking` marks songs in the running recording; null while the event is not being recorded. */
type Props = { bandId: string; setlistId: string; marking?: SongMarking | null }

export function SetlistPanel({ bandId, setlistId, marking = null }: Props) {
  const setlists = useEndpoint('GET /api/bands/:bandId/setlists', { params: { bandId } })
  const songs = useEndpoint('GET /api/bands/:bandId/songs', { params: { bandId } })
  const members = useEndpoint('GET /api/bands/:bandId/members', { params: { bandId } })
  const setlist = setlists.data?.find(({ id }) => id === setlistId)
  if (setlists.data && !setlist) return <p className="text-muted">{setlistMessages.setlistAbsent.title}</p>
  return (
    <QueryState
      query={combineReads({ setlists, songs, members: nullIfFailed(members) })}
      fallback={setlistMessages.setlistsNotRead}
      loading={
        <SkeletonGroup label="Loading the set list">
          <Skeleton className="h-40" />
        </SkeletonGroup>
      }
    >
      {(data) =>
        setlist && (
          <LoadedSetlist setlist={setlist} songs={data.songs} members={data.members} marking={marking}>
            <QueryState query={members} fallback="Failed to fetch band members" isInline />
          </LoadedSetlist>
        )
      }
    </QueryState>
  )
}

type LoadedProps = {
  setlist: Setlist
  songs: readonly Song[]
  /** Null if the members could not be read. `children` then show the failure. */
  members: readonly Membership[] | null
  marking: SongMarking | null
  children: ReactNode
}

function LoadedSetlist({ setlist, songs, members, marking, children }: LoadedProps) {
  const active = members?.filter(({ status }) => status === 'active').map(({ id }) => id)
  const summary = summarizeSetlist(setlist.items, songs, active ?? [])
  const parts = divideSetlist(setlist.items, songs)
  const [first] = parts
  const byId = new Map(songs.map((song) => [song.id, song]))
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold break-words">{setlist.name}</span>
        <span className="text-sm text-muted">
          {formatDuration(summary.totalSeconds)}
          {active && ` · ${formatSetlistReadiness(summary)}`}
        </span>
      </p>
      {children}
      {marking && <p className="text-sm text-muted">Tap a song when it begins: that marks it in the recording.</p>}
      {first && <p className="text-sm text-muted">{formatSetlistPart(first)}</p>}
      <ol className="grid grid-cols-1 divide-y divide-hairline">
        {setlist.items.map((item, index) => {
          const song = item.songId === null ? undefined : byId.get(item.songId)
          const partAfter = formatPartAfter(parts, index)
          const details = (
            <>
              {item.note && <span className="text-sm text-muted"> · {item.note}</span>}
              {partAfter && <span className="block">{partAfter}</span>}
            </>
          )
          return (
            <li key={item.id} className="flex items-baseline justify-between gap-4 py-1.5">
              {song && marking ? (
                <MarkSongButton song={song} marking={marking}>
                  {details}
                </MarkSongButton>
              ) : (
                <span className={song ? 'min-w-0 break-words' : 'min-w-0 text-sm break-words text-muted'}>
                  {song?.title ?? item.label}
                  {details}
                </span>
              )}
              <span className="shrink-0 text-sm text-muted">{song?.key}</span>
            </li>
          )
        })}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Link
          to="/setlists/$setlistId/stage"
          params={{ setlistId: setlist.id }}
          className={buttonClassNameFor({ variant: 'secondary', size: 'sm' })}
        >
          Stage view
        </Link>
        <Link
          to="/setlists/$setlistId"
          params={{ setlistId: setlist.id }}
          className={buttonClassNameFor({ variant: 'quiet', size: 'sm' })}
        >
          Open set list
        </Link>
      </div>
    </div>
  )
}
