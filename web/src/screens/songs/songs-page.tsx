// The practice list of the band that the member stands in.

import { useSelectedBand } from '#data/selected-band.ts'
import { SelectBand } from '#parts/select-band.tsx'
import { PracticeList } from './practice-list.tsx'

export function SongsPage() {
  const membership = useSelectedBand()
  if (!membership) return <SelectBand withSignOut />
  return <PracticeList key={membership.bandId} membership={membership} />
}
