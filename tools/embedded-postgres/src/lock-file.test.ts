import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withLockFile } from './lock-file.mjs'

let folder: string
let lock: string
/** The text that a holder in this process writes into the lock file. */
let ownText: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-lock-'))
  lock = join(folder, 'new-folder', 'lock')
  ownText = await withLockFile(lock, () => readFile(lock, 'utf8'))
})
afterEach(() => rm(folder, { recursive: true }))

const acquire = () => withLockFile(lock, async () => 'acquired')
const resultOrWaits = (acquired: Promise<string>, ms = 500) => Promise.race([acquired, sleep(ms).then(() => 'waits')])
/** Shorter than the time after which a lock is stale. */
const soonMs = 5000

async function leaveLockFile(text: string, secondsAgo = 0): Promise<void> {
  await writeFile(lock, text)
  const then = new Date(Date.now() - secondsAgo * 1000)
  await utimes(lock, then, then)
}

const findDeadPid = () => String(spawnSync(process.execPath, ['-e', '']).pid)

test('two calls of withLockFile on one file run one after the other, and `onWait` of the second is called once', async () => {
  const order: string[] = []
  const onWait = vi.fn()
  const work = (name: string) =>
    withLockFile(
      lock,
      async () => {
        order.push(`${name} begins`)
        await sleep(200)
        order.push(`${name} ends`)
      },
      { onWait },
    )
  await Promise.all([work('one'), work('two')])
  expect(order).toHaveLength(4)
  expect(order[0]?.split(' ')[0]).toBe(order[1]?.split(' ')[0])
  expect(onWait).toHaveBeenCalledOnce()
  expect(existsSync(lock)).toBe(false)
})

test('the lock file is removed when the work fails', async () => {
  await expect(withLockFile(lock, () => Promise.reject(new Error('no network')))).rejects.toThrow('no network')
  expect(existsSync(lock)).toBe(false)
})

test('the lock file is removed when the process exits during the work', async () => {
  const module = new URL('lock-file.mjs', import.meta.url).href
  const script = `import { withLockFile } from ${JSON.stringify(module)}
    await withLockFile(${JSON.stringify(lock)}, async () => process.exit(3))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  expect(await once(child, 'exit')).toEqual([3, null])
  expect(existsSync(lock)).toBe(false)
})

test('the lock file of a dead process is taken over at once', async () => {
  await leaveLockFile(ownText.replace(/^\d+/, findDeadPid()))
  expect(await resultOrWaits(acquire(), soonMs)).toBe('acquired')
})

test('a lock file that was not renewed for 11 s is taken over even if a live process has its pid', async () => {
  await leaveLockFile(ownText, 11)
  expect(await resultOrWaits(acquire(), soonMs)).toBe('acquired')
})

test.each([
  ['of a live process', () => ownText],
  ['of another PID namespace whose pid is dead here', () => `${findDeadPid()} pid:[1]`],
])('a lock file %s, renewed 5 s ago, is waited for', async (_, text) => {
  await leaveLockFile(text(), 5)
  const acquired = acquire()
  expect(await resultOrWaits(acquired)).toBe('waits')
  await rm(lock)
  expect(await acquired).toBe('acquired')
})

test('the holder renews its lock file during the work', async () => {
  await withLockFile(lock, async () => {
    await leaveLockFile(ownText, 9)
    const ageMs = async () => Date.now() - (await stat(lock)).mtimeMs
    await expect.poll(ageMs).toBeLessThan(5000)
  })
})

test('the holder stops renewing its lock file after renewForMs', async () => {
  await withLockFile(
    lock,
    async () => {
      await leaveLockFile(ownText, 9)
      await sleep(2500)
      expect(Date.now() - (await stat(lock)).mtimeMs).toBeGreaterThan(9000)
    },
    { renewForMs: 0 },
  )
})
