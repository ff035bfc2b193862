// The default for SECRET_KEY: created once and stored in the data folder.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newSecret } from './keys.ts'

export function secretKeyIn(dataDir: string): Promise<string> {
  return readOrCreateSecret(dataDir, 'secret-key', newSecret)
}

/** Reads or creates a file with a secret. Two concurrent first starts end up with the same one. */
export async function readOrCreateSecret(dataDir: string, name: string, create: () => string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const file = join(dataDir, name)
  try {
    await writeFile(file, create(), { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(file, 'utf8')).trim()
}
