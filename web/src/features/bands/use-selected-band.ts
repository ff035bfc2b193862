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

/** Selects the band whose id is in the page's address, if the user is a member. */
export function useSelectLinkedBand(bandId: string): void {
  const { bands } = useMeOrThrow()
  const select = useEffectEvent((linkedBandId: string) => selectBandIfMember(bands, linkedBandId))
  useEffect(() => void select(bandId), [bandId])
}
