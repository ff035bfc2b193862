// npm run person: runs an admin command for the account with the given number.

import { ConfigError, readConfig } from '#config.ts'
import { openDatabase } from '#platform/db/connection.ts'
import { EmbeddedPostgresError } from '@gaffer/embedded-postgres/errors'
import { openCliDatabase } from '#platform/db/cli-database.ts'
import { AppError } from '@gaffer/domain/app-error'
import { parseCommand, UsageError } from './arguments.ts'
import { CommandFailed, runAdminCommand } from './admin-commands.ts'

try {
  const config = readConfig(process.env)
  const command = parseCommand(process.argv.slice(2), { allowDrama: config.pretend.sms })
  const { address, close } = await openCliDatabase(config)
  const db = openDatabase(address, 2)
  try {
    console.log(await runAdminCommand(db, command))
  } finally {
    await db.end()
    await close()
  }
} catch (error) {
  const plain = [ConfigError, UsageError, CommandFailed, EmbeddedPostgresError, AppError]
  if (!(error instanceof Error) || !plain.some((kind) => error instanceof kind)) throw error
  console.error(error.message)
  process.exitCode = error instanceof ConfigError || error instanceof UsageError ? 2 : 1
}
