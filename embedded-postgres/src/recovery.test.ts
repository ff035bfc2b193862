import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findPostmaster } from './postmaster.ts'
import { kill, note, notes, openTrial, type Trial } from './trial-cluster.ts'

let trial: Trial
beforeEach(async () => {
  trial = await openTrial()
})
afterEach(() => trial.close())

test('a server adopts the PostgreSQL of a killed server at its start and stops it at its end', async () => {
  const owner = await trial.hold()
  const pid = await trial.postmasterPid()
  await kill(owner)
  const embedded = await trial.start()
  await note(trial.connect(embedded), 'adopted')
  expect(await trial.postmasterPid()).toBe(pid)
  await embedded.stop()
  expect(await readdir(trial.data())).not.toContain('postmaster.pid')
})

test('a killed postmaster is restarted within 5 s despite a busy backend, with all committed rows', async () => {
  const pool = trial.connect(await trial.start())
  await note(pool, 'before')
  const busy = pool.query('select count(*) from generate_series(1, 100000000000)').catch(() => 'broken off')
  await sleep(200)
  expect(await trial.killPostmaster()).toBeLessThan(5_000)
  expect(await busy).toBe('broken off')
  expect(await notes(pool)).toEqual(['before'])
})

test('an adopted postmaster is restarted each of three times that it is killed', async () => {
  await kill(await trial.hold())
  const embedded = await trial.start()
  for (const round of ['one', 'two', 'three']) {
    await note(trial.connect(embedded), round)
    expect(await trial.killPostmaster()).toBeLessThan(5_000)
  }
  expect(await notes(trial.connect(embedded))).toEqual(['one', 'two', 'three'])
})

test('stopping the embedded PostgreSQL while it restarts a killed postmaster leaves no PostgreSQL running', async () => {
  const embedded = await trial.start()
  process.kill(await trial.postmasterPid(), 'SIGKILL')
  await sleep(30)
  await embedded.stop()
  await sleep(500)
  expect(await findPostmaster(trial.data())).toBeUndefined()
})

test('the embedded PostgreSQL starts when the pid in stale lock files belongs to another process, and does not touch that process', async () => {
  const owner = await trial.hold()
  const pid = await trial.postmasterPid()
  const { uid, gid } = await stat(trial.data())
  await kill(owner)
  process.kill(pid, 'SIGKILL')
  const bystander = spawn('sleep', ['60'], { uid, gid, cwd: '/' })
  trial.atEnd(() => kill(bystander))
  const lock = join(trial.dataDir, 'postgresql', 'socket', '.s.PGSQL.5432.lock')
  for (const notice of [join(trial.data(), 'postmaster.pid'), lock]) {
    await writeFile(notice, (await readFile(notice, 'utf8')).replace(String(pid), String(bystander.pid)))
  }
  await trial.start()
  expect(await trial.postmasterPid()).not.toBe(bystander.pid)
  expect(bystander.exitCode).toBeNull()
})

test('the embedded PostgreSQL starts after a first start was killed during initdb', async () => {
  await kill(await trial.hold('Making the database folder'))
  expect(await readdir(join(trial.dataDir, 'postgresql'))).not.toContain('data')
  await note(trial.connect(await trial.start()), 'whole')
})

test('the embedded PostgreSQL deletes old drafts of its data folder at start and keeps recent ones', async () => {
  await (await trial.start()).stop()
  const draft = (name: string) => join(trial.dataDir, 'postgresql', `data.new-${name}`)
  await mkdir(join(draft('old'), 'base'), { recursive: true })
  await mkdir(join(draft('young'), 'base'), { recursive: true })
  await utimes(draft('old'), new Date(0), new Date(0))
  await trial.start()
  const left = await readdir(join(trial.dataDir, 'postgresql'))
  expect(left).not.toContain('data.new-old')
  expect(left).toContain('data.new-young')
})
