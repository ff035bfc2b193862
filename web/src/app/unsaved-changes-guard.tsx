// Asks before unsaved entries are lost by navigation, closing the tab, a sign-out or leaving the band. One guard serves all forms.

import { useRouter, type BlockerFn, type RegisteredRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { discardForms, hasDirtyForms, hasOpenForms, onOpenFormsChange, setDiscardQuestion } from '#ui/open-forms.ts'
import { leavePage } from '#ui/overlay-history.ts'

type Navigation = Parameters<BlockerFn>[0]
type AskToDiscard = () => Promise<boolean>

/** The dialog's chunk is loaded with the first form, before the question is asked. */
const ConfirmDialog = lazyOverlay(() => import('#ui/confirm-dialog.tsx'), 'ConfirmDialog')

export function UnsavedChangesGuard() {
  const router = useRouter()
  const hasForms = useSyncExternalStore(onOpenFormsChange, hasOpenForms, () => false)
  const [openQuestion, setOpenQuestion] = useState<{ decide: (isAgreed: boolean) => void } | null>(null)

  useEffect(() => {
    if (!hasForms) return
    const ask = () =>
      new Promise<boolean>((decide) => {
        setOpenQuestion((before) => {
          before?.decide(false)
          return { decide }
        })
      })
    const forgetQuestion = setDiscardQuestion(ask)
    const unblock = router.history.block({
      blockerFn: (navigation) => isBlocked(router, ask, navigation),
      enableBeforeUnload: hasDirtyForms,
    })
    return () => {
      forgetQuestion()
      unblock()
    }
  }, [hasForms, router])

  function closeQuestion(isAgreed: boolean) {
    openQuestion?.decide(isAgreed)
    setOpenQuestion(null)
  }

  return (
    (hasForms || openQuestion) && (
      <Suspense>
        <ConfirmDialog
          isOpen={openQuestion !== null}
          title="Leave without saving?"
          text="What you entered here has not been saved."
          confirmLabel="Leave"
          cancelLabel="Keep editing"
          saves={false}
          onConfirm={() => closeQuestion(true)}
          onCancel={() => closeQuestion(false)}
        />
      </Suspense>
    )
  )
}

async function isBlocked(
  router: RegisteredRouter,
  ask: AskToDiscard,
  { action, nextLocation }: Navigation,
): Promise<boolean> {
  if (!hasDirtyForms()) return false
  if (action === 'PUSH' || action === 'REPLACE') return !(await ask())
  // Blocks at once and asks afterwards: Back has already changed the address, and a second Back during the question would start from there.
  void askAndLeave()
  return true

  async function askAndLeave() {
    if (!(await ask())) return
    discardForms()
    if (action === 'BACK') return leavePage()
    const { pathname, search } = router.parseLocation(nextLocation)
    await router.navigate({ to: pathname as '/', search: search as never })
  }
}
