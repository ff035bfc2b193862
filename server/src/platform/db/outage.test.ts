// Responses while the embedded database is killed or stuck, and its recovery.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { defaultRequestDeadlineMs } from './connection.ts'
import { startGaffer, type RunningGaffer } from '#start.ts'
import { lockTable } from '#testing/locked-table.ts'
import { TestClient } from '#testing/test-client.ts'

let dataDir: string
let gaffer: RunningGaffer
let caller: TestClient

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gaffer-outage-'))
  gaffer = await startGaffer(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' }))
  await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  caller = new TestClient(`http://127.0.0.1:${(gaffer.app.server.address() as AddressInfo).port}`)
})
afterAll(async () => {
  await gaffer?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const readPostmasterPid = async () =>
  Number((await readFile(join(dataDir, 'postgresql/data/postmaster.pid'), 'utf8')).split('\n', 1)[0])

async function measureMs<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  return [await work(), performance.now() - began]
}

/** Continues the stopped process; does nothing if the supervisor has replaced the postmaster. */
function resume(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

// The product promises 3 s and 5 s. The tests allow 50 % more, because parallel tests slow the machine down.
// `npm run chaos` checks the promises on an idle machine.
const responseLimitMs = 4500
const recoveryLimitMs = 7500

test('the default request deadline is under three seconds', () => {
  expect(defaultRequestDeadlineMs).toBeLessThan(3000)
})

const unavailable = {
  code: 'unavailable',
  message: 'Gaffer cannot reach its database. Please try again in a moment.',
}

test('a request that waits for a lock is answered with 503 within 4.5 s, and with 401 once the lock is free', async () => {
  const { db } = gaffer.services
  const release = await lockTable(db, 'sessions')
  const [answer, ms] = await measureMs(() => caller.get('/api/me', { cookie: 'gaffer_session=anything' }))
  await release()
  expect([answer.status, answer.body]).toEqual([503, unavailable])
  expect(answer.headers.get('retry-after')).toBe('2')
  expect(ms).toBeLessThan(responseLimitMs)
  expect((await caller.get('/api/me', { cookie: 'gaffer_session=anything' })).status).toBe(401)
})

test('after a kill of the postmaster /healthz stays 200 and /readyz is 200 again within 7.5 s', async () => {
  expect((await caller.get('/readyz')).status).toBe(200)
  const killed = await readPostmasterPid()
  process.kill(killed, 'SIGKILL')
  const [gone, ms] = await measureMs(() => caller.get('/readyz'))
  expect(ms).toBeLessThan(responseLimitMs)
  expect([200, 503]).toContain(gone.status)
  expect((await caller.get('/healthz')).status).toBe(200)
  const [, back] = await measureMs(async () => {
    // Connections from before the kill can answer until the supervisor starts a new postmaster.
    while ((await readPostmasterPid().catch(() => killed)) === killed) await sleep(50)
    while ((await caller.get('/readyz')).status !== 200) await sleep(50)
  })
  expect(back).toBeLessThan(recoveryLimitMs)
})

test('requests are answered with 401 or 503 within 4.5 s while the postmaster is stopped, and /readyz is 200 again within 7.5 s', async () => {
  const pid = await readPostmasterPid()
  process.kill(pid, 'SIGSTOP')
  try {
    const { db } = gaffer.services
    // A stopped postmaster only refuses new connections: close the open ones.
    await db`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = 'gaffer'`
    // This query's connection stays open. If it were idle, it could answer all requests, one after the other.
    const occupied = db`select pg_sleep(1)`
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => measureMs(() => caller.get('/api/me', { cookie: 'gaffer_session=anything' }))),
    )
    for (const [{ status }, ms] of answers) {
      expect([401, 503]).toContain(status)
      expect(ms).toBeLessThan(responseLimitMs)
    }
    expect(answers.some(([{ status }]) => status === 503)).toBe(true)
    await occupied
    expect((await caller.get('/healthz')).status).toBe(200)
  } finally {
    resume(pid)
  }
  const [, back] = await measureMs(async () => {
    while ((await caller.get('/readyz')).status !== 200) await sleep(50)
  })
  expect(back).toBeLessThan(recoveryLimitMs)
})
