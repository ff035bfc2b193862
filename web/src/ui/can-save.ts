import { createContext } from 'react'

/** Why nothing can be saved, in a sentence; null while saving works. */
export const SavingDisabledContext = createContext<string | null>(null)
