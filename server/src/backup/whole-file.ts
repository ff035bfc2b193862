// A file that is there whole or not at all: written beside its place, made safe on the disk, then renamed into it.

import { createWriteStream, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { once } from 'node:events'

/** `write` must end it. Readable by its owner alone. What `write` leaves unfinished, or is interrupted in, leaves nothing behind. */
export async function writeWhole<T>(path: string, write: (into: Writable) => Promise<T>): Promise<T> {
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`
  const interrupted = () => {
    rmSync(draft, { force: true })
    process.exit(130)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, interrupted)
  const into = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
  const written = once(into, 'close')
  written.catch(() => undefined)
  try {
    const result = await write(into)
    await written
    await rename(draft, path)
    await syncFolder(dirname(path))
    return result
  } catch (error) {
    into.destroy()
    await rm(draft, { force: true })
    throw error
  } finally {
    for (const signal of signals) process.off(signal, interrupted)
  }
}

/** Windows opens no folders, and needs none of this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
