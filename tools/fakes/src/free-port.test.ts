// A returned port must still be free when the program listens on it, also while other programs open connections.

import type * as Crypto from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test, vi } from 'vitest'

const { numbers } = vi.hoisted(() => ({ numbers: [] as number[] }))
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof Crypto>()
  return { ...crypto, randomInt: (from: number, to: number) => numbers.shift() ?? crypto.randomInt(from, to) }
})
const { findFreePort } = await import('./free-port.ts')

test('findFreePort returns a port below the ephemeral port range that can be listened on, and no port that is in use', async () => {
  const port = await findFreePort()
  expect(port).toBeLessThan(32_768)
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  numbers.push(port)
  expect(await findFreePort()).not.toBe(port)
  expect(numbers).toEqual([])
  server.close()
})
