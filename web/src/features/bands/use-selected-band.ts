import type { OwnMembership } from '@gaffer/domain/bands/member'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useMeOrThrow } from '#lib/me.ts'
import { findSelectedMembership, onSelectionChange, readSelection, selectBandIfMember } from './selected-band-store.ts'

/** The user's membership in the selected band; null in the personal calendar. */
export function useSelectedMembership(): OwnMembership | null {
  const { bands } = useMeOrThrow()
  const choice = useSyncExternalStore(onSelectionChange, readSelection)
  return findSelectedMembership(bands, choice)
}

/** Selects the band in the page's address. */
export function useSelectLinkedBand(bandId: string): void {
  const { bands } = useMeOrThrow()
  const select = useEffectEvent((linked: string) => selectBandIfMember(bands, linked))
  useEffect(() => void select(bandId), [bandId])
}
