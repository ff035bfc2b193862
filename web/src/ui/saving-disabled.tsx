import { createContext, type ReactNode } from 'react'

/** The reason why saving is disabled, as a message for members; null while saving works. */
export const SavingDisabledReasonContext = createContext<string | null>(null)

/** Controls inside stay enabled without a network: their changes are stored until they can be sent. */
export function OfflineSavingProvider({ children }: { children: ReactNode }) {
  return <SavingDisabledReasonContext value={null}>{children}</SavingDisabledReasonContext>
}
