import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { avatarSide, writeOrderToPipe } from './image-worker-pipe.ts'
import { createImageWorker, imageWorkerUrl, type ImageWorker } from './image-reencoder.ts'

const scriptedWorker = new URL('../../testing/scripted-worker.ts', import.meta.url)

async function send(reader: ImageWorker, order: string, userId: string | null = null): Promise<string | null> {
  const answer = await reader<Uint8Array>({ userId, read: () => Buffer.from(order), longestSide: avatarSide })
  return answer && Buffer.from(answer).toString()
}
const readPid = (reader: ImageWorker): Promise<string | null> => send(reader, 'say who you are')

function isProcessAlive(pid: string | null): boolean {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

test('three pictures submitted at the same time are re-encoded by the same worker process', async () => {
  const reader = createImageWorker({ url: scriptedWorker })
  const [first, ...others] = await Promise.all([readPid(reader), readPid(reader), readPid(reader)])
  expect(first).toMatch(/^\d+$/)
  expect(others).toEqual([first, first])
})

test.each([
  ['crashes the worker', 'end', {}],
  ['exceeds the time limit', 'say nothing', { timeoutMs: 4000 }],
])(
  're-encoding a picture that %s returns null, and a new worker process re-encodes the next picture',
  async (_, order, limits) => {
    const reader = createImageWorker({ url: scriptedWorker, ...limits })
    const [before, harmful, after] = await Promise.all([readPid(reader), send(reader, order), readPid(reader)])
    expect(harmful).toBeNull()
    expect(after).toMatch(/^\d+$/)
    expect(after).not.toBe(before)
    expect(isProcessAlive(before)).toBe(false)
  },
)

test('a picture whose worker process does not start in time is rejected with the code "unavailable" and retryAfterSeconds 5', async () => {
  const reader = createImageWorker({ url: scriptedWorker, startTimeoutMs: 1 })
  await expect(readPid(reader)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
})

test('a picture over a user’s limit of queued pictures is refused with retryAfterSeconds; a picture of another user is accepted, and so is a picture of the first user once the queue is empty', async () => {
  const reader = createImageWorker({ url: scriptedWorker, maxQueued: 2 })
  const [first, second] = [readPid(reader), readPid(reader)]
  await expect(readPid(reader)).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 2 })
  expect(await send(reader, 'say who you are', 'kit')).toBe(await first)
  expect(await second).toBe(await first)
  expect(await readPid(reader)).toBe(await first)
})

test('users take turns: a picture of one user is re-encoded before the second of three pictures that another user submitted earlier', async () => {
  const reader = createImageWorker({ url: scriptedWorker })
  const done: string[] = []
  const reencode = (userId: string) => send(reader, 'say who you are', userId).then(() => done.push(userId))
  await Promise.all([reencode('dee'), reencode('dee'), reencode('dee'), reencode('kit')])
  expect(done).toEqual(['dee', 'kit', 'dee', 'dee'])
})

test('an idle worker process exits, and the next picture starts a new worker process', async () => {
  const reader = createImageWorker({ url: scriptedWorker, idleMs: 100 })
  const first = await readPid(reader)
  await expect.poll(() => isProcessAlive(first)).toBe(false)
  expect(await readPid(reader)).not.toBe(first)
})

test('the worker process gets NODE_COMPILE_CACHE in its environment, and not SECRET_KEY', async () => {
  vi.stubEnv('SECRET_KEY', 'only for this test')
  const compiled = join(import.meta.dirname, '../../../../.cache/compiled')
  vi.stubEnv('NODE_COMPILE_CACHE', compiled)
  const known = JSON.parse(String(await send(createImageWorker({ url: scriptedWorker }), 'say what you know')))
  expect(known).toHaveProperty('NODE_COMPILE_CACHE', compiled)
  expect(known).not.toHaveProperty('SECRET_KEY')
})

test('the worker process exits when its parent disconnects', async () => {
  const child = fork(imageWorkerUrl, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  })
  writeOrderToPipe(
    child.stdin as Writable,
    await sharp({ create: { width: 600, height: 300, channels: 3, background: 'teal' } })
      .png()
      .toBuffer(),
  )
  await once(child, 'message')
  const [webp] = await once(child, 'message')
  expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width: 512, height: 256 })
  const ended = once(child, 'exit')
  child.disconnect()
  expect(await ended).toEqual([0, null])
})
