import { use } from 'react'
import { SavingDisabledReasonContext } from './saving-disabled.tsx'
import { showFailureToast } from './toast-store.ts'

/** For a control that sends a change: while saving is disabled it looks off, and using it shows the reason instead. */
export function useSavingGate(saves = true) {
  const savingDisabled = use(SavingDisabledReasonContext)
  const reason = saves ? savingDisabled : null
  return {
    isOff: reason !== null,
    /** The props of the control, which keeps its focus and its events. */
    gateProps: { 'aria-disabled': reason !== null || undefined, 'aria-description': reason ?? undefined },
    attempt(change: () => void) {
      if (reason === null) change()
      else showFailureToast({ title: reason })
    },
  }
}
