// Asks before a page with unsaved entries is left: by a link, by closing the tab, by signing out or leaving the band. Once
// the session is over it steps aside, and what was typed is kept for `DraftOffer`.

import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useSignedIn } from '#api/me.ts'
import { registerForm } from '#lib/open-forms.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { isAnythingOpen } from '#ui/use-close-on-back.ts'

type Props = {
  /** Asked at the moment of leaving, so that a page may save and go at once. */
  isDirty: () => boolean
  /** The form's name, by which it is offered again, and what to keep of it. */
  draft?: { name: string; values: () => unknown }
}

export function UnsavedChangesPrompt({ isDirty, draft }: Props) {
  const { user } = useSignedIn()
  const isDiscarded = useRef(false)
  const [asked, setAsked] = useState<{ answer: (isAgreed: boolean) => void } | null>(null)
  const isUnsaved = () => !isDiscarded.current && isDirty()

  // Every render brings functions that see the form as it is now.
  useEffect(() =>
    registerForm({
      isDirty: isUnsaved,
      ask: () => new Promise((answer) => setAsked({ answer })),
      discard: () => (isDiscarded.current = true),
      draft: draft ? { userId: user.id, ...draft } : null,
    }),
  )
  const { status, proceed, reset } = useBlocker({
    // In a dialog, going back closes the dialog, which asks for itself.
    shouldBlockFn: ({ action }) => !(action === 'BACK' && isAnythingOpen()) && isUnsaved(),
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
