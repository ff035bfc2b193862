import type { ReactNode } from 'react'
import { SavingDisabledReasonContext } from './saving-disabled-reason-context.ts'

/** Controls in here stay on without a network: what they save is kept until it can be sent. */
export function OfflineSavingProvider({ children }: { children: ReactNode }) {
  return <SavingDisabledReasonContext value={null}>{children}</SavingDisabledReasonContext>
}
