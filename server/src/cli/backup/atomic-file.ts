// Atomic file write: temporary file in the same folder, fsync, rename, fsync of the folder.

import { createWriteStream, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { once } from 'node:events'

/** `write` must end the stream. The file has mode 0600. After an error or a signal no temporary file is left. */
export async function writeAtomically<T>(path: string, write: (into: Writable) => Promise<T>): Promise<T> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.part`
  const removeAndExit = () => {
    rmSync(temporary, { force: true })
    process.exit(130)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, removeAndExit)
  const into = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true })
  const closed = once(into, 'close')
  closed.catch(() => undefined)
  try {
    const result = await write(into)
    await closed
    await rename(temporary, path)
    await fsyncFolder(dirname(path))
    return result
  } catch (error) {
    into.destroy()
    // The stream opens its file in the background. If the file were deleted before it is open, the stream would create it again.
    await closed.catch(() => undefined)
    await rm(temporary, { force: true })
    throw error
  } finally {
    for (const signal of signals) process.off(signal, removeAndExit)
  }
}

async function fsyncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
