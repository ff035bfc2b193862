// A server started as production starts it, with its resident memory read from /proc (Linux only).

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '@gaffer/fakes/free-port'
import { report } from './report.mjs'

const port = await findFreePort()
export const serverUrl = `http://127.0.0.1:${port}`
/** The allocator settings of the image and of the unit in docs/operations.md. */
export const productionMallocEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' }

const { scripts } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
/** The Node flags of `npm start`: compiled code in the cache is valid only for equal flags. */
export const nodeFlags = scripts.start.split(' ').filter((/** @type {string} */ word) => word.startsWith('--'))

/** @typedef {{ child: import('node:child_process').ChildProcess, seconds: number }} ProductionServer */

/** @param {Record<string, string>} environment @param {string} [entry] @returns {Promise<ProductionServer>} */
export async function startProductionServer(environment, entry = '../../server/src/main.ts') {
  const began = performance.now()
  const child = spawn(process.execPath, [...nodeFlags, new URL(entry, import.meta.url).pathname], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', RATE_LIMIT: 'off', PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('The server did not start')
    await sleep(10)
  }
  return { child, seconds: (performance.now() - began) / 1000 }
}

async function isReady() {
  return fetch(`${serverUrl}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
}

/** @param {Pick<ProductionServer, 'child'>} server */
export async function stopProductionServer({ child }) {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Resident megabytes, now and at the peak. @param {Pick<ProductionServer, 'child'>} server */
export async function readResidentMegabytes({ child }) {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  const megabytes = (/** @type {string} */ name) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024)
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

/** @param {string} figure @param {number} megabytes @param {number} limit */
export function reportMegabytes(figure, megabytes, limit) {
  report(figure, `${megabytes} MB, limit ${limit} MB`, { ratio: megabytes / limit, atMost: 1 })
}
