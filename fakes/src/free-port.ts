// A port of loopback for a program that has to be told one before it starts.

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below those that systems hand out by themselves: one of those is often some connection's before the program has come
 * to listen on it. Throws where a hundred of them are taken.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(10_000, 32_768)
    if (await isFree(port)) return port
  }
  throw new Error('No free port was found on loopback')
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    // Somebody listens there.
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
