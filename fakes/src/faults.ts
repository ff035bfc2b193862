// Makes a fake HTTP provider misbehave on demand: slow, broken, rude or lying. Set in process by
// the object that started it, or by another process at /control/fault. Knows no provider.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'

/** One way to misbehave. `stall` sends headers and half a body, then nothing; `huge` never stops sending. */
export type FaultKind =
  | { kind: 'status'; status: number; retryAfterSeconds?: number }
  | { kind: 'hang' | 'stall' | 'reset' | 'rubbish' | 'huge' }
  | { kind: 'redirect'; to: string }

/**
 * `times`: how many requests it spoils before the provider recovers; none means until told otherwise.
 * `lateReply`: the request is carried out first and only its answer is spoilt, the case in which a retry does harm.
 */
export type Fault = FaultKind & { times?: number; lateReply?: boolean }

export type FaultSwitch = { fail(fault: Fault | null): void }

/** `errorBody` is the provider's own error document for a status. `spares` names the paths that stay healthy. */
export function addFaults(
  app: FastifyInstance,
  errorBody: (status: number) => unknown,
  spares: (path: string) => boolean,
): FaultSwitch {
  let current: Fault | null = null
  const spoilt = new WeakMap<FastifyRequest, Fault>()
  const fail = (fault: Fault | null) => {
    current = fault === null ? null : { ...fault }
  }

  app.addHook('onRequest', async (request, reply) => {
    if (current === null || isControl(request.url) || spares(request.url)) return
    const fault = current
    spoilt.set(request, fault)
    if (fault.times !== undefined && --fault.times <= 0) current = null
    if (!fault.lateReply) return reply.send('')
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = spoilt.get(request)
    return fault === undefined ? payload : spoil(fault, reply, errorBody)
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

function spoil(fault: Fault, reply: FastifyReply, errorBody: (status: number) => unknown): unknown {
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
      return unending('{"half":', 1)
    case 'huge':
      reply.code(200).header('content-type', 'application/json')
      return unending(' '.repeat(64 * 1024), Infinity)
  }
}

/** A body that sends the chunk so many times and then never ends. */
function unending(chunk: string, times: number): Readable {
  let sent = 0
  return new Readable({
    read() {
      if (sent++ < times) this.push(chunk)
    },
  })
}
