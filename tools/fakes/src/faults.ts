// Fault injection for the fake HTTP providers: through `fail` in the same process, or at /control/fault from another one.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'

/** `stall` sends headers and half a body, then nothing. `huge` sends an endless body. */
export type FaultEffect =
  | { kind: 'status'; status: number; retryAfterSeconds?: number }
  | { kind: 'hang' | 'stall' | 'reset' | 'rubbish' | 'huge' }
  | { kind: 'redirect'; to: string }

/**
 * `times`: how many requests fail; without it all do until `fail(null)`.
 * `lateReply`: the request is handled and only its response fails, so that a retry handles it twice.
 */
export type Fault = FaultEffect & { times?: number; lateReply?: boolean }

export type FaultControl = { fail(fault: Fault | null): void }

/** `errorBody` makes the provider's error document for a status. Paths for which `isExempt` is true never fail. */
export function addFaultInjection(
  app: FastifyInstance,
  errorBody: (status: number) => unknown,
  isExempt: (path: string) => boolean,
): FaultControl {
  let current: Fault | null = null
  const faultOf = new WeakMap<FastifyRequest, Fault>()
  const fail = (fault: Fault | null) => {
    current = fault === null ? null : { ...fault }
  }

  app.addHook('onRequest', async (request, reply) => {
    if (current === null || isControl(request.url) || isExempt(request.url)) return
    const fault = current
    faultOf.set(request, fault)
    if (fault.times !== undefined && --fault.times <= 0) current = null
    if (!fault.lateReply) return reply.send('')
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = faultOf.get(request)
    return fault === undefined ? payload : injectFault(fault, reply, errorBody)
  })

  app.post<{ Body: Fault }>('/control/fault', async (request, reply) => {
    fail(request.body)
    return reply.code(204).send()
  })
  app.delete('/control/fault', async (_request, reply) => {
    fail(null)
    return reply.code(204).send()
  })
  return { fail }
}

const isControl = (path: string) => path.startsWith('/control/')

function injectFault(fault: Fault, reply: FastifyReply, errorBody: (status: number) => unknown): unknown {
  reply.removeHeader('content-length')
  switch (fault.kind) {
    case 'hang':
      return new Promise(() => {})
    case 'reset':
      reply.raw.socket?.resetAndDestroy()
      return ''
    case 'status':
      if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', fault.retryAfterSeconds)
      reply.code(fault.status).header('content-type', 'application/json')
      return JSON.stringify(errorBody(fault.status))
    case 'redirect':
      reply.code(307).header('location', fault.to)
      return ''
    case 'rubbish':
      reply.code(200).header('content-type', 'text/html')
      return '<html><body>It works!</body></html>'
    case 'stall':
      reply.code(200).header('content-type', 'application/json')
      return createEndlessBody('{"half":', 1)
    case 'huge':
      reply.code(200).header('content-type', 'application/json')
      return createEndlessBody(' '.repeat(64 * 1024), Infinity)
  }
}

/** A body that sends the chunk `times` times and never ends. */
function createEndlessBody(chunk: string, times: number): Readable {
  let sent = 0
  return new Readable({
    read() {
      if (sent++ < times) this.push(chunk)
    },
  })
}
