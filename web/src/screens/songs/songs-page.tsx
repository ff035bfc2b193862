import { useSelectedMembership } from '#features/bands/queries.ts'
import { BandPicker } from '#features/bands/band-picker.tsx'
import { signOut } from '#features/sign-in/sign-out.ts'
import { PracticeList } from './practice-list.tsx'

export function SongsPage() {
  const membership = useSelectedMembership()
  if (!membership) return <BandPicker onSignOut={() => void signOut()} />
  return <PracticeList key={membership.bandId} membership={membership} />
}
