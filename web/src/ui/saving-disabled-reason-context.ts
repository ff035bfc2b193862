import { createContext } from 'react'

/** The reason why saving is disabled, as a message for members; null while saving works. */
export const SavingDisabledReasonContext = createContext<string | null>(null)
