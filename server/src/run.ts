// The process: reads the environment, starts the server, prints its URL, and shuts down on a signal.

import { setTimeout as sleep } from 'node:timers/promises'
import { formatDate } from '@gaffer/domain/shared/dates'
import { ConfigError, readConfig, type Config } from './config.ts'
import { isDatabaseUnavailable, isAuthFailure } from '#platform/db/errors.ts'
import { EmbeddedPostgresError, UnusableFolderError } from '@gaffer/embedded-postgres/errors'
import { inviteFirstFounder } from '#features/invitations/founder.ts'
import { areCookiesSecure } from '#http/pipeline/cookies.ts'
import { startGaffer, type RunningGaffer } from './start.ts'

const shutdownTimeoutMs = 12_000

/** `prepare` runs before the server listens; the lines it returns are printed after the URL. */
export async function runGaffer(prepare: (gaffer: RunningGaffer) => Promise<string[]>): Promise<void> {
  const config = readConfigOrExit()
  let gaffer: RunningGaffer | undefined
  try {
    gaffer = await startGaffer(config)
    endOnSignal(gaffer, config.drainSeconds)
    const lines = await prepare(gaffer)
    await listen(gaffer, config)
    console.log([`Gaffer is ready at ${config.publicUrl}`, ...lines, ...listStartupNotes(config)].join('\n'))
  } catch (error) {
    // Otherwise the embedded PostgreSQL would outlive this process.
    await gaffer?.stop()
    const message = toOperatorMessage(error)
    if (message === null) throw error
    console.error(message)
    process.exit(error instanceof ConfigError || error instanceof UnusableFolderError ? 2 : 1)
  }
}

async function listen({ app }: RunningGaffer, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (code === 'EACCES') throw new ConfigError(`PORT needs more rights than this process has: ${message}`)
    if (code === 'EADDRINUSE') throw error
    throw new ConfigError(`HOST must be an address of this machine: ${message}`)
  }
}

/** The line with the founder invitation; none once there is an account. */
export async function createFounderInvitationLines({ services }: RunningGaffer): Promise<string[]> {
  const founder = await inviteFirstFounder(services)
  if (!founder) return []
  const until = formatDate(founder.expiresAt.slice(0, 10))
  return [`Founder invitation (works once, until ${until}): ${founder.inviteLink}`]
}

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

/** The sentence to print for a failure that the operator can fix without a stack trace; null for any other failure. */
function toOperatorMessage(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof EmbeddedPostgresError || error instanceof ConfigError) return error.message
  if ('code' in error && error.code === 'EADDRINUSE')
    return `Another program uses the port: end it, or set PORT to another number (${error.message})`
  if (isDatabaseUnavailable(error) || isAuthFailure(error))
    return `The database of DATABASE_URL cannot be used: ${error.message}`
  return null
}

function listStartupNotes({ faked, publicUrl }: Config): string[] {
  const lines: string[] = []
  if (faked.sms || faked.mail) lines.push(`Texts and mails are not sent but listed at ${publicUrl}/dev/inbox`)
  if (!areCookiesSecure(publicUrl)) {
    lines.push('Warning: PUBLIC_URL is plain http, so others on this network can read the traffic. Use https.')
  }
  return lines
}

/**
 * Finishes requests in flight and closes the database last. A second signal or the timeout exits at once. Only SIGTERM waits
 * `drainSeconds` for proxies: Ctrl-C is used in development.
 */
function endOnSignal(gaffer: RunningGaffer, drainSeconds: number): void {
  let isShuttingDown = false
  const shutDown = async (signal: string) => {
    if (isShuttingDown) process.exit(1)
    isShuttingDown = true
    const drainMs = signal === 'SIGTERM' ? drainSeconds * 1000 : 0
    setTimeout(() => process.exit(1), drainMs + shutdownTimeoutMs).unref()
    gaffer.beginShutdown()
    await sleep(drainMs)
    await gaffer.stop()
    process.exit(0)
  }
  // 'disconnect': the parent script, which starts this process on the pinned Node, has exited.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(signal, () => void shutDown(signal))
}
