import type { ReactNode } from 'react'
import { SavingDisabledContext } from './can-save.ts'

/** Controls in here stay on without a network: what they save is kept until it can be sent. */
export function WorksOffline({ children }: { children: ReactNode }) {
  return <SavingDisabledContext value={null}>{children}</SavingDisabledContext>
}
