// What is written down about a request: its route, never its address, since tokens stand in addresses.

import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import { pino } from 'pino'
import type { Config } from '#config.ts'

export function loggerFor(config: Config): FastifyBaseLogger {
  return pino({
    level: config.logLevel,
    serializers: {
      req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? 'none' }),
      res: (reply) => ({ statusCode: reply.statusCode }),
      // Only these fields: a database error also carries the row and the values that it refused.
      err: (error: Error & { code?: string }) => ({ type: error.name, code: error.code, stack: error.stack ?? '' }),
    },
  })
}

export function loggingOptions(log: FastifyBaseLogger): FastifyServerOptions {
  return {
    loggerInstance: log,
    genReqId: () => randomBytes(9).toString('base64url'),
  }
}
