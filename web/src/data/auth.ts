// Signing in and out. Light enough for the sign-in page: it knows nothing of the cache.

import type { User } from '@gaffer/domain/user'
import { forget, readStored, store } from '#lib/browser-storage.ts'
import { call, type Reply } from '#lib/call.ts'
import { chooseJoinedBand } from './band-choice.ts'

/** `phone` in E.164. */
export function sendCode(phone: string): Promise<Reply<'POST /auth/phone/send-code'>> {
  return call('POST /auth/phone/send-code', { body: { phone } })
}

/** Signs in. Whoever came by an invitation stands in that band from now on. */
export async function verifyCode(phone: string, code: string): Promise<void> {
  const { joinedBandId, user } = await call('POST /auth/phone/verify-code', { body: { phone, code } })
  rememberUser(user)
  if (joinedBandId) chooseJoinedBand(joinedBandId)
}

/** Leaves a note in the browser that somebody was signed in here, so that /login knows it is worth asking. */
export function rememberUser({ id, displayName }: Pick<User, 'id' | 'displayName'>): void {
  store('currentUser', JSON.stringify({ id, displayName }))
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

/** Ends the session and leaves for /login, whatever the server says. */
export async function signOut(): Promise<void> {
  forget('selectedBandId', 'selectedContextId', 'currentUser')
  await call('POST /auth/logout').catch(() => undefined)
  // A fresh document: nothing of the last member stays in memory.
  location.assign('/login')
}
