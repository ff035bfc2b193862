// The end of a session: by a sign-out in this tab or another, or because it expired.

import { showAppBadge } from '#lib/app-badge.ts'
import { deleteUserValues, deleteSignedInValues, readStored, storageKeys, writeStored } from '#lib/browser-storage.ts'
import { deleteDebugCookie } from '#lib/debug-cookie.ts'
import { turnOffPushIfGranted } from '#features/messages/turn-off-push-if-granted.ts'
import { storeDirtyFormDrafts } from '#lib/form-drafts.ts'
import { askToDiscardForms, discardForms } from '#ui/open-forms.ts'
import { sendUnsentSignOut } from '#lib/unsent-sign-out.ts'
import { loadOutbox } from '#offline/load-outbox.ts'
import { forgetStoredQueries } from '#offline/stored-queries.ts'
import { storeReturnTo, hasSessionHint } from './auth.ts'

/** How long the page waits for the server. After that, the sign-out is sent later. */
const signOutTimeoutMs = 3000

/**
 * Ends the session and opens /login. If the server cannot be reached, the sign-out is sent later. First asks about unsaved entries and waiting
 * changes, and does nothing if the user wants to keep them.
 */
export async function signOut(): Promise<void> {
  if (!(await askToDiscardForms())) return
  const outbox = readStored('waiting') === null ? null : await loadOutbox()
  if (outbox && !(await outbox.askToDeleteWaitingChanges())) return
  // Discards the entries only after the last question, because either question can still stop the sign-out.
  discardForms()
  await outbox?.deleteWaitingChanges()
  deleteUserValues()
  deleteDebugCookie()
  writeStored('signOutOwed', String(Date.now()))
  const signal = AbortSignal.timeout(signOutTimeoutMs)
  // Ends the session only after the push subscription is removed, because that request needs the session.
  await Promise.allSettled([
    turnOffPushIfGranted(signal).finally(() => sendUnsentSignOut(signal)),
    forgetStoredQueries(),
    showAppBadge(0),
  ])
  // Loads a new document, so that no data of the user stays in memory.
  location.assign('/login')
}

/** After a session expired or was revoked: removes its data, keeps the selected band, and stores the requested page. */
export function endSessionLocally(returnTo: string): void {
  if (hasSessionHint()) writeStored('sessionEnded', 'yes')
  deleteSignedInValues()
  storeReturnTo(returnTo)
}

/** Opens /login when another tab signs out, or when the back-forward cache restores a page of an earlier session. */
export function redirectOnSignOutElsewhere(): () => void {
  const goToSignIn = () => {
    // Drafts are kept for a session that expired, not for a sign-out.
    if (readStored('sessionEnded') !== null) {
      storeDirtyFormDrafts()
      storeReturnTo(location.pathname + location.search)
    }
    discardForms()
    location.replace('/login')
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === storageKeys.currentUser && newValue === null) goToSignIn()
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && !hasSessionHint()) goToSignIn()
  }
  addEventListener('storage', onStorage)
  addEventListener('pageshow', onShow)
  return () => {
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', onShow)
  }
}
