import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withStartupLock, lockFile } from './startup-lock.ts'

let folder: string
let lock: string
let own: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gaffer-startup-lock-'))
  lock = join(folder, lockFile)
  own = await withStartupLock(folder, () => readFile(lock, 'utf8'))
})
afterEach(() => rm(folder, { recursive: true }))

const start = () => withStartupLock(folder, async () => 'started')
const orWaits = (started: Promise<string>, ms = 500) => Promise.race([started, sleep(ms).then(() => 'waits')])
/** Less than it takes a lock that nobody renews to grow stale. */
const soonMs = 5000

async function leaveSign(text: string, secondsAgo = 0): Promise<void> {
  await writeFile(lock, text)
  const then = new Date(Date.now() - secondsAgo * 1000)
  await utimes(lock, then, then)
}

const deadPid = () => String(spawnSync(process.execPath, ['-e', '']).pid)

test('the startup lock of a dead process is taken over at once', async () => {
  await leaveSign(own.replace(/^\d+/, deadPid()))
  expect(await orWaits(start(), soonMs)).toBe('started')
})

test('nor one that no longer renews its lock, though its number, as in a container, is our own', async () => {
  await leaveSign(own, 11)
  expect(await orWaits(start(), soonMs)).toBe('started')
})

test('a start that renews its lock is waited for, also one in another container whose number is nobody here', async () => {
  for (const text of [own, `${deadPid()} pid:[1]`]) {
    await leaveSign(text, 5)
    const started = start()
    expect(await orWaits(started)).toBe('waits')
    await rm(lock)
    expect(await started).toBe('started')
  }
})

test('a start renews its lock for as long as it takes', async () => {
  await withStartupLock(folder, async () => {
    await leaveSign(own, 9)
    const ageMs = async () => Date.now() - (await stat(lock)).mtimeMs
    await expect.poll(ageMs).toBeLessThan(5000)
  })
})
