import type { Readable } from 'node:stream'
import type { Deps } from '#deps.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'

/** Opens an event stream with the changes in all bands of the user. */
export function listen({ live }: Deps, { userId, sessionId }: AuthenticatedUser, page: string | null): Readable {
  return live.open({ userId, sessionId, page })
}
