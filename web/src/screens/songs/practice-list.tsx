// A band's practice list: while it loads, when it is empty or cannot be read, and its songs.

import { ListMusic, Plus } from 'lucide-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useMemo, useState } from 'react'
import { useMembers } from '#data/bands.ts'
import type { OwnMembership } from '#data/me.ts'
import { useSongsAsSaid } from '#data/songs.ts'
import { sentenceOf } from '#lib/call-error.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState, ErrorState } from '#ui/page-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showFailure } from '#ui/toast-store.ts'
import { SongList } from './song-list.tsx'
import { SongsHeading } from './songs-heading.tsx'

// Fetched before anybody can have pressed what opens it.
const loadAddSong = () => import('./add-song.tsx')
const prepareAddSong = () => void loadAddSong().catch(() => undefined)
const AddSong = lazy(async () => ({ default: (await loadAddSong()).AddSong }))

const notRead = 'Failed to fetch songs'

export function PracticeList({ membership }: { membership: OwnMembership }) {
  const { bandId } = membership
  const { songs, error, refetch, isFetching } = useSongsAsSaid(membership)
  const everybody = useMembers(bandId)
  const members = useMemo(() => everybody.data?.filter(({ status }) => status === 'active'), [everybody.data])
  const { add: asked } = useSearch({ strict: false })
  const navigate = useNavigate()
  // Counts the openings, so that each one starts afresh. `?add` is the first.
  const [opened, setOpened] = useState(asked === undefined ? 0 : 1)
  const [isAdding, setAdding] = useState(asked !== undefined)

  // Gone from the address, so that Back and a reload do not open the form again.
  useEffect(() => {
    if (asked !== undefined) void navigate({ to: '/songs', search: {}, replace: true })
  }, [asked, navigate])

  async function refresh() {
    try {
      await Promise.all([refetch({ throwOnError: true }), everybody.refetch()])
    } catch (failure) {
      showFailure({ title: 'Error', text: sentenceOf(failure, notRead) })
    }
  }

  function add() {
    setOpened((count) => count + 1)
    setAdding(true)
  }

  return (
    <div
      className="pb-16 xl:pb-0"
      onPointerEnter={prepareAddSong}
      onTouchStart={prepareAddSong}
      onFocus={prepareAddSong}
    >
      <SongsHeading
        band={membership.band.name}
        count={songs?.length}
        isRefreshing={isFetching}
        onRefresh={() => void refresh()}
        onAdd={add}
      />
      {songs ? (
        songs.length > 0 ? (
          <SongList songs={songs} members={members} membership={membership} />
        ) : (
          <NoSongs onAdd={add} />
        )
      ) : error ? (
        <ErrorState text={sentenceOf(error, notRead)} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Loading />
      )}
      {opened > 0 && (
        <Suspense>
          <AddSong
            key={opened}
            isOpen={isAdding}
            songs={songs ?? []}
            membership={membership}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

function Loading() {
  return (
    <>
      <output className="mb-3 block text-muted">Loading practice list...</output>
      <div className="grid gap-2">
        {Array.from({ length: 6 }, (_, at) => (
          <Skeleton key={at} className="h-20.5 rounded-card!" />
        ))}
      </div>
    </>
  )
}

function NoSongs({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      icon={<ListMusic aria-hidden="true" className="size-10" />}
      title="No songs yet"
      text="Start building your practice list by adding some songs"
      action={
        <Button onClick={onAdd}>
          <Plus aria-hidden="true" className="size-5" />
          Add Your First Song
        </Button>
      }
    />
  )
}
