// npm run invite: creates an invitation for the founder of a new band and prints the link. With --phone a running server, or
// the next one to start, sends it by text.

import { displayDate } from '@gaffer/domain/dates'
import { ConfigError, readConfig, type Config } from '#config.ts'
import { openDatabase, type DatabaseAddress } from '#platform/db/connection.ts'
import { EmbeddedPostgresError } from '@gaffer/embedded-postgres/errors'
import { migrate } from '#platform/db/migrate.ts'
import { openCliDatabase } from '#platform/db/cli-database.ts'
import { inviteFounder, inviteFounderByPhone } from '#features/invitations/founder.ts'
import { startJobs } from '#platform/jobs.ts'
import { readPhone, UsageError } from './arguments.ts'

try {
  const config = readConfig(process.env)
  const phone = readPhone(process.argv.slice(2), { allowDrama: config.pretend.sms })
  const { address, close } = await openCliDatabase(config)
  try {
    console.log(await invite(config, address, phone))
  } finally {
    await close()
  }
} catch (error) {
  if (!isPlain(error)) throw error
  console.error(error.message)
  process.exitCode = error instanceof ConfigError || error instanceof UsageError ? 2 : 1
}

async function invite(config: Config, address: DatabaseAddress, phone: string | null): Promise<string> {
  const db = openDatabase(address, 2)
  try {
    await migrate(db)
    if (phone === null) {
      const { inviteLink, expiresAt } = await inviteFounder({ config }, db, null)
      return `Founder invitation (works once, until ${displayDate(expiresAt.slice(0, 10))}): ${inviteLink}`
    }
    const jobs = await startJobs(address, (error) => console.error(error.message))
    const { expiresAt } = await inviteFounderByPhone({ jobs }, db, phone).finally(() => jobs.stop())
    return `A founder invitation goes to ${phone} by text (works once, until ${displayDate(expiresAt.slice(0, 10))})`
  } finally {
    await db.end()
  }
}

function isPlain(error: unknown): error is Error {
  return error instanceof ConfigError || error instanceof UsageError || error instanceof EmbeddedPostgresError
}
