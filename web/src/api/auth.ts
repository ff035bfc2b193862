// Signing in, and telling the server of a sign-out. In the chunk of the sign-in page: imports neither the query cache nor forms.

import { safeInternalPath } from '@gaffer/domain/google-sign-in'
import type { PendingIdentity } from '@gaffer/domain/identity'
import type { HeldInvitation } from '@gaffer/domain/invitation'
import { signInMessages } from '@gaffer/domain/sign-in-messages'
import type { User } from '@gaffer/domain/user'
import { forget, readStored, store } from '#lib/browser-storage.ts'
import { NetworkError } from '#lib/api-error.ts'
import { request, type Reply } from '#lib/request.ts'
import { chooseJoinedBand } from './selected-band-store.ts'
import { beginSignInFlow, noteSignInStep } from './sign-in-flow.ts'

/** `phone` in E.164. */
export function sendCode(phone: string): Promise<Reply<'POST /auth/phone/send-code'>> {
  beginSignInFlow('Asked for a code')
  return request('POST /auth/phone/send-code', { body: { phone } })
}

/** Signs in, and says where to go. Whoever came by an invitation stands in that band from now on. */
export async function verifyCode(phone: string, code: string, linkGoogle: boolean): Promise<string> {
  noteSignInStep('Sent the code')
  const { joinedBandId, user } = await request('POST /auth/phone/verify-code', { body: { phone, code, linkGoogle } })
  rememberUser(user)
  return completeSignIn(joinedBandId)
}

/** The invitation that this browser holds; null where it holds none, or the server cannot say. */
export function readHeldInvitation(): Promise<HeldInvitation | null> {
  return request('GET /auth/invite').catch(() => null)
}

/** The Google identity that waits in this browser; null where none does, or the server cannot say. */
export function readPendingIdentity(): Promise<PendingIdentity | null> {
  return request('GET /auth/pending-identity').catch(() => null)
}

/** One that the server cannot be told to drop is not linked either: it takes consent, and ends after ten minutes. */
export async function dropPendingIdentity(): Promise<void> {
  await Promise.allSettled([request('DELETE /auth/pending-identity')])
}

/** Where a fresh session leads: to the band just joined, else to the page that was asked for. */
export function completeSignIn(joinedBandId: string | null | undefined, asked = readStored('returnTo')): string {
  noteSignInStep('Signed in')
  // It ended with the session that this one took the place of.
  forget('signOutOwed', 'returnTo')
  if (joinedBandId) chooseJoinedBand(joinedBandId)
  return (joinedBandId ? null : safeInternalPath(asked)) ?? '/dashboard'
}

/** Keeps a page of ours to go on to after signing in. The usual one need not be kept. */
export function rememberWayBack(path: string): void {
  const own = safeInternalPath(path)
  if (own && own !== '/dashboard') store('returnTo', own)
}

export function getReturnTo(): string | null {
  return safeInternalPath(readStored('returnTo'))
}

export function takeWayBack(): string | null {
  const path = getReturnTo()
  forget('returnTo')
  return path
}

/** What /login says to a member whose session ended by itself; null where nothing did. */
export function sessionEndedSentence(): string | null {
  if (readStored('sessionEnded') === null) return null
  return readStored('drafts') !== null ? signInMessages.sessionEndedUnsaved : signInMessages.sessionEnded
}

/** Leaves a note in the browser that somebody was signed in here, so that /login knows it is worth asking. */
export function rememberUser({ id, displayName }: Pick<User, 'id' | 'displayName'>): void {
  store('currentUser', JSON.stringify({ id, displayName }))
  forget('sessionEnded')
}

/** False when nobody was ever signed in here, without asking the server. */
export function hasSessionHint(): boolean {
  return readStored('currentUser') !== null
}

/** Asks the server. Any failure counts as signed out. */
export async function isSignedIn(): Promise<boolean> {
  return request('GET /api/me').then(
    () => true,
    () => false,
  )
}

/** Tells the server of a sign-out that did not reach it. Throws NetworkError while it still cannot be told. */
export async function settleSignOut(signal?: AbortSignal): Promise<void> {
  const signedOutAt = readStored('signOutOwed')
  if (signedOutAt === null) return
  // An age and not a time: this clock and the server's need not agree. A session that began since then goes on.
  const signedOutSecondsAgo = Math.max(0, Math.floor((Date.now() - Number(signedOutAt)) / 1000)) || 0
  try {
    await request('POST /auth/logout', { body: { signedOutSecondsAgo }, ...(signal && { signal }) })
  } catch (error) {
    if (error instanceof NetworkError) throw error
    // A server that is up but could not end it: asked again at the next sign-in, which ends it too.
    return
  }
  forget('signOutOwed')
}
