import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A free port of loopback, below the ephemeral range: an ephemeral port may be in use again before the program listens on it.
 * Throws after a hundred used ports.
 */
export async function findFreePort(): Promise<number> {
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
    // The port is in use.
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
