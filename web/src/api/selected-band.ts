// Which of their bands the signed-in member stands in.

import type { OwnMembership } from '@gaffer/domain/member'
import { useSyncExternalStore } from 'react'
import { membershipChosen, onChoiceChange, readChoice } from './selected-band-store.ts'
import { useSignedIn } from './me.ts'

/** The membership of that band, or null: their personal calendar only. */
export function useSelectedBand(): OwnMembership | null {
  const { bands } = useSignedIn()
  const choice = useSyncExternalStore(onChoiceChange, readChoice)
  return membershipChosen(bands, choice)
}
