// A Gaffer as a process of its own, on the database of the trial.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@gaffer/fakes/free-port'

const main = new URL('../../server/src/main.ts', import.meta.url).pathname

/** @param {string} databaseUrl */
export async function startServer(databaseUrl) {
  const port = await freePort()
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'only for this trial, and long enough for it',
      RATE_LIMIT: 'off',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
      TRUST_PROXY: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await ready())) {
    if (child.exitCode !== null) throw new Error('A server did not start')
    await sleep(50)
  }
  return {
    port,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
