// The tabs above the practice list and the set lists, which are two pages.

import type { SongListsEntry } from '@gaffer/domain/operations/settings'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Tabs } from '#ui/tabs.tsx'

type SongListsPage = '/songs' | '/setlists'
type Props = {
  page: SongListsPage
  /** With `soon`, the tabs are hidden. */
  songLists: SongListsEntry
  children: ReactNode
}

export function SongListsTabs({ page, songLists, children }: Props) {
  const navigate = useNavigate()
  if (songLists === 'soon') return children
  return (
    <Tabs<SongListsPage>
      label="Song lists"
      value={page}
      onChange={(to) => void navigate({ to })}
      tabs={[
        { id: '/songs', label: 'Practice list', panel: children },
        { id: '/setlists', label: 'Set lists', panel: children },
      ]}
    />
  )
}
