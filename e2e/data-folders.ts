// The data folders of the journeys' Gaffers: each a copy of one that was made ready before the first journey, so that a
// start takes part of a second, and all of it gone in the end.

import { cpSync, existsSync, lstatSync, realpathSync, symlinkSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a Gaffer has in it when it starts: nobody, or the demonstration. */
export type Holding = 'nobody' | 'demonstration'

/** Workers are processes of their own: by this they know where those that were made ready are. */
const variable = (holding: Holding) => `GAFFER_E2E_${holding.toUpperCase()}`

export async function newDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gaffer-e2e-'))
  // PostgreSQL, which root runs as somebody else, has its files in it.
  await chmod(folder, 0o711)
  return folder
}

export function keepReady(holding: Holding, folder: string): void {
  process.env[variable(holding)] = folder
}

export async function copyDataFolder(holding: Holding): Promise<string> {
  const ready = process.env[variable(holding)]
  if (!ready) throw new Error(`No data folder was made ready with ${holding} in it`)
  const folder = await newDataFolder()
  // Where its user cannot enter the folder, PostgreSQL has its files elsewhere, and a link leads there.
  const [from, to] = [join(ready, 'postgresql'), join(folder, 'postgresql')]
  const isElsewhere = lstatSync(from).isSymbolicLink()
  const elsewhere = `${realpathSync(from)}-${folder.slice(-6)}`
  cpSync(ready, folder, { recursive: true, filter: (source) => !(isElsewhere && source === from) })
  if (isElsewhere) {
    cpSync(realpathSync(from), elsewhere, { recursive: true })
    symlinkSync(elsewhere, to)
  }
  return folder
}

export async function removeDataFolder(folder: string): Promise<void> {
  const database = join(folder, 'postgresql')
  if (existsSync(database)) await rm(realpathSync(database), { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}
