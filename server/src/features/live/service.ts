import type { Deps } from '#deps.ts'
import type { SignedInPerson } from '#http/gate/gates.ts'
import type { RawReply } from '#http/serve.ts'

/** Change stream (SSE). The headers disable compression and proxy buffering, so that each event arrives at once. */
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
