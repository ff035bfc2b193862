// Logger and request logging. Requests are logged by route pattern, never by URL: URLs contain tokens.

import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { DatabaseError } from 'pg'
import { pino, type DestinationStream } from 'pino'
import type { Config } from '#config.ts'

/** Writes to standard output, or to `destination`. */
export function loggerFor(config: Config, destination?: DestinationStream): FastifyBaseLogger {
  const options = {
    level: config.logLevel,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url ?? 'none' }),
      res: (reply: FastifyReply) => ({ statusCode: reply.statusCode }),
      err: describeError,
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** A database error carries the refused values, also in its message, so only these fields are logged. */
function describeError(error: Error & { code?: string }): object {
  const { name: type, code, message, stack = '' } = error
  if (!(error instanceof DatabaseError)) return { type, code, stack }
  const { table, constraint } = error
  return { type: 'DatabaseError', code, table, constraint, stack: stack.replace(message, '') }
}

export function loggingOptions(log: FastifyBaseLogger): FastifyServerOptions {
  // A random id of the process and a counter: request ids are no secret, and random bytes for each are slow.
  const process = randomBytes(3).toString('base64url')
  let count = 0
  return {
    loggerInstance: log,
    genReqId: () => process + (count++).toString(36).padStart(8, '0'),
  }
}
