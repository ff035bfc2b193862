// Asks before unsaved changes are lost: to a link, a closed tab, a sign-out or leaving the band. When the session ends it does
// not ask, and the changes are kept for `DraftOffer`.

import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useSignedIn } from '#api/me.ts'
import { registerForm } from '#lib/open-forms.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { isAnythingOpen } from '#ui/use-close-on-back.ts'

type Props = {
  /** Called at the moment of leaving, so that a page may save and navigate in one step. */
  isDirty: () => boolean
  /** What to keep of the form, and the name under which it is offered again. */
  draft?: { name: string; values: () => unknown }
}

export function UnsavedChangesPrompt({ isDirty, draft }: Props) {
  const { user } = useSignedIn()
  const isDiscarded = useRef(false)
  const [asked, setAsked] = useState<{ answer: (isAgreed: boolean) => void } | null>(null)
  const isUnsaved = () => !isDiscarded.current && isDirty()

  // On every render: its functions must see the current form.
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
