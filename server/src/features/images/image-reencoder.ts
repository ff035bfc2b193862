// Re-encodes pictures in a worker process: a decoder bug cannot reach the server's secrets or memory.

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { imageMessages } from '@gaffer/domain/images/image'
import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { createFairQueue } from '#providers/fair-queue.ts'
import { createUserConcurrencyLimiter } from '#platform/user-concurrency-limiter.ts'
import { createWorkerEnvironment } from '#providers/worker-environment.ts'
import { writeOrderToPipe } from './image-worker-pipe.ts'

/**
 * Sends a call to the worker and returns the result; null if the worker crashed, took too long or returned null. Users take turns: the slow
 * files of one delay another by one file. Runs `read` when the turn of the call comes, so that the bytes of only one call are in memory.
 * Throws `unavailable` if no worker starts, so that the picture is not reported as unreadable.
 */
export type ImageWorker = <Result>(order: WorkerCall) => Promise<Result | null>
type WorkerCall = {
  /** Null for work that no user requested. */
  userId: string | null
  read: () => Promise<Uint8Array> | Uint8Array
  longestSide: number
  timeoutMs?: number
}
type WorkerOptions = { maxQueued?: number; timeoutMs?: number; startTimeoutMs?: number; idleMs?: number; url?: URL }

/** Limit of the worker's JavaScript heap. The pixels of decoded pictures are outside the heap. */
const maxHeapMegabytes = 256

export const imageWorkerUrl = new URL('./image-worker.ts', import.meta.url)

/**
 * Re-encodes one picture at a time, which bounds memory and identifies a picture that crashes the worker. The result of such a picture,
 * and of a picture that takes longer than `timeoutMs`, is null, and the next picture gets a new worker. Throws `too_many_requests` if
 * `maxQueued` pictures of one user wait. The worker exits after `idleMs` without a picture.
 */
export function createImageWorker({
  maxQueued = 16,
  timeoutMs: defaultMs = 20_000,
  // Longer than the deadline of a request: after a slow start, a later request finds the worker ready.
  startTimeoutMs = 20_000,
  idleMs = 10_000,
  url = imageWorkerUrl,
}: WorkerOptions = {}): ImageWorker {
  let idleWorker: ChildProcess | undefined
  let idleTimer: NodeJS.Timeout | undefined
  const queue = createFairQueue(1)
  const beginWait = createUserConcurrencyLimiter(
    maxQueued,
    () => new AppError('too_many_requests', messages.tooMany, { retryAfterSeconds: 2 }),
  )

  return async <Result>(order: WorkerCall) => {
    const key = order.userId ?? ''
    const endWait = beginWait(key)
    const leave = await queue.acquire(key)
    try {
      return await runInWorker<Result>(order)
    } finally {
      leave?.()
      endWait()
    }
  }

  async function runInWorker<Result>({ read, longestSide, timeoutMs = defaultMs }: WorkerCall): Promise<Result | null> {
    const bytes = await read()
    clearTimeout(idleTimer)
    const worker = idleWorker?.connected ? idleWorker : await startWorker(url, startTimeoutMs)
    // Set again only after a reply, so that a crashed or slow worker is not reused.
    idleWorker = undefined
    const waits = new AbortController()
    const timeout = setTimeout(() => worker.kill('SIGKILL'), timeoutMs)
    try {
      const reply = once(worker, 'message', { signal: waits.signal }).then(([given]) => {
        idleWorker = worker
        return given
      })
      const exit = once(worker, 'exit', { signal: waits.signal }).then(() => null)
      writeOrderToPipe(worker.stdin as Socket, bytes, longestSide)
      return await Promise.race([reply, exit])
    } finally {
      waits.abort()
      clearTimeout(timeout)
      idleTimer = setTimeout(stopWorker, idleMs).unref()
    }
  }

  function stopWorker(): void {
    if (idleWorker?.connected) idleWorker.disconnect()
    idleWorker = undefined
  }
}

/** Resolves when the worker is ready. The worker does not keep the server process alive, and exits with the server. */
async function startWorker(url: URL, startTimeoutMs: number): Promise<ChildProcess> {
  const worker = fork(url, {
    env: createWorkerEnvironment(),
    // The worker crashes on a PDF or picture that needs more memory, and the upload is refused.
    execArgv: [`--max-old-space-size=${maxHeapMegabytes}`],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  })
  const pictures = worker.stdin as Socket
  // The pipe fails with EPIPE if the worker exits in the middle of a picture; the exit event ends the call.
  pictures.on('error', () => undefined)
  worker.unref()
  worker.channel?.unref()
  pictures.unref()
  const waits = new AbortController()
  const timeout = setTimeout(() => worker.kill('SIGKILL'), startTimeoutMs)
  try {
    const ready = once(worker, 'message', { signal: waits.signal }).then(() => true)
    const exit = once(worker, 'exit', { signal: waits.signal }).then(() => false)
    if (await Promise.race([ready, exit])) return worker
    throw new AppError('unavailable', imageMessages.workerMissing, { retryAfterSeconds: 5 })
  } finally {
    waits.abort()
    clearTimeout(timeout)
  }
}
