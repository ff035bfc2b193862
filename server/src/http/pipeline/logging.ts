// Logger and request logging. Requests are logged by route pattern, never by URL: URLs contain tokens.

import { randomBytes } from 'node:crypto'
import {
  LogController,
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { DatabaseError } from 'pg'
import { pino, type DestinationStream } from 'pino'
import type { Config } from '#config.ts'

/** Writes to `destination`, else to standard output. */
export function createLogger(config: Config, destination?: DestinationStream): FastifyBaseLogger {
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

/** A stream that formats log lines for a person; undefined in production without a terminal, where a program reads the lines as JSON. */
export async function createReadableLogStream({ isProduction }: Config): Promise<DestinationStream | undefined> {
  if (isProduction && !process.stdout.isTTY) return undefined
  const { default: pretty } = await import('pino-pretty')
  return pretty({ sync: true, ignore: 'pid,hostname,reqId', translateTime: 'SYS:HH:MM:ss' })
}

/** A database error carries the refused values, also in its message, so only these fields are logged. */
function describeError(error: Error & { code?: string }): object {
  const { name: type, code, message, stack = '' } = error
  if (!(error instanceof DatabaseError)) return { type, code, stack }
  const { table, constraint } = error
  return { type: 'DatabaseError', code, table, constraint, stack: stack.replace(message, '') }
}

export function createFastifyLoggingOptions(log: FastifyBaseLogger, config: Config): FastifyServerOptions {
  // A random id of the process and a counter: request ids are not secret, and random bytes for each would be slow.
  const processId = randomBytes(3).toString('base64url')
  let count = 0
  return {
    loggerInstance: log,
    logController: new RequestLogController(config),
    genReqId: () => processId + (count++).toString(36).padStart(8, '0'),
  }
}

/**
 * Logs each completed request in one line: at info in production, else at debug, so that a developer's terminal stays quiet. A request whose
 * response could not be sent is logged at error.
 */
class RequestLogController extends LogController {
  readonly #level: 'info' | 'debug'

  constructor({ isProduction }: Config) {
    super()
    this.#level = isProduction ? 'info' : 'debug'
  }

  override incomingRequest(): void {
    // Logs nothing: the log line of the completed request has the same fields.
  }

  /** Logs at debug when a client closes its event stream or download, which is not an error. */
  override streamError(err: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply): void {
    if (err.code !== 'ERR_STREAM_PREMATURE_CLOSE') super.streamError(err, request, reply)
    else reply.log.debug({ req: request, res: reply }, 'client closed the stream')
  }

  override requestCompleted(err: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const fields = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (err) reply.log.error({ ...fields, err }, 'request failed')
    else reply.log[this.#level](fields, 'request completed')
  }
}
