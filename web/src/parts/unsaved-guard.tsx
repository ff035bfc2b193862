// Asks before a page with unsaved entries is left, by a link or by closing the tab.

import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { isAnythingOpen } from '#ui/use-back-closes.ts'

/** `isDirty` is asked at the moment of leaving, so that a page may save and go at once. */
export function UnsavedGuard({ isDirty }: { isDirty: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    // In a dialog, going back closes the dialog, which asks for itself.
    shouldBlockFn: ({ action }) => !(action === 'BACK' && isAnythingOpen()) && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      isOpen={status === 'blocked'}
      title="Leave without saving?"
      text="What you entered here has not been saved."
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={() => proceed?.()}
      onCancel={() => reset?.()}
    />
  )
}
