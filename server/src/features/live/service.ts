// A page of a member's that listens for changes in all their bands.

import type { Deps } from '#deps.ts'
import type { SignedInPerson } from '#http/gate/gates.ts'
import type { RawReply } from '#http/serve.ts'

/** Without compression and past every buffer on its way, each message arrives as it is written. */
export function listen({ live }: Deps, { userId, sessionId }: SignedInPerson, page: string | null): RawReply {
  return {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
    content: live.open({ userId, sessionId, page }),
  }
}
