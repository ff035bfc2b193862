import { liveApi } from '@gaffer/domain/live/api'
import type { Readable } from 'node:stream'
import { requireSession } from '#http/guards/guards.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'

export function liveRoutes(serve: ServeEndpoint): void {
  serve(liveApi.listen, requireSession, ({ services: { live }, user: { userId, sessionId }, query: { page = null } }) =>
    createEventStreamReply(live.open({ userId, sessionId, page })),
  )
}

/** The headers keep proxies from compressing and buffering the stream, so that each message arrives as it is written. */
function createEventStreamReply(content: Readable): RawReply {
  return {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
    content,
  }
}
