import { useSelectedMembership } from '#features/bands/queries.ts'
import { BandPicker } from '#features/bands/band-picker.tsx'
import { PracticeList } from './practice-list.tsx'

export function SongsPage() {
  const membership = useSelectedMembership()
  if (!membership) return <BandPicker withSignOut />
  return <PracticeList key={membership.bandId} membership={membership} />
}
