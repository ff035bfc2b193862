import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { lockTable } from '#testing/locked-table.ts'
import { cloneDatabase } from '#testing/clone-database.ts'
import { testKeyEnvironment } from '#testing/test-keys.ts'
import { startTestServer } from '#testing/test-server.ts'
import { ConfigError, readConfig } from './config.ts'
import { startGaffer } from './start.ts'

test('a shutdown answers requests in flight, refuses new ones and does not wait for kept-alive connections', async () => {
  const server = await startTestServer()
  const dee = await server.createUser()
  const { db } = server.services
  await dee.get('/healthz')
  const release = await lockTable(db, 'users')
  const answers = Promise.all(Array.from({ length: 5 }, () => dee.get('/api/me')))
  for (let waiting = 0; waiting < 5; await sleep(10)) {
    const [row] = await db<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    waiting = row?.waiting ?? 0
  }
  const began = performance.now()
  const stopped = server.stop()
  const ask = () => dee.get('/healthz').then(String, (error: Error) => error.message)
  await expect.poll(ask).toContain('ECONNREFUSED')
  await release()
  expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  await stopped
  expect(performance.now() - began).toBeLessThan(5000)
})

test('a vapid-private-key file without a key is not replaced, and the start fails with its path', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gaffer-start-'))
  const file = join(dataDir, 'vapid-private-key')
  await writeFile(file, 'torn')
  const { address, drop } = await cloneDatabase(inject('database'))
  const config = readConfig({ SECRET_KEY: testKeyEnvironment.SECRET_KEY, DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const failure: unknown = await startGaffer(config, { database: address }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ConfigError)
  expect(String(failure)).toContain(`${file} does not contain a P-256 private key`)
  expect(await readFile(file, 'utf8')).toBe('torn')
  await drop()
  await rm(dataDir, { recursive: true })
})
