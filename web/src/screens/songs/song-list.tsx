import type { Membership } from '@gaffer/domain/bands/member'
import { songMessages } from '@gaffer/domain/songs/song-messages'
import type { Song } from '@gaffer/domain/songs/song'
import { matchesSongSearch } from '@gaffer/domain/songs/same-song'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useState } from 'react'
import type { OwnMembership } from '#lib/me.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import { useIsRestShown } from '#lib/use-is-rest-shown.ts'
import { showFailure } from '#lib/show-failure.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { type SongFeedback } from '#features/songs/apply-song-changes.ts'
import { useSetFeedback } from '#features/songs/queries.ts'
import { useReports } from '#features/notes/use-reports.tsx'
import { AnimatedList } from './animated-list.tsx'
import { RemoveSongsDialog } from './remove-song.tsx'
import { SelectableRow, SelectionBar } from './song-selection.tsx'
import { SongFilter } from './song-filter.tsx'
import type { SongHandlers } from './song-details.tsx'
import { SongRow } from './song-row.tsx'
import { useStablePracticeOrder } from './use-practice-order.ts'

const SongCharts = lazyPart(() => import('#features/charts/song-charts.tsx'), 'SongCharts')

/** On the highest screens. */
const rowsOfFirstScreen = 15

type Props = {
  songs: readonly Song[]
  members: readonly Membership[] | undefined
  membership: OwnMembership
  /** Null when the list is too short for a search field. */
  searchText: string | null
  onSearch: (text: string) => void
  isSelecting: boolean
  onEndSelecting: () => void
}

export function SongList({ songs, members, membership, searchText, onSearch, isSelecting, onEndSelecting }: Props) {
  const { ordered, order, touch, touched } = useStablePracticeOrder(songs)
  const [leaving, setLeaving] = useState<readonly Song[]>([])
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const send = useSetFeedback(membership)
  const { report, reportDialog } = useReports(membership.bandId, 'chart')
  const linkedId = useSearch({ strict: false }).song
  const actions = useMemo(
    (): SongHandlers => ({
      say: (word) => void send(word).catch((error: unknown) => showFailure(error, failureOf(word))),
      remove: (song) => setLeaving([song]),
    }),
    [send],
  )
  const select = useCallback((id: string, isSelected: boolean) => {
    setSelected((before) => (isSelected ? new Set([...before, id]) : new Set([...before].filter((one) => one !== id))))
  }, [])
  const renderCharts = useCallback(
    (song: Song) => (
      <Suspense fallback={<Skeleton className="h-28" />}>
        <SongCharts song={song} membership={membership} onReport={report} />
      </Suspense>
    ),
    [membership, report],
  )
  const isRestShown = useIsRestShown()
  const isWhole = isRestShown || linkedId !== undefined
  const isShown = (song: Song) => searchText === null || matchesSongSearch(song, searchText)
  const shown = new Set(ordered.filter(isShown).map(({ id }) => id))
  // Another member may have removed selected songs meanwhile.
  const chosen = ordered.filter(({ id }) => selected.has(id))

  function endSelecting() {
    setSelected(new Set())
    onEndSelecting()
  }

  return (
    <>
      {reportDialog}
      {searchText !== null && <SongFilter text={searchText} found={shown.size} onChange={onSearch} />}
      <AnimatedList label="Practice list" order={order} touched={touched} onTouch={touch}>
        {(isWhole ? ordered : ordered.slice(0, rowsOfFirstScreen)).map((song) =>
          isSelecting ? (
            <SelectableRow
              key={song.id}
              song={song}
              isHidden={!shown.has(song.id)}
              isSelected={selected.has(song.id)}
              onSelect={select}
            />
          ) : (
            <SongRow
              key={song.id}
              song={song}
              isOpenAtFirst={song.id === linkedId}
              isHidden={!shown.has(song.id)}
              members={members}
              ownId={membership.id}
              renderCharts={renderCharts}
              actions={actions}
            />
          ),
        )}
      </AnimatedList>
      {isSelecting && (
        <SelectionBar
          count={chosen.length}
          onSelectAll={() => setSelected(new Set([...selected, ...shown]))}
          onRemove={() => setLeaving(chosen)}
          onCancel={endSelecting}
        />
      )}
      {leaving.length > 0 && (
        <RemoveSongsDialog
          bandId={membership.bandId}
          songs={leaving}
          onClose={() => setLeaving([])}
          onRemoved={endSelecting}
        />
      )}
    </>
  )
}

function failureOf(word: SongFeedback) {
  return { title: 'status' in word ? songMessages.readinessNotUpdated : songMessages.vetoNotUpdated }
}
