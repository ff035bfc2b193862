import { useSongLists } from '#features/operations/queries.ts'
import { SongListsTabs } from '#features/set-lists/song-lists-tabs.tsx'
import { BandPicker } from '#features/bands/band-picker.tsx'
import { signOut } from '#features/sign-in/sign-out.ts'
import { useSelectedMembership } from '#features/bands/use-selected-band.ts'
import { PracticeList } from './practice-list.tsx'

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
