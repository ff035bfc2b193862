import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { waitUntil } from './processes.mjs'

const { testKeyEnvironment } = await import(new URL('../../../server/src/testing/test-keys.ts', import.meta.url).href)
const main = new URL('../../../server/src/main.ts', import.meta.url).pathname

/** Starts a Gaffer server as a process of its own. @param {string} databaseUrl @param {number} port */
export async function startServer(databaseUrl, port) {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DRAIN_SECONDS: '3',
      ...testKeyEnvironment,
      RATE_LIMIT: 'off',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
      TRUST_PROXY: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  await waitUntil('Starting a server', async () => {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  })
  return {
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
