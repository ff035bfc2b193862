// Asks before unsaved entries of any form are lost by navigation, closing the tab, a sign-out or leaving the band: once for all forms.

import { useBlocker, useNavigate, type ShouldBlockFn } from '@tanstack/react-router'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { discardForms, hasDirtyForms, hasOpenForms, onOpenFormsChange, setDiscardQuestion } from '#ui/open-forms.ts'
import { leavePage } from '#ui/overlay-history.ts'

type HistoryAction = Parameters<ShouldBlockFn>[0]['action']

/** Loaded with the first form, before it is asked. */
const Question = lazyOverlay(async () => (await import('#ui/confirm-dialog.tsx')).ConfirmDialog)

export function UnsavedChangesGuard() {
  const hasForms = useSyncExternalStore(onOpenFormsChange, hasOpenForms, () => false)
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ answer: (isAgreed: boolean) => void } | null>(null)

  useEffect(() => setDiscardQuestion(() => new Promise((answer) => setAsked({ answer }))), [])
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isLeavingDirtyForms,
    enableBeforeUnload: hasDirtyForms,
    withResolver: true,
    disabled: !hasForms,
  })
  // No resolver for Back and Forward: it would keep the address of the other page during the question, and the next Back would start there.
  useBlocker({
    shouldBlockFn({ action, next }) {
      if (!isTraversal(action) || !hasDirtyForms()) return false
      setAsked({ answer: (isAgreed) => isAgreed && leave(action, next) })
      return true
    },
    enableBeforeUnload: false,
    disabled: !hasForms,
  })

  function leave(action: HistoryAction, { pathname, search }: { pathname: string; search: object }) {
    discardForms()
    if (action === 'BACK') leavePage()
    else void navigate({ to: pathname as '/', search: search as never })
  }

  function answer(isAgreed: boolean) {
    asked?.answer(isAgreed)
    setAsked(null)
    if (isAgreed) proceed?.()
    else reset?.()
  }

  const isAsking = asked !== null || status === 'blocked'
  return (
    (hasForms || isAsking) && (
      <Suspense>
        <Question
          isOpen={isAsking}
          title="Leave without saving?"
          text="What you entered here has not been saved."
          confirmLabel="Leave"
          cancelLabel="Keep editing"
          saves={false}
          onConfirm={() => answer(true)}
          onCancel={() => answer(false)}
        />
      </Suspense>
    )
  )
}

const isLeavingDirtyForms: ShouldBlockFn = ({ action }) => !isTraversal(action) && hasDirtyForms()

function isTraversal(action: HistoryAction): boolean {
  return action !== 'PUSH' && action !== 'REPLACE'
}
