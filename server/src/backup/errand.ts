// What `npm run backup` and `npm run restore` share: one file named, settings read, sentences and exit codes.

import { resolve } from 'node:path'
import { ConfigError, readConfig, type Config } from '#config.ts'
import { isDatabaseUnavailable, isAuthFailure } from '#platform/db/errors.ts'
import { EmbeddedPostgresError } from '#db/embedded/errors.ts'
import { deriveKeys } from '#platform/keys.ts'
import { keyFingerprint } from '#platform/encryption.ts'
import { secretKeyIn } from '#platform/secret-key.ts'
import { BrokenArchive, type TableSum } from './archive.ts'
import { CannotRestore, NothingThere, WrongUse } from './refusals.ts'

/** Exits 0, 1 with a sentence for what went wrong, or 2 for what was typed or set wrong. */
export async function runErrand(name: string, work: (config: Config, file: string) => Promise<string>): Promise<void> {
  try {
    const [given, ...more] = process.argv.slice(2)
    if (!given || more.length > 0) throw new WrongUse(`npm run ${name} FILE`)
    // npm runs scripts in the repository, wherever it was called from.
    const file = resolve(process.env['INIT_CWD'] ?? '.', given)
    console.log(await work(readConfig(process.env), file))
  } catch (error) {
    const sentence = sentenceFor(error)
    if (sentence === null) throw error
    console.error(sentence)
    process.exitCode = error instanceof ConfigError || error instanceof WrongUse ? 2 : 1
  }
}

/** Null for what only a programmer can mend. */
function sentenceFor(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof BrokenArchive) return `This file cannot be restored. ${error.message}.`
  const isPlain = [ConfigError, WrongUse, CannotRestore, NothingThere, EmbeddedPostgresError].some(
    (kind) => error instanceof kind,
  )
  if (isPlain) return error.message
  const { syscall, path } = error as NodeJS.ErrnoException
  if (path && syscall !== 'connect') return `The file cannot be used: ${error.message}`
  if (isDatabaseUnavailable(error) || isAuthFailure(error)) return `The database cannot be reached (${error.message}).`
  return syscall === 'write' || syscall === 'fsync' ? `The file cannot be written: ${error.message}` : null
}

/** Names the key in use, so that a restore elsewhere can tell whether it has the same. */
export async function keyIdIn({ secretKey, dataDir }: Config): Promise<string> {
  return keyFingerprint(deriveKeys(secretKey ?? (await secretKeyIn(resolve(dataDir)))).outsideTokens)
}

export function totalOf(sums: TableSum[]): string {
  const rows = sums.reduce((total, one) => total + one.rows, 0)
  return `${sums.length} tables, ${rows} rows`
}
