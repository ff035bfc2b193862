// Before the first journey: a data folder that nobody has used, and one with the demonstration in it, for every Gaffer to
// begin with a copy of one.

import { keepReady, newDataFolder, removeDataFolder, type Holding } from './data-folders.ts'
import { end, launch } from './gaffer.ts'

// oxlint-disable-next-line import/no-default-export -- Playwright asks for it
export default async function makeReady(): Promise<() => Promise<void>> {
  const folders: string[] = []
  const remove = async () => void (await Promise.all(folders.map(removeDataFolder)))
  const make = async (holding: Holding, entry: string) => {
    const folder = await newDataFolder()
    folders.push(folder)
    const { child } = await launch(entry, folder)
    // It puts the database away in order, so that a copy of its files is a whole database.
    await end(child)
    keepReady(holding, folder)
  }
  try {
    await Promise.all([make('nobody', 'main.ts'), make('demonstration', 'cli/demo/main.ts')])
  } catch (error) {
    await remove()
    throw error
  }
  return remove
}
