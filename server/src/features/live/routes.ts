import { realtimeApi } from '@gaffer/domain/api/realtime'
import type { Readable } from 'node:stream'
import { requireSession } from '#http/auth/guards.ts'
import type { RawReply, Serve } from '#http/serve.ts'
import { listen } from './service.ts'

export function liveRoutes(serve: Serve): void {
  serve(realtimeApi.listen, requireSession, ({ deps, user, query }) =>
    eventStreamReply(listen(deps, user, query.page ?? null)),
  )
}

/** Uncompressed and unbuffered by proxies, so that each message arrives as it is written. */
function eventStreamReply(content: Readable): RawReply {
  return {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
    content,
  }
}
