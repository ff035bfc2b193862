// Re-encodes pictures in a worker process: a decoder bug cannot reach the server's secrets or memory.

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { createWorkerEnvironment } from '#providers/worker-environment.ts'
import { writePictureToPipe } from './image-worker-pipe.ts'

/** Returns WebP of at most 512 px a side without metadata; null when the bytes are not a readable picture. */
export type ImageReencoder = (bytes: Uint8Array) => Promise<Uint8Array | null>

export const imageWorkerUrl = new URL('./image-worker.ts', import.meta.url)

/**
 * Re-encodes one picture at a time, which bounds memory and identifies a picture that crashes the worker. Such a picture,
 * or one over `timeoutMs`, gives null, and the next one gets a new worker. Over `maxQueued` waiting pictures it throws
 * `too_many_requests`. The worker exits after `idleMs` without a picture.
 */
export function createImageReencoder({
  maxQueued = 16,
  timeoutMs = 20_000,
  idleMs = 10_000,
  url = imageWorkerUrl,
} = {}): ImageReencoder {
  let idleWorker: ChildProcess | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let queued = 0

  return async (bytes) => {
    if (queued >= maxQueued) throw new AppError('too_many_requests', messages.tooMany, { retryAfterSeconds: 2 })
    queued += 1
    const result = last.then(() => reencode(bytes)).finally(() => (queued -= 1))
    last = result.catch(() => {
      // The caller handles this rejection; it must not block the next picture.
    })
    return result
  }

  async function reencode(bytes: Uint8Array): Promise<Uint8Array | null> {
    clearTimeout(idleTimer)
    const worker = idleWorker?.connected ? idleWorker : startWorker(url)
    // Set again only after an answer: a crashed or slow worker is not reused.
    idleWorker = undefined
    const done = new AbortController()
    const timeout = setTimeout(() => worker.kill('SIGKILL'), timeoutMs)
    try {
      const answer = once(worker, 'message', done).then(([webp]) => {
        idleWorker = worker
        return webp
      })
      const exit = once(worker, 'exit', done).then(() => null)
      writePictureToPipe(worker.stdin as Socket, bytes)
      return await Promise.race([answer, exit])
    } finally {
      done.abort()
      clearTimeout(timeout)
      idleTimer = setTimeout(stopWorker, idleMs).unref()
    }
  }

  function stopWorker(): void {
    if (idleWorker?.connected) idleWorker.disconnect()
    idleWorker = undefined
  }
}

/** The worker does not keep the server alive, and exits with it. */
function startWorker(url: URL): ChildProcess {
  const worker = fork(url, {
    env: createWorkerEnvironment(),
    execArgv: [],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  })
  const pictures = worker.stdin as Socket
  // EPIPE when the worker exits in the middle of a picture; the exit event handles it.
  pictures.on('error', () => undefined)
  worker.unref()
  worker.channel?.unref()
  pictures.unref()
  return worker
}
