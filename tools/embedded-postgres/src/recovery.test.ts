import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findPostmaster } from './postmaster.ts'
import { createTestCluster, insertNote, killProcess, readNotes, type TestCluster } from './test-cluster.ts'

let cluster: TestCluster
beforeEach(async () => {
  cluster = await createTestCluster()
})
afterEach(() => cluster.close())

/** On a busy machine, where starts take longer too, a restart may take twice as long as the first start. */
const restartLimitMs = () => Math.max(5_000, 2 * cluster.firstStartMs)

test('a start adopts the running PostgreSQL of a killed process, and stop() ends it', async () => {
  const owner = await cluster.startOwnerProcess()
  const pid = await cluster.postmasterPid()
  await killProcess(owner)
  const embedded = await cluster.start()
  await insertNote(cluster.connect(embedded), 'adopted')
  expect(await cluster.postmasterPid()).toBe(pid)
  await embedded.stop()
  expect(await readdir(cluster.data())).not.toContain('postmaster.pid')
})

test('a killed postmaster with a busy backend is restarted within 5 s or twice the time of the first start, with all committed rows', async () => {
  const pool = cluster.connect(await cluster.start())
  await insertNote(pool, 'before')
  const busy = pool.query('select count(*) from generate_series(1, 100000000000)').catch(() => 'broken off')
  await sleep(200)
  expect(await cluster.killPostmaster()).toBeLessThan(restartLimitMs())
  expect(await busy).toBe('broken off')
  expect(await readNotes(pool)).toEqual(['before'])
})

test('an adopted postmaster that is killed three times is restarted each time', async () => {
  await killProcess(await cluster.startOwnerProcess())
  const embedded = await cluster.start()
  for (const round of ['one', 'two', 'three']) {
    await insertNote(cluster.connect(embedded), round)
    expect(await cluster.killPostmaster()).toBeLessThan(restartLimitMs())
  }
  expect(await readNotes(cluster.connect(embedded))).toEqual(['one', 'two', 'three'])
})

test('stopping the embedded PostgreSQL while it restarts a killed postmaster leaves no PostgreSQL running', async () => {
  const embedded = await cluster.start()
  process.kill(await cluster.postmasterPid(), 'SIGKILL')
  await sleep(30)
  await embedded.stop()
  await sleep(500)
  expect(await findPostmaster(cluster.data())).toBeUndefined()
})

test('the embedded PostgreSQL starts when the pid in stale lock files belongs to another process, and does not touch that process', async () => {
  const owner = await cluster.startOwnerProcess()
  const pid = await cluster.postmasterPid()
  const { uid, gid } = await stat(cluster.data())
  await killProcess(owner)
  process.kill(pid, 'SIGKILL')
  const bystander = spawn('sleep', ['60'], { uid, gid, cwd: '/' })
  cluster.onClose(() => killProcess(bystander))
  const lock = join(cluster.dataDir, 'postgresql', 'socket', '.s.PGSQL.5432.lock')
  for (const lockFile of [join(cluster.data(), 'postmaster.pid'), lock]) {
    await writeFile(lockFile, (await readFile(lockFile, 'utf8')).replace(String(pid), String(bystander.pid)))
  }
  await cluster.start()
  expect(await cluster.postmasterPid()).not.toBe(bystander.pid)
  expect(bystander.exitCode).toBeNull()
})

test('the embedded PostgreSQL starts after a first start was killed during initdb', async () => {
  await killProcess(await cluster.startOwnerProcess('Making the database folder'))
  expect(await readdir(join(cluster.dataDir, 'postgresql'))).not.toContain('data')
  await insertNote(cluster.connect(await cluster.start()), 'whole')
})

test('the embedded PostgreSQL deletes old drafts of its data folder at start and keeps recent ones', async () => {
  await (await cluster.start()).stop()
  const draft = (name: string) => join(cluster.dataDir, 'postgresql', `data.new-${name}`)
  await mkdir(join(draft('old'), 'base'), { recursive: true })
  await mkdir(join(draft('young'), 'base'), { recursive: true })
  await utimes(draft('old'), new Date(0), new Date(0))
  await utimes(draft('young'), new Date(), new Date())
  await cluster.start()
  const left = await readdir(join(cluster.dataDir, 'postgresql'))
  expect(left).not.toContain('data.new-old')
  expect(left).toContain('data.new-young')
})
