import { useEffect, useEffectEvent } from 'react'
import { useMeOrThrow } from '#lib/me.ts'
import { selectBandIfMember } from './selected-band-store.ts'

/** A page with a band in its address selects that band. */
export function useSelectLinkedBand(bandId: string): void {
  const { bands } = useMeOrThrow()
  const select = useEffectEvent((linked: string) => selectBandIfMember(bands, linked))
  useEffect(() => void select(bandId), [bandId])
}
