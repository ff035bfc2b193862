import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startupLockFileName } from './cluster-paths.ts'
import { AlreadyRunningError } from './errors.ts'
import {
  createTestCluster,
  insertNote,
  killProcess,
  readNotes,
  testApplication,
  type TestCluster,
} from './test-cluster.ts'

const isRoot = process.getuid?.() === 0
let cluster: TestCluster
beforeEach(async () => {
  cluster = await createTestCluster()
})
afterEach(() => cluster.close())

test('the embedded PostgreSQL keeps its data over a stop and a start', async () => {
  const first = await cluster.start()
  const pool = cluster.connect(first)
  await insertNote(pool, 'kept')
  await first.stop()
  expect(await readdir(cluster.data())).not.toContain('postmaster.pid')
  expect(await readNotes(cluster.connect(await cluster.start()))).toEqual(['kept'])
})

test('the embedded PostgreSQL runs with fsync, checksums, UTC, C.UTF-8, no TCP and a role without superuser', async () => {
  const pool = cluster.connect(await cluster.start())
  const show = async (name: string) => (await pool.query('select current_setting($1) as value', [name])).rows[0]?.value
  expect(await show('fsync')).toBe('on')
  expect(await show('full_page_writes')).toBe('on')
  expect(await show('synchronous_commit')).toBe('on')
  expect(await show('data_checksums')).toBe('on')
  expect(await show('listen_addresses')).toBe('')
  expect(await show('server_encoding')).toBe('UTF8')
  expect(await show('dynamic_shared_memory_type')).toBe('mmap')
  const {
    rows: [zone],
  } = await pool.query(`select reset_val from pg_settings where name = 'TimeZone'`)
  expect(zone?.['reset_val']).toBe('UTC')
  const {
    rows: [database],
  } = await pool.query('select datlocprovider, datlocale from pg_database where datname = current_database()')
  expect(database).toEqual({ datlocprovider: 'b', datlocale: 'C.UTF-8' })
  const {
    rows: [role],
  } = await pool.query('select rolname, rolsuper from pg_roles where rolname = current_user')
  expect(role).toEqual({ rolname: testApplication.role, rolsuper: false })
})

test('the PostgreSQL log does not contain failed statements and their personal data', async () => {
  const pool = cluster.connect(await cluster.start())
  await expect(pool.query(`select 'telephone 07700 900123'::int`)).rejects.toThrow('invalid input syntax')
  const log = await readFile(join(cluster.dataDir, 'postgresql', 'postgresql.log'), 'utf8')
  expect(log).toContain('ready to accept connections')
  expect(log).not.toContain('07700')
})

describe('one owner per data folder', () => {
  test('a start on a data folder in use is refused with AlreadyRunningError and leaves its PostgreSQL running', async () => {
    const owner = await cluster.startOwnerProcess()
    const pid = await cluster.postmasterPid()
    const refusal = cluster.start()
    await expect(refusal).rejects.toBeInstanceOf(AlreadyRunningError)
    await expect(refusal).rejects.toThrow(
      `Choir is already running on ${cluster.dataDir}: stop it first, or give this one its own CHOIR_FOLDER.`,
    )
    expect(await cluster.postmasterPid()).toBe(pid)
    await killProcess(owner)
    await cluster.start()
  })

  test('of three parallel first starts on a data folder one succeeds', async () => {
    const outcomes = await Promise.allSettled([cluster.start(), cluster.start(), cluster.start()])
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(lost.map(({ reason }) => (reason as Error).name)).toEqual(['AlreadyRunningError', 'AlreadyRunningError'])
  })
})

describe('data folders', () => {
  test('a data folder whose path is too long for a socket uses a private socket folder in tmp', async () => {
    cluster.dataDir = join(cluster.folder, 'deep'.repeat(20), 'deeper'.repeat(10))
    const embedded = await cluster.start()
    const { host } = embedded.connection
    cluster.onClose(() => rm(host, { recursive: true }))
    expect(host.startsWith(cluster.dataDir)).toBe(false)
    expect((await stat(host)).mode & 0o777).toBe(0o700)
    await insertNote(cluster.connect(embedded), 'deep')
    await embedded.stop()
    const again = await cluster.start()
    expect(again.connection.host).toBe(host)
    expect(await readNotes(cluster.connect(again))).toEqual(['deep'])
  })

  test('a data folder that has files and no PG_VERSION is refused', async () => {
    await (await cluster.start()).stop()
    await rm(join(cluster.data(), 'PG_VERSION'))
    await expect(cluster.start()).rejects.toThrow('holds something that is not a database')
  })

  test.runIf(isRoot)('as root, PostgreSQL runs as the user postgres, which owns only the data', async () => {
    await cluster.start()
    const uid = Number((await promisify(execFile)('id', ['-u', 'postgres'])).stdout)
    const status = await readFile(`/proc/${await cluster.postmasterPid()}/status`, 'utf8')
    expect(status).toMatch(new RegExp(`^Uid:\\s+${uid}\\s+${uid}\\s+${uid}\\s+${uid}$`, 'm'))
    expect(status).toMatch(/^Groups:\s*$/m)
    expect((await stat(cluster.data())).uid).toBe(uid)
    for (const file of ['', 'postgresql.conf', 'pg_hba.conf', 'postgresql.log']) {
      expect((await stat(join(cluster.dataDir, 'postgresql', file))).uid).toBe(0)
    }
  })

  test.runIf(isRoot)('as root, a new private data folder is opened for postgres and holds the data', async () => {
    cluster.dataDir = join(cluster.folder, 'new')
    await mkdir(cluster.dataDir, { mode: 0o700 })
    await cluster.start()
    expect(await realpath(join(cluster.dataDir, 'postgresql'))).toBe(join(cluster.dataDir, 'postgresql'))
  })

  test.runIf(isRoot)('as root, a data folder with nothing but the draft of a lock file counts as new', async () => {
    cluster.dataDir = join(cluster.folder, 'new')
    await mkdir(cluster.dataDir, { mode: 0o700 })
    await writeFile(join(cluster.dataDir, `${startupLockFileName}.${randomUUID()}`), '')
    await cluster.start()
    expect(await realpath(join(cluster.dataDir, 'postgresql'))).toBe(join(cluster.dataDir, 'postgresql'))
  })

  test.runIf(isRoot)(
    'as root, the data is in /var/lib/<application name> when postgres cannot reach the data folder',
    async () => {
      const closed = join(cluster.folder, 'closed')
      await mkdir(closed, { mode: 0o700 })
      cluster.dataDir = join(closed, 'data')
      const first = await cluster.start()
      const elsewhere = await realpath(join(cluster.dataDir, 'postgresql'))
      expect(elsewhere).toMatch(new RegExp(`^/var/lib/${testApplication.name}/clusters/`))
      await insertNote(cluster.connect(first), 'elsewhere')
      await first.stop()
      const again = await cluster.start()
      expect(await readNotes(cluster.connect(again))).toEqual(['elsewhere'])
      await again.stop()
      await rm(elsewhere, { recursive: true })
      await expect(cluster.start()).rejects.toThrow('leads to a folder that is gone')
    },
  )
})
