// What is written down about a request: its route, never its address, since tokens stand in addresses.

import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
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

type LoggedError = Error & { code?: string; table_name?: string; constraint_name?: string }

/** Only these fields: an error of the database also carries the values that it refused, some even in its message. */
function describeError(error: LoggedError): object {
  const { name: type, code, table_name: table, constraint_name: constraint, message, stack = '' } = error
  const isOfDatabase = type === 'PostgresError'
  return { type, code, table, constraint, stack: isOfDatabase ? stack.replace(message, '') : stack }
}

export function loggingOptions(log: FastifyBaseLogger): FastifyServerOptions {
  // The process, and which of its requests: nobody has to guess it, and random bytes for each are dear.
  const process = randomBytes(3).toString('base64url')
  let count = 0
  return {
    loggerInstance: log,
    genReqId: () => process + (count++).toString(36).padStart(8, '0'),
  }
}
