// Data folders of the servers under test. The global setup fills one folder per seed; each server starts on a copy, which
// takes part of a second.

import { cpSync, existsSync, lstatSync, realpathSync, symlinkSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the database contains at the start: no account, or the demo band. */
export type Seed = 'empty' | 'demo'

/** The environment variable with the path of a seed's folder, which test workers inherit, since they are separate processes. */
const environmentVariableOf = (seed: Seed) => `GAFFER_E2E_${seed.toUpperCase()}`

export async function createDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gaffer-e2e-'))
  // If the tests run as root, PostgreSQL runs as another user and must reach its files in this folder.
  await chmod(folder, 0o711)
  return folder
}

export function registerSeed(seed: Seed, folder: string): void {
  process.env[environmentVariableOf(seed)] = folder
}

export async function copySeed(seed: Seed): Promise<string> {
  const source = process.env[environmentVariableOf(seed)]
  if (!source) throw new Error(`The global setup registered no data folder for the seed "${seed}"`)
  const folder = await createDataFolder()
  // The database is elsewhere, behind a symbolic link, if the user that runs PostgreSQL cannot enter the data folder.
  const [from, to] = [join(source, 'postgresql'), join(folder, 'postgresql')]
  const isLink = lstatSync(from).isSymbolicLink()
  const linkTarget = `${realpathSync(from)}-${folder.slice(-6)}`
  cpSync(source, folder, { recursive: true, filter: (path) => !(isLink && path === from) })
  if (isLink) {
    cpSync(realpathSync(from), linkTarget, { recursive: true })
    symlinkSync(linkTarget, to)
  }
  return folder
}

export async function removeDataFolder(folder: string): Promise<void> {
  const database = join(folder, 'postgresql')
  if (existsSync(database)) await rm(realpathSync(database), { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}
