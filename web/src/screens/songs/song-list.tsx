import type { Membership } from '@gaffer/domain/bands/member'
import { songMessages } from '@gaffer/domain/songs/song-messages'
import type { Song } from '@gaffer/domain/songs/song'
import { matchesSongSearch } from '@gaffer/domain/songs/same-song'
import { useCallback, useMemo, useState } from 'react'
import type { OwnMembership } from '#lib/me.ts'
import { showFailure } from '#lib/show-failure.ts'
import { type SongFeedback } from '#features/songs/apply-song-changes.ts'
import { useSetFeedback } from '#features/songs/queries.ts'
import { AnimatedList } from './animated-list.tsx'
import { RemoveSongsDialog } from './remove-song.tsx'
import { SelectableRow, SelectionBar } from './song-selection.tsx'
import { SongFilter } from './song-filter.tsx'
import type { SongHandlers } from './song-details.tsx'
import { SongRow } from './song-row.tsx'
import { useStablePracticeOrder } from './use-practice-order.ts'

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
      {searchText !== null && <SongFilter text={searchText} found={shown.size} onChange={onSearch} />}
      <AnimatedList label="Practice list" order={order} touched={touched} onTouch={touch}>
        {ordered.map((song) =>
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
              isHidden={!shown.has(song.id)}
              members={members}
              ownId={membership.id}
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
