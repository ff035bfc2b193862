// The process: reads the environment, starts Gaffer, says where it is, and ends when it is told to.

import { setTimeout as sleep } from 'node:timers/promises'
import { displayDate } from '@gaffer/domain/dates'
import { ConfigError, readConfig, type Config } from '#config.ts'
import { isDatabaseUnavailable, isAuthFailure } from '#platform/db/errors.ts'
import { EmbeddedPostgresError, UnusableFolder } from '@gaffer/embedded-postgres/errors'
import { inviteFirstFounder } from '#features/invitations/founder.ts'
import { areCookiesSecure } from '#http/cookies.ts'
import { startGaffer, type RunningGaffer } from '#start.ts'

const timeoutMs = 12_000

/** `prepare` runs before the first request is taken; the lines it returns are printed with the address. */
export async function runGaffer(prepare: (gaffer: RunningGaffer) => Promise<string[]>): Promise<void> {
  const config = configOrExit()
  let gaffer: RunningGaffer | undefined
  try {
    gaffer = await startGaffer(config)
    endOnSignal(gaffer, config.drainSeconds)
    const lines = await prepare(gaffer)
    await listen(gaffer, config)
    console.log([`Gaffer is ready at ${config.publicUrl}`, ...lines, ...notes(config)].join('\n'))
  } catch (error) {
    // Its database would run on for nobody.
    await gaffer?.stop()
    const sentence = sentenceFor(error)
    if (sentence === null) throw error
    console.error(sentence)
    process.exit(error instanceof ConfigError || error instanceof UnusableFolder ? 2 : 1)
  }
}

async function listen({ app }: RunningGaffer, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (code === 'EACCES') throw new ConfigError(`PORT cannot be listened at: ${message}`)
    if (code === 'EADDRINUSE') throw error
    throw new ConfigError(`HOST must be an address of this machine: ${message}`)
  }
}

/** On a product that nobody uses yet, how to become its founder. */
export async function welcomeFounder({ deps }: RunningGaffer): Promise<string[]> {
  const founder = await inviteFirstFounder(deps)
  if (!founder) return []
  const until = displayDate(founder.expiresAt.slice(0, 10))
  return [`Founder invitation (works once, until ${until}): ${founder.inviteLink}`]
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

/** For failures that an operator mends without a stack trace; null for others. */
function sentenceFor(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof EmbeddedPostgresError || error instanceof ConfigError) return error.message
  if (isDatabaseUnavailable(error) || isAuthFailure(error))
    return `The database of DATABASE_URL cannot be used: ${error.message}`
  return 'code' in error && error.code === 'EADDRINUSE' ? error.message : null
}

function notes({ pretend, publicUrl }: Config): string[] {
  const lines: string[] = []
  if (pretend.sms || pretend.mail) lines.push(`Messages that it only pretends to send: ${publicUrl}/dev/inbox`)
  if (!areCookiesSecure(publicUrl)) {
    lines.push('Warning: PUBLIC_URL is plain http, so anybody on this network can read what is sent. Use https.')
  }
  return lines
}

/**
 * Finishes what is in flight, closes the database last. A second signal, or too long a wait, ends it at once. Only SIGTERM
 * leaves proxies time to notice: whoever presses Ctrl-C is looking.
 */
function endOnSignal(gaffer: RunningGaffer, drainSeconds: number): void {
  let ending = false
  const end = async (signal: string) => {
    if (ending) process.exit(1)
    ending = true
    const drainMs = signal === 'SIGTERM' ? drainSeconds * 1000 : 0
    setTimeout(() => process.exit(1), drainMs + timeoutMs).unref()
    gaffer.beginShutdown()
    await sleep(drainMs)
    await gaffer.stop()
    process.exit(0)
  }
  // 'disconnect': the script that started this process on an older Node is gone.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(signal, () => void end(signal))
}
