// Signing in and out. Light enough for the sign-in page: it knows nothing of the cache.

import { ownPathOrNull } from '@gaffer/domain/google-sign-in'
import type { PendingIdentity } from '@gaffer/domain/identity'
import type { HeldInvitation } from '@gaffer/domain/invitation'
import { signInMessages } from '@gaffer/domain/sign-in-messages'
import type { User } from '@gaffer/domain/user'
import { forget, forgetMember, forgetSession, readStored, storageKeys, store } from '#lib/browser-storage.ts'
import { clearDebugCookie } from '#lib/debug-cookie.ts'
import { hasDrafts, keepDrafts } from '#lib/form-drafts.ts'
import { confirmLeaving, discardForms } from '#lib/open-forms.ts'
import { NetworkError } from '#lib/call-error.ts'
import { call, type Reply } from '#lib/call.ts'
import { forgetCopies } from '#lib/service-worker.ts'
import { chooseJoinedBand } from './band-choice.ts'
import { beginSignInFlow, noteSignInStep } from './sign-in-flow.ts'

/** `phone` in E.164. */
export function sendCode(phone: string): Promise<Reply<'POST /auth/phone/send-code'>> {
  beginSignInFlow('Asked for a code')
  return call('POST /auth/phone/send-code', { body: { phone } })
}

/** Signs in, and says where to go. Whoever came by an invitation stands in that band from now on. */
export async function verifyCode(phone: string, code: string, linkGoogle: boolean): Promise<string> {
  noteSignInStep('Sent the code')
  const { joinedBandId, user } = await call('POST /auth/phone/verify-code', { body: { phone, code, linkGoogle } })
  rememberUser(user)
  return arrive(joinedBandId)
}

/** The invitation that this browser holds; null where it holds none, or the server cannot say. */
export function readHeldInvitation(): Promise<HeldInvitation | null> {
  return call('GET /auth/invite').catch(() => null)
}

/** The Google identity that waits in this browser; null where none does, or the server cannot say. */
export function readPendingIdentity(): Promise<PendingIdentity | null> {
  return call('GET /auth/pending-identity').catch(() => null)
}

/** One that the server cannot be told to drop is not linked either: it takes consent, and ends after ten minutes. */
export async function dropPendingIdentity(): Promise<void> {
  await Promise.allSettled([call('DELETE /auth/pending-identity')])
}

/** Where a fresh session leads: to the band just joined, else to the page that was asked for. */
export function arrive(joinedBandId: string | null | undefined, asked = readStored('returnTo')): string {
  noteSignInStep('Signed in')
  // It ended with the session that this one took the place of.
  forget('signOutOwed', 'returnTo')
  if (joinedBandId) chooseJoinedBand(joinedBandId)
  return (joinedBandId ? null : ownPathOrNull(asked)) ?? '/dashboard'
}

/** Keeps a page of ours to go on to after signing in. The usual one need not be kept. */
function rememberWayBack(path: string): void {
  const own = ownPathOrNull(path)
  if (own && own !== '/dashboard') store('returnTo', own)
}

export function wayBack(): string | null {
  return ownPathOrNull(readStored('returnTo'))
}

export function takeWayBack(): string | null {
  const path = wayBack()
  forget('returnTo')
  return path
}

/** The session ended by itself: what was read with it goes, the choice of a band stays for the next one. */
export function leaveForSignIn(asked: string): void {
  if (wasSignedIn()) store('sessionEnded', 'yes')
  forgetSession()
  rememberWayBack(asked)
}

/** What /login says to a member whose session ended by itself; null where nothing did. */
export function sessionEndedSentence(): string | null {
  if (readStored('sessionEnded') === null) return null
  return hasDrafts() ? signInMessages.sessionEndedUnsaved : signInMessages.sessionEnded
}

/** Leaves a note in the browser that somebody was signed in here, so that /login knows it is worth asking. */
export function rememberUser({ id, displayName }: Pick<User, 'id' | 'displayName'>): void {
  store('currentUser', JSON.stringify({ id, displayName }))
  forget('sessionEnded')
}

/** False when nobody was ever signed in here, without asking the server. */
export function wasSignedIn(): boolean {
  return readStored('currentUser') !== null
}

/** Asks the server. Any failure counts as signed out. */
export async function isSignedIn(): Promise<boolean> {
  return call('GET /api/me').then(
    () => true,
    () => false,
  )
}

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

/** Tells the server of a sign-out that did not reach it. Throws NetworkError while it still cannot be told. */
export async function settleSignOut(signal?: AbortSignal): Promise<void> {
  const signedOutAt = readStored('signOutOwed')
  if (signedOutAt === null) return
  // An age and not a time: this clock and the server's need not agree. A session that began since then goes on.
  const signedOutSecondsAgo = Math.max(0, Math.floor((Date.now() - Number(signedOutAt)) / 1000)) || 0
  try {
    await call('POST /auth/logout', { body: { signedOutSecondsAgo }, ...(signal && { signal }) })
  } catch (error) {
    if (error instanceof NetworkError) throw error
    // A server that is up but could not end it: asked again at the next sign-in, which ends it too.
    return
  }
  forget('signOutOwed')
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
    if (persisted && !wasSignedIn()) leave()
  }
  addEventListener('storage', onStorage)
  addEventListener('pageshow', onShow)
  return () => {
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', onShow)
  }
}
