// Leaving a session: by signing out, because it ended, or because another tab signed out.

import { forgetMember, forgetSession, readStored, storageKeys, store } from '#lib/browser-storage.ts'
import { clearDebugCookie } from '#lib/debug-cookie.ts'
import { keepDrafts } from '#lib/form-drafts.ts'
import { confirmLeaving, discardForms } from '#lib/open-forms.ts'
import { forgetCopies } from '#lib/service-worker.ts'
import { rememberWayBack, settleSignOut, hasSessionHint } from './auth.ts'

/** A server that hangs is told later. */
const signOutPatienceMs = 3000

/**
 * Ends the session and leaves for /login, whatever the server says. One that could not be told is told later. Does nothing
 * where the member would rather keep what they are typing.
 */
export async function signOut(): Promise<void> {
  if (!(await confirmLeaving())) return
  forgetMember()
  clearDebugCookie()
  store('signOutOwed', String(Date.now()))
  await Promise.allSettled([settleSignOut(AbortSignal.timeout(signOutPatienceMs)), forgetCopies()])
  // A fresh document: nothing of the last member stays in memory.
  location.assign('/login')
}

/** The session ended by itself: what was read with it goes, the choice of a band stays for the next one. */
export function leaveForSignIn(asked: string): void {
  if (hasSessionHint()) store('sessionEnded', 'yes')
  forgetSession()
  rememberWayBack(asked)
}

/** Leaves this tab as well when another one signs out, or when the browser brings back a page from before. */
export function leaveWhenSignedOut(): () => void {
  const leave = () => {
    // A sign-out on purpose, in another tab, keeps nothing.
    if (readStored('sessionEnded') !== null) {
      keepDrafts()
      rememberWayBack(location.pathname + location.search)
    }
    discardForms()
    location.replace('/login')
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === storageKeys.currentUser && newValue === null) leave()
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && !hasSessionHint()) leave()
  }
  addEventListener('storage', onStorage)
  addEventListener('pageshow', onShow)
  return () => {
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', onShow)
  }
}
