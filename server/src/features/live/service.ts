// A page of a member's that listens for changes in all their bands.

import type { Deps } from '#deps.ts'
import type { RawReply } from '#http/serve.ts'
import type { AuthenticatedUser } from '#platform/auth-context.ts'

/** Without compression and past every buffer on its way, each message arrives as it is written. */
export function listen({ live }: Deps, { userId, sessionId }: AuthenticatedUser, page: string | null): RawReply {
  return {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
    content: live.open({ userId, sessionId, page }),
  }
}
