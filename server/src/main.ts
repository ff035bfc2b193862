// The process: reads the environment, starts Gaffer, says where it is, and ends when it is told to.

import { ConfigError, readConfig, type Config } from '#config.ts'
import { areCookiesSecure } from '#http/cookies.ts'
import { inviteFirstFounder } from '#features/invites/service.ts'
import { AlreadyRunning, EmbeddedPostgresError } from '#db/embedded/errors.ts'
import { startGaffer, type RunningGaffer } from '#start.ts'
import { displayDate } from '@gaffer/domain/dates'

const patienceMs = 12_000

const config = configOrExit()
try {
  const gaffer = await startGaffer(config)
  endOnSignal(gaffer)
  await gaffer.app.listen({ port: config.port, host: config.host })
  await announce(gaffer)
} catch (error) {
  if (!isPlainFailure(error)) throw error
  console.error(error.message)
  process.exit(1)
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

/** Failures that an operator mends without a stack trace. */
function isPlainFailure(error: unknown): error is Error {
  if (error instanceof AlreadyRunning || error instanceof EmbeddedPostgresError) return true
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

async function announce({ deps }: RunningGaffer): Promise<void> {
  const lines = [`Gaffer is ready at ${config.publicUrl}`]
  const founder = await inviteFirstFounder(deps)
  if (founder) {
    const until = displayDate(founder.expiresAt.slice(0, 10))
    lines.push(`Founder invitation (works once, until ${until}): ${founder.inviteLink}`)
  }
  if (config.pretend.sms || config.pretend.mail) {
    lines.push(`Messages that it only pretends to send: ${config.publicUrl}/dev/inbox`)
  }
  if (!areCookiesSecure(config.publicUrl)) {
    lines.push('Warning: PUBLIC_URL is plain http, so anybody on this network can read what is sent. Use https.')
  }
  console.log(lines.join('\n'))
}

/** Finishes what is in flight, closes the database last. A second signal, or too long a wait, ends it at once. */
function endOnSignal(gaffer: RunningGaffer): void {
  let ending = false
  const end = async () => {
    if (ending) process.exit(1)
    ending = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    await gaffer.stop()
    process.exit(0)
  }
  // 'disconnect': the script that started this process on an older Node is gone.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(signal, () => void end())
}
