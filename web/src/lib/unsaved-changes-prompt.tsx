// Asks before unsaved changes are lost by navigation, closing the tab, a sign-out or leaving the band. When the session expires, it does
// not ask, and the changes are stored for `RestoreDraftBanner`.

import { useBlocker, useNavigate, type ShouldBlockFn } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useMeOrThrow } from './me.ts'
import { registerForm } from './open-forms.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { leavePage } from '#ui/overlay-history.ts'

type HistoryAction = Parameters<ShouldBlockFn>[0]['action']

type Props = {
  /** Called when the page is left, so that a page can save and navigate in one step. */
  isDirty: () => boolean
  /** The values to store for `RestoreDraftBanner`, and the name of the draft. */
  draft?: { name: string; values: () => unknown }
}

export function UnsavedChangesPrompt({ isDirty, draft }: Props) {
  const { user } = useMeOrThrow()
  const isDiscarded = useRef(false)
  const navigate = useNavigate()
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
    shouldBlockFn: ({ action }) => !isTraversal(action) && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  // No resolver for Back and Forward: it would keep the address of the other page during the question, and the next Back would start there.
  useBlocker({
    shouldBlockFn({ action, next }) {
      if (!isTraversal(action) || !isUnsaved()) return false
      setAsked({ answer: (isAgreed) => isAgreed && leave(action, next) })
      return true
    },
    enableBeforeUnload: false,
  })

  function leave(action: HistoryAction, { pathname, search }: { pathname: string; search: object }) {
    isDiscarded.current = true
    if (action === 'BACK') leavePage()
    else void navigate({ to: pathname as '/', search: search as never })
  }

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

function isTraversal(action: HistoryAction): boolean {
  return action !== 'PUSH' && action !== 'REPLACE'
}
