import { useSelectedMembership } from '#features/bands/use-selected-band.ts'
import { limits } from '@gaffer/domain/shared/limits'
import { ListMusic, Plus } from 'lucide-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useSongLists } from '#features/operations/queries.ts'
import { SongListsTabs } from '#features/set-lists/song-lists-tabs.tsx'
import { BandPicker } from '#features/bands/band-picker.tsx'
import { signOut } from '#features/sign-in/sign-out.ts'
import type { OwnMembership } from '#lib/me.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { showFailure } from '#lib/show-failure.ts'
import { QueryState } from '#lib/query-state.tsx'
import { RestoreDraftBanner } from '#lib/form-draft.tsx'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { LiveRegionText } from '#ui/live-text.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ManualSong } from './add-song.tsx'
import { SongList } from './song-list.tsx'
import { SongsHeading } from './songs-heading.tsx'

// The dialog's chunk is prefetched at the first interaction with the page.
const loadAddSong = () => import('./add-song.tsx')
const prepareAddSong = () => void loadAddSong().catch(() => undefined)
const AddSongDialog = lazyOverlay(loadAddSong, 'AddSongDialog')

export function SongsPage() {
  const membership = useSelectedMembership()
  const songLists = useSongLists()
  if (!membership) return <BandPicker onSignOut={() => void signOut()} />
  return (
    <SongListsTabs page="/songs" songLists={songLists}>
      <PracticeList key={membership.bandId} membership={membership} hasTabs={songLists === 'open'} />
    </SongListsTabs>
  )
}

const notReadText = 'Failed to fetch songs'

type PracticeListProps = {
  membership: OwnMembership
  /** Whether tabs above the list lead to the set lists. */
  hasTabs: boolean
}

/** A band's practice list, with its loading, empty and error states. */
function PracticeList({ membership, hasTabs }: PracticeListProps) {
  const { bandId } = membership
  const read = useEndpoint('GET /api/bands/:bandId/songs', { params: { bandId } })
  const songs = read.data
  const membersRead = useEndpoint('GET /api/bands/:bandId/members', { params: { bandId } })
  const members = useMemo(() => membersRead.data?.filter(({ status }) => status === 'active'), [membersRead.data])
  const { add: askedAdd } = useSearch({ strict: false })
  const navigate = useNavigate()
  // Counts the openings of the dialog: as its key, it resets the dialog each time. `?add` is the first opening.
  const [openCount, setOpenCount] = useState(askedAdd === undefined ? 0 : 1)
  const [isAdding, setAdding] = useState(askedAdd !== undefined)
  const [draft, setDraft] = useState<ManualSong | null>(null)
  /** The id of the last song that was added since the dialog was opened. */
  const addedSongId = useRef<string | null>(null)
  const [searchText, setSearchText] = useState('')
  const [isSelectionRequested, setSelectionRequested] = useState(false)
  const isSelecting = isSelectionRequested && songs !== undefined && songs.length > 0
  const selectButton = useRef<HTMLButtonElement>(null)
  const isLoading = songs === undefined && read.error === null
  const isSearchable = (songs?.length ?? 0) > limits.songsWithoutSearch

  // Removes `?add` from the address, so that Back and a reload do not open the form again.
  useEffect(() => {
    if (askedAdd !== undefined) void navigate({ to: '/songs', search: {}, replace: true })
  }, [askedAdd, navigate])

  useEffect(() => {
    if (isAdding || addedSongId.current === null) return
    showRow(addedSongId.current)
    addedSongId.current = null
  }, [isAdding])

  async function refresh() {
    try {
      await Promise.all([read.refetch({ throwOnError: true }), membersRead.refetch()])
    } catch (failure) {
      showFailure(failure, { title: 'Error', text: notReadText })
    }
  }

  function add(song: ManualSong | null) {
    setDraft(song)
    setOpenCount((count) => count + 1)
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
        bandId={bandId}
        band={membership.band.name}
        hasTabs={hasTabs}
        count={songs?.length}
        isRefreshing={read.isFetching}
        onRefresh={() => void refresh()}
        onAdd={() => add(null)}
        isSelecting={isSelecting}
        onSelect={() => setSelectionRequested(!isSelecting)}
        selectButton={selectButton}
      />
      <div className="mb-4 empty:hidden">
        <RestoreDraftBanner<ManualSong> name={`song/${bandId}`} formKind="song" onContinue={add} />
      </div>
      <LiveRegionText
        className={isLoading ? 'mb-3 block min-h-6 text-muted' : 'sr-only'}
        text={isLoading ? 'Loading practice list...' : ''}
      />
      <QueryState
        query={read}
        fallback={notReadText}
        loading={<LoadingRows />}
        empty={<NoSongs onAdd={() => add(null)} />}
      >
        {(shown) => (
          <SongList
            // The key resets the selection when the mode changes.
            key={`${isSelecting}`}
            songs={shown}
            members={members}
            membership={membership}
            searchText={isSearchable ? searchText : null}
            onSearch={setSearchText}
            isSelecting={isSelecting}
            onEndSelecting={() => {
              setSelectionRequested(false)
              selectButton.current?.focus({ preventScroll: true })
            }}
          />
        )}
      </QueryState>
      {openCount > 0 && (
        <Suspense>
          <AddSongDialog
            key={openCount}
            isOpen={isAdding}
            songs={songs ?? []}
            membership={membership}
            draft={draft}
            onAdded={(id) => {
              addedSongId.current = id
              setSearchText('')
            }}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Scrolls the song's row into view and highlights it for a moment. */
function showRow(songId: string): void {
  const row = document.querySelector(`[data-row="${CSS.escape(songId)}"]`)
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  row?.scrollIntoView({ block: 'center', behavior: prefersReducedMotion ? 'auto' : 'smooth' })
  row?.animate([{ borderColor: 'var(--color-accent)' }, { borderColor: 'var(--color-accent)', offset: 0.7 }, {}], 2400)
}

function LoadingRows() {
  return (
    <div className="grid gap-2">
      {Array.from({ length: 6 }, (_, at) => (
        <Skeleton key={at} isCard className="h-20.5" />
      ))}
    </div>
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
