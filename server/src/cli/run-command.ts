import { AppError } from '@gaffer/domain/shared/app-error'
import { convertPhoneToE164 } from '@gaffer/domain/shared/phone'
import { isUkMobile } from '@gaffer/domain/shared/uk-mobile'
import { EmbeddedPostgresError } from '@gaffer/embedded-postgres/errors'
import { registerHooks } from '#features/hooks.ts'
import { ConfigError, readConfig, type Config } from '#config.ts'
import { openExclusiveCliDatabase, openCliDatabase } from '#platform/db/cli-database.ts'
import { openMaintenancePool, type DatabasePool, type DatabaseAddress } from '#platform/db/connection.ts'
import { isAuthFailure, isDatabaseUnavailable } from '#platform/db/errors.ts'

/** Wrong arguments: exit code 2. */
export class UsageError extends Error {}

/** A failure that the operator can correct: its message is printed without a stack trace, with exit code 1. */
export class CommandError extends Error {}

export type CommandContext = { config: Config; db: DatabasePool; address: DatabaseAddress }

export type Command<Input> = {
  usage: string
  /** Runs before the database is opened. Throws UsageError, or returns null to refuse the arguments with the usage text. */
  parse(args: string[], config: Config): Input | null | Promise<Input | null>
  /** Refuses to run while a server uses the data folder. */
  isExclusive?: boolean
  /** Returns the text to print. */
  run(context: CommandContext, input: Input): Promise<string>
}

/** Exit codes: 0; 1 with a message for a failure; 2 for wrong arguments or settings. Bugs keep their stack trace. */
export async function runCommand<Input>(command: Command<Input>, args: string[]): Promise<void> {
  try {
    const config = readConfig(process.env)
    const input = await parseInput(command, args, config)
    console.log(await runWithDatabase(command, config, input))
  } catch (error) {
    const message = toErrorMessage(error)
    if (message === null) throw error
    console.error(message)
    process.exitCode = error instanceof ConfigError || error instanceof UsageError ? 2 : 1
  }
}

/** Parses the arguments of the command. Throws UsageError if they are wrong. */
export async function parseInput<Input>(command: Command<Input>, args: string[], config: Config): Promise<Input> {
  const input = await command.parse(args, config)
  if (input === null) throw new UsageError(command.usage)
  return input
}

/** Parses a number into E.164. Throws UsageError. Numbers of Ofcom's drama range are accepted while texts go to a fake provider. */
export function parseMobileNumber(text: string, { faked }: Pick<Config, 'faked'>): string {
  const number = convertPhoneToE164(text)
  if (!isUkMobile(number, { allowDrama: faked.sms })) throw new UsageError(`${text} is not a UK mobile number`)
  return number
}

async function runWithDatabase<Input>(command: Command<Input>, config: Config, input: Input): Promise<string> {
  const { address, close } = await (command.isExclusive ? openExclusiveCliDatabase(config) : openCliDatabase(config))
  try {
    registerHooks()
    const db = openMaintenancePool(address)
    try {
      return await command.run({ config, db, address }, input)
    } finally {
      await db.end()
    }
  } finally {
    await close()
  }
}

/** The message to print; null for a bug, which keeps its stack trace. */
function toErrorMessage(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const known = [ConfigError, UsageError, CommandError, EmbeddedPostgresError, AppError]
  if (known.some((kind) => error instanceof kind)) return error.message
  const { syscall, path } = error as NodeJS.ErrnoException
  if (path && syscall !== 'connect') return `The file cannot be used: ${error.message}`
  if (isDatabaseUnavailable(error) || isAuthFailure(error)) return `The database cannot be reached (${error.message}).`
  return syscall === 'write' || syscall === 'fsync' ? `The file cannot be written: ${error.message}` : null
}
