// Asks before unsaved changes are lost by navigation, closing the tab, a sign-out or leaving the band. When the session expires, it does
// not ask, and the changes are stored for `RestoreDraftBanner`.

import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useMeOrThrow } from '#api/me.ts'
import { registerForm } from '#lib/open-forms.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { isAnyOverlayOpen } from '#ui/use-close-on-back.ts'

type Props = {
  /** Called when the page is left, so that a page can save and navigate in one step. */
  isDirty: () => boolean
  /** The values to store for `RestoreDraftBanner`, and the name of the draft. */
  draft?: { name: string; values: () => unknown }
}

export function UnsavedChangesPrompt({ isDirty, draft }: Props) {
  const { user } = useMeOrThrow()
  const isDiscarded = useRef(false)
  const [asked, setAsked] = useState<{ answer: (isAgreed: boolean) => void } | null>(null)
  const isUnsaved = () => !isDiscarded.current && isDirty()

  // Runs on every render, so that the registered functions see the current form.
  useEffect(() =>
    registerForm({
      isDirty: isUnsaved,
      ask: () => new Promise((answer) => setAsked({ answer })),
      discard: () => (isDiscarded.current = true),
      draft: draft ? { userId: user.id, ...draft } : null,
    }),
  )
  const { status, proceed, reset } = useBlocker({
    // The back button closes a dialog, which asks by itself.
    shouldBlockFn: ({ action }) => !(action === 'BACK' && isAnyOverlayOpen()) && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })

  function answer(isAgreed: boolean) {
    asked?.answer(isAgreed)
    setAsked(null)
    if (isAgreed) proceed?.()
    else reset?.()
  }

  return (
    <ConfirmDialog
      isOpen={asked !== null || status === 'blocked'}
      title="Leave without saving?"
      text="What you entered here has not been saved."
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      saves={false}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  )
}
