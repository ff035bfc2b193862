// A band's practice list: while it loads, when it is empty or cannot be read, and its songs.

import { ListMusic, Plus } from 'lucide-react'
import { Suspense, lazy, useMemo, useState } from 'react'
import { useMembers } from '#data/bands.ts'
import type { OwnMembership } from '#data/me.ts'
import { useSongsAsSaid } from '#data/songs.ts'
import { sentenceOf } from '#lib/call-error.ts'
import { DraftOffer } from '#parts/form-draft.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState, ErrorState } from '#ui/page-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showFailure } from '#ui/toast-store.ts'
import type { HandSong } from './hand-fields.tsx'
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
  // Counts the openings, so that each one starts afresh.
  const [opened, setOpened] = useState(0)
  const [isAdding, setAdding] = useState(false)
  const [draft, setDraft] = useState<HandSong | null>(null)

  async function refresh() {
    try {
      await Promise.all([refetch({ throwOnError: true }), everybody.refetch()])
    } catch (failure) {
      showFailure({ title: 'Error', text: sentenceOf(failure, notRead) })
    }
  }

  function add(song: HandSong | null) {
    setDraft(song)
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
        onAdd={() => add(null)}
      />
      <div className="mb-4 empty:hidden">
        <DraftOffer<HandSong> name={`song/${bandId}`} what="song" onContinue={add} />
      </div>
      {songs ? (
        songs.length > 0 ? (
          <SongList songs={songs} members={members} membership={membership} />
        ) : (
          <NoSongs onAdd={() => add(null)} />
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
            draft={draft}
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
