import { spawn } from 'node:child_process'
import { endProcess, waitUntil } from './processes.mjs'

const { testKeyEnvironment } = await import(new URL('../../../server/src/testing/test-keys.ts', import.meta.url).href)
const main = new URL('../../../server/src/main.ts', import.meta.url).pathname

/**
 * Starts a Gaffer server as a process of its own.
 * @param {number} port @param {Record<string, string>} environment where its database, its folder and the store of files are
 */
export async function startServer(port, environment) {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DRAIN_SECONDS: '3',
      ...testKeyEnvironment,
      RATE_LIMIT: 'off',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
      TRUST_PROXY: '1',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const killWithThisProcess = () => void child.kill('SIGKILL')
  process.once('exit', killWithThisProcess)
  child.once('exit', () => process.off('exit', killWithThisProcess))
  await waitUntil('Starting a server', async () => {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  })
  return { stop: () => endProcess(child, 'SIGTERM'), kill: () => endProcess(child, 'SIGKILL') }
}
