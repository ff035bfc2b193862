import { NetworkError } from './api-error.ts'
import { deleteStored, readStored } from './browser-storage.ts'
import { request } from './request.ts'

/** Sends a sign-out that has not reached the server, if there is one. Throws if the server cannot be reached now either. */
export async function sendUnsentSignOut(signal?: AbortSignal): Promise<void> {
  const signedOutAt = readStored('signOutOwed')
  if (signedOutAt === null) return
  // Sends an age instead of a time, because the clocks of device and server may differ. The server keeps sessions that began after the
  // sign-out.
  const signedOutSecondsAgo = Math.max(0, Math.floor((Date.now() - Number(signedOutAt)) / 1000)) || 0
  try {
    await request('POST /auth/logout', { body: { signedOutSecondsAgo }, ...(signal && { signal }) })
  } catch (error) {
    if (error instanceof NetworkError) throw error
    // An error response must not keep the user from signing in: a new sign-in ends the old session too.
    return
  }
  deleteStored('signOutOwed')
}
