import { useSelectedMembership } from '#api/bands.ts'
import { BandPicker } from '#components/band-picker.tsx'
import { PracticeList } from './practice-list.tsx'

export function SongsPage() {
  const membership = useSelectedMembership()
  if (!membership) return <BandPicker withSignOut />
  return <PracticeList key={membership.bandId} membership={membership} />
}
