// The default for SECRET_KEY: created once and stored in the data folder.

import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newSecret } from './keys.ts'

export function readOrCreateSecretKey(dataDir: string): Promise<string> {
  return readOrCreateSecret(dataDir, 'secret-key', newSecret)
}

/** Reads or creates a file with a secret. Two concurrent first starts end up with the same secret. */
export async function readOrCreateSecret(dataDir: string, name: string, create: () => string): Promise<string> {
  const file = join(dataDir, name)
  if (!existsSync(file)) await createSecret(dataDir, file, create())
  return (await readFile(file, 'utf8')).trim()
}

async function createSecret(dataDir: string, file: string, secret: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const temporary = `${file}.${randomUUID()}`
  await writeFile(temporary, secret, { flag: 'wx', mode: 0o600, flush: true })
  try {
    // The file appears with its content: another start never reads half of it.
    await link(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(temporary)
  }
}
