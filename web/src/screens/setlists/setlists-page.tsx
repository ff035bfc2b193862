// The band's set lists.

import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { formatDuration, formatSetlistReadiness, summarizeSetlist } from '@gaffer/domain/set-lists/set-list'
import { Link } from '@tanstack/react-router'
import { ChevronRight, ListOrdered, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import type { Song } from '#features/songs/queries.ts'
import type { OwnMembership } from '#lib/me.ts'
import type { Setlist } from '#features/set-lists/queries.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useSongLists } from '#features/operations/queries.ts'
import { SongListsTabs } from '#features/set-lists/song-lists-tabs.tsx'
import { BandPicker } from '#features/bands/band-picker.tsx'
import { signOut } from '#features/sign-in/sign-out.ts'
import { UnreadDot } from '#ui/badge.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { Button } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { useSelectedMembership } from '#features/bands/use-selected-band.ts'

// The dialog's form and zod are loaded when the button is pressed.
const NewSetlistDialog = lazyOverlay(() => import('./new-setlist.tsx'), 'NewSetlistDialog')

export function SetlistsPage() {
  const membership = useSelectedMembership()
  const songLists = useSongLists()
  if (!membership) return <BandPicker onSignOut={() => void signOut()} />
  return (
    <SongListsTabs page="/setlists" songLists={songLists}>
      <SetlistsOfBand key={membership.bandId} membership={membership} />
    </SongListsTabs>
  )
}

function SetlistsOfBand({ membership }: { membership: OwnMembership }) {
  const setlists = useEndpoint('GET /api/bands/:bandId/setlists', { params: { bandId: membership.bandId } })
  const hasAny = (setlists.data?.length ?? 0) > 0
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" className="size-5" />
      New set list
    </Button>
  )
  return (
    <>
      <PageHeading title="Set lists" text={membership.band.name} actions={hasAny ? add : undefined} />
      <QueryState
        query={setlists}
        fallback={setlistMessages.setlistsNotRead}
        loading={
          <SkeletonGroup label="Loading the set lists">
            <div className="grid gap-2">
              <Skeleton className="h-18" isCard />
              <Skeleton className="h-18" isCard />
            </div>
          </SkeletonGroup>
        }
        empty={
          <EmptyState
            icon={<ListOrdered aria-hidden="true" className="size-10" />}
            title={setlistMessages.noSetlists}
            text={setlistMessages.setlistPurpose}
            action={add}
          />
        }
      >
        {(all) => (
          <ul aria-label="Set lists" className="grid grid-cols-1 gap-2">
            {all.map((setlist) => (
              <SetlistRow key={setlist.id} setlist={setlist} />
            ))}
          </ul>
        )}
      </QueryState>
      {isAdding && (
        <Suspense>
          <NewSetlistDialog bandId={membership.bandId} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}

function SetlistRow({ setlist }: { setlist: Setlist }) {
  const songs = useEndpoint('GET /api/bands/:bandId/songs', { params: { bandId: setlist.bandId } }).data
  const members = useEndpoint('GET /api/bands/:bandId/members', { params: { bandId: setlist.bandId } }).data?.filter(
    ({ status }) => status === 'active',
  )
  const facts = songs && members && describeSetlist(setlist, songs, members)
  return (
    <li>
      <Link
        to="/setlists/$setlistId"
        params={{ setlistId: setlist.id }}
        className={`${cardClassName} flex min-h-18 items-center gap-3 px-4 py-3 transition-colors hover:bg-lit`}
      >
        <span className="min-w-0 flex-1">
          <span className="block text-lg font-semibold break-words">
            {setlist.name} {setlist.hasUnreadNotes && <UnreadDot label="Unread notes" />}
          </span>
          <span className="block min-h-5 text-sm text-muted">{facts}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-faint" />
      </Link>
    </li>
  )
}

function describeSetlist({ items }: Setlist, songs: readonly Song[], members: readonly { id: string }[]): string {
  const summary = summarizeSetlist(
    items,
    songs,
    members.map(({ id }) => id),
  )
  if (summary.songs === 0) return 'No songs yet'
  const count = `${summary.songs} ${summary.songs === 1 ? 'song' : 'songs'}`
  const length = summary.totalSeconds > 0 ? [formatDuration(summary.totalSeconds)] : []
  return [count, ...length, formatSetlistReadiness(summary)].join(' · ')
}
