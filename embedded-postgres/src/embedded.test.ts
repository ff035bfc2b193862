import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AlreadyRunning } from './errors.ts'
import { kill, note, notes, openTrial, type Trial } from './trial-cluster.ts'

const isRoot = process.getuid?.() === 0
let trial: Trial
beforeEach(async () => {
  trial = await openTrial()
})
afterEach(() => trial.close())

test('the embedded PostgreSQL keeps its data over a stop and a start', async () => {
  const first = await trial.start()
  const pool = trial.connect(first)
  await note(pool, 'kept')
  await first.stop()
  expect(await readdir(trial.data())).not.toContain('postmaster.pid')
  expect(await notes(trial.connect(await trial.start()))).toEqual(['kept'])
})

test('the embedded PostgreSQL runs with fsync, checksums, UTC, C.UTF-8, no TCP and a role without superuser', async () => {
  const pool = trial.connect(await trial.start())
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
  expect(role).toEqual({ rolname: 'gaffer', rolsuper: false })
})

test('the PostgreSQL log does not contain failed statements and their personal data', async () => {
  const pool = trial.connect(await trial.start())
  await expect(pool.query(`select 'telephone 07700 900123'::int`)).rejects.toThrow('invalid input syntax')
  const log = await readFile(join(trial.dataDir, 'postgresql', 'postgresql.log'), 'utf8')
  expect(log).toContain('ready to accept connections')
  expect(log).not.toContain('07700')
})

describe('one server per data folder', () => {
  test('a start on a data folder in use is refused with AlreadyRunning and leaves its PostgreSQL running', async () => {
    const owner = await trial.hold()
    const pid = await trial.postmasterPid()
    const refusal = trial.start()
    await expect(refusal).rejects.toBeInstanceOf(AlreadyRunning)
    await expect(refusal).rejects.toThrow(`Gaffer is already running on ${trial.dataDir}: stop it first`)
    expect(await trial.postmasterPid()).toBe(pid)
    await kill(owner)
    await trial.start()
  })

  test('of three parallel first starts on a data folder one succeeds', async () => {
    const outcomes = await Promise.allSettled([trial.start(), trial.start(), trial.start()])
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(lost.map(({ reason }) => (reason as Error).name)).toEqual(['AlreadyRunning', 'AlreadyRunning'])
  })
})

describe('data folders', () => {
  test('a data folder whose path is too long for a socket uses a private socket folder in tmp', async () => {
    trial.dataDir = join(trial.folder, 'deep'.repeat(20), 'deeper'.repeat(10))
    const embedded = await trial.start()
    const { host } = embedded.connection
    trial.atEnd(() => rm(host, { recursive: true }))
    expect(host.startsWith(trial.dataDir)).toBe(false)
    expect((await stat(host)).mode & 0o777).toBe(0o700)
    await note(trial.connect(embedded), 'deep')
    await embedded.stop()
    const again = await trial.start()
    expect(again.connection.host).toBe(host)
    expect(await notes(trial.connect(again))).toEqual(['deep'])
  })

  test('a data folder with other content is refused', async () => {
    await (await trial.start()).stop()
    await rm(join(trial.data(), 'PG_VERSION'))
    await expect(trial.start()).rejects.toThrow('holds something that is not a database')
  })

  test.runIf(isRoot)('as root, PostgreSQL runs as the user postgres, which owns only the data', async () => {
    await trial.start()
    const uid = Number((await promisify(execFile)('id', ['-u', 'postgres'])).stdout)
    const status = await readFile(`/proc/${await trial.postmasterPid()}/status`, 'utf8')
    expect(status).toMatch(new RegExp(`^Uid:\\s+${uid}\\s+${uid}\\s+${uid}\\s+${uid}$`, 'm'))
    expect(status).toMatch(/^Groups:\s*$/m)
    expect((await stat(trial.data())).uid).toBe(uid)
    for (const file of ['', 'postgresql.conf', 'pg_hba.conf', 'postgresql.log']) {
      expect((await stat(join(trial.dataDir, 'postgresql', file))).uid).toBe(0)
    }
  })

  test.runIf(isRoot)('as root, a new private data folder is opened for postgres and holds the data', async () => {
    trial.dataDir = join(trial.folder, 'new')
    await mkdir(trial.dataDir, { mode: 0o700 })
    await trial.start()
    expect(await realpath(join(trial.dataDir, 'postgresql'))).toBe(join(trial.dataDir, 'postgresql'))
  })

  test.runIf(isRoot)('as root, the data is in /var/lib/gaffer when postgres cannot reach DATA_DIR', async () => {
    const closed = join(trial.folder, 'closed')
    await mkdir(closed, { mode: 0o700 })
    trial.dataDir = join(closed, 'data')
    const first = await trial.start()
    const elsewhere = await realpath(join(trial.dataDir, 'postgresql'))
    expect(elsewhere).toMatch(/^\/var\/lib\/gaffer\/clusters\//)
    await note(trial.connect(first), 'elsewhere')
    await first.stop()
    const again = await trial.start()
    expect(await notes(trial.connect(again))).toEqual(['elsewhere'])
    await again.stop()
    await rm(elsewhere, { recursive: true })
    await expect(trial.start()).rejects.toThrow('leads to a folder that is gone')
  })
})
