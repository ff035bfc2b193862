// Shared by `npm run backup` and `npm run restore`: arguments, settings, error messages and exit codes.

import { resolve } from 'node:path'
import { ConfigError, readConfig, type Config } from '#config.ts'
import { isDatabaseUnavailable, isAuthFailure } from '#platform/db/errors.ts'
import { EmbeddedPostgresError } from '@gaffer/embedded-postgres/errors'
import { deriveKeys } from '#platform/keys.ts'
import { keyFingerprint } from '#platform/encryption.ts'
import { secretKeyIn } from '#platform/secret-key.ts'
import { BrokenArchive, type TableSum } from './archive.ts'
import { CannotRestore, NotAGafferDatabase, UsageError } from './refusals.ts'

/** Exit codes: 0, 1 with a message for a failure, 2 for wrong arguments or settings. */
export async function runFileCommand(
  name: string,
  work: (config: Config, file: string) => Promise<string>,
): Promise<void> {
  try {
    const [given, ...more] = process.argv.slice(2)
    if (!given || more.length > 0) throw new UsageError(`npm run ${name} FILE`)
    // npm runs scripts in the repository root; INIT_CWD is the caller's directory.
    const file = resolve(process.env['INIT_CWD'] ?? '.', given)
    console.log(await work(readConfig(process.env), file))
  } catch (error) {
    const sentence = sentenceFor(error)
    if (sentence === null) throw error
    console.error(sentence)
    process.exitCode = error instanceof ConfigError || error instanceof UsageError ? 2 : 1
  }
}

/** Null for bugs, which keep their stack trace. */
function sentenceFor(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof BrokenArchive) return `This file cannot be restored. ${error.message}.`
  const isPlain = [ConfigError, UsageError, CannotRestore, NotAGafferDatabase, EmbeddedPostgresError].some(
    (kind) => error instanceof kind,
  )
  if (isPlain) return error.message
  const { syscall, path } = error as NodeJS.ErrnoException
  if (path && syscall !== 'connect') return `The file cannot be used: ${error.message}`
  if (isDatabaseUnavailable(error) || isAuthFailure(error)) return `The database cannot be reached (${error.message}).`
  return syscall === 'write' || syscall === 'fsync' ? `The file cannot be written: ${error.message}` : null
}

/** Stored in the archive, so that a restore can warn about a different SECRET_KEY. */
export async function keyFingerprintOf({ secretKey, dataDir }: Config): Promise<string> {
  return keyFingerprint(deriveKeys(secretKey ?? (await secretKeyIn(resolve(dataDir)))).outsideTokens)
}

export function totalOf(sums: TableSum[]): string {
  const rows = sums.reduce((total, one) => total + one.rows, 0)
  return `${sums.length} tables, ${rows} rows`
}
