// Whether anything can be saved right now. Everything that sends a change asks here, so that nothing is pressed in vain.

import { createContext, use } from 'react'

/** Why nothing can be saved, in a sentence; null while saving works. */
export const SavingDisabledContext = createContext<string | null>(null)

export function useCanSave(): boolean {
  return use(SavingDisabledContext) === null
}
