// The requests and the stored state of the sign-in. Part of the /login chunk, so it imports neither TanStack Query nor forms.

import { safeInternalPath } from '@gaffer/domain/sign-in/google-sign-in'
import type { PendingIdentity } from '@gaffer/domain/sign-in/identity'
import type { HeldInvitation } from '@gaffer/domain/invitations/invitation'
import { signInMessages } from '@gaffer/domain/sign-in/sign-in-messages'
import type { User } from '@gaffer/domain/sign-in/user'
import { deleteStored, readStored, writeStored } from '#lib/browser-storage.ts'
import { request, type ResponseBody } from '#lib/request.ts'
import { selectJoinedBand } from '#features/bands/selected-band-store.ts'
import { startSignInTrace, addSignInTraceStep } from './sign-in-trace.ts'

/** Sends a code by text. `phone` is in E.164 format. */
export function sendPhoneCode(phone: string): Promise<ResponseBody<'POST /auth/phone/send-code'>> {
  startSignInTrace('Asked for a code')
  return request('POST /auth/phone/send-code', { body: { phone } })
}

/** Signs in; resolves to the path to open. A band that was joined by an invitation gets selected. */
export async function signInWithPhoneCode(phone: string, code: string, linkGoogle: boolean): Promise<string> {
  addSignInTraceStep('Sent the code')
  const { joinedBandId, user } = await request('POST /auth/phone/verify-code', { body: { phone, code, linkGoogle } })
  storeSessionHint(user)
  return completeSignIn(joinedBandId)
}

/** The invitation whose link this browser has opened; null if there is none or the request fails. */
export function fetchHeldInvitation(): Promise<HeldInvitation | null> {
  return request('GET /auth/invite').catch(() => null)
}

/** The Google identity that waits for the user's consent to be linked; null if there is none or the request fails. */
export function fetchPendingIdentity(): Promise<PendingIdentity | null> {
  return request('GET /auth/pending-identity').catch(() => null)
}

/** Deletes the waiting Google identity. Ignores a failure: without consent it is not linked, and it expires after ten minutes. */
export async function deletePendingIdentity(): Promise<void> {
  await Promise.allSettled([request('DELETE /auth/pending-identity')])
}

/** Ends the sign-in flow. Returns the path to open: the requested page; the dashboard without one, or if a band was joined, which gets selected. */
export function completeSignIn(joinedBandId: string | null | undefined, returnTo = readStored('returnTo')): string {
  addSignInTraceStep('Signed in')
  // A sign-out that was not sent yet is obsolete, because the new session has replaced the session that it would end.
  deleteStored('signOutOwed', 'returnTo')
  if (joinedBandId) selectJoinedBand(joinedBandId)
  return (joinedBandId ? null : safeInternalPath(returnTo)) ?? '/dashboard'
}

/** Stores the page to open after the sign-in, unless it is the dashboard (the default) or outside this app. */
export function storeReturnTo(path: string): void {
  const safePath = safeInternalPath(path)
  if (safePath && safePath !== '/dashboard') writeStored('returnTo', safePath)
}

export function readReturnTo(): string | null {
  return safeInternalPath(readStored('returnTo'))
}

export function takeReturnTo(): string | null {
  const path = readReturnTo()
  deleteStored('returnTo')
  return path
}

/** The message on /login after a session expired or was revoked; null otherwise. */
export function getSessionEndedMessage(): string | null {
  if (readStored('sessionEnded') === null) return null
  return readStored('drafts') !== null ? signInMessages.sessionEndedUnsaved : signInMessages.sessionEnded
}

/** Stores a hint of a session, so that /login checks for one. */
export function storeSessionHint({ id, displayName }: Pick<User, 'id' | 'displayName'>): void {
  writeStored('currentUser', JSON.stringify({ id, displayName }))
  deleteStored('sessionEnded')
}

/** Whether this browser may have a session, as far as storage shows. No request is made. */
export function hasSessionHint(): boolean {
  return readStored('currentUser') !== null
}

/** Whether the server accepts the session: GET /api/me succeeds. Any failure is treated as signed out. */
export async function hasSessionOnServer(): Promise<boolean> {
  return request('GET /api/me').then(
    () => true,
    () => false,
  )
}
