// Creates one data folder per seed before the first journey; every server under test starts on a copy.

import { launchServer } from './app-server.ts'
import { createDataFolder, registerSeed, removeDataFolder, type Seed } from './data-folders.ts'

// oxlint-disable-next-line import/no-default-export -- Playwright requires it
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folders: string[] = []
  const remove = async () => void (await Promise.all(folders.map(removeDataFolder)))
  const create = async (seed: Seed) => {
    const folder = await createDataFolder()
    folders.push(folder)
    const { end } = await launchServer(seed, folder)
    // PostgreSQL shuts down cleanly, so that a copy of its files is a complete database.
    await end()
    registerSeed(seed, folder)
  }
  try {
    await Promise.all([create('empty'), create('demo')])
  } catch (error) {
    await remove()
    throw error
  }
  return remove
}
