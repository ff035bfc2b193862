// Re-encodes pictures in a worker process: a decoder bug cannot reach the server's secrets or memory.

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import { writePicture } from './image-worker-pipe.ts'

/** Returns WebP of at most 512 px a side without metadata; null when the bytes are not a readable picture. */
export type Reencode = (bytes: Uint8Array) => Promise<Uint8Array | null>

export const program = new URL('./image-worker.ts', import.meta.url)

/**
 * Re-encodes one picture at a time, which bounds memory and identifies a picture that crashes the worker. Such a picture,
 * or one over `longestMs`, gives null, and the next one gets a new worker. Over `mostAtOnce` waiting pictures it throws
 * `too_many_requests`. The worker exits after `idleMs` without a picture.
 */
export function createImageReencoder({
  mostAtOnce = 16,
  longestMs = 20_000,
  idleMs = 10_000,
  of = program,
} = {}): Reencode {
  let reader: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let there = 0

  return async (bytes) => {
    if (there >= mostAtOnce) throw new AppError('too_many_requests', messages.tooMany, { retryAfterSeconds: 2 })
    there += 1
    const turn = last.then(() => read(bytes)).finally(() => (there -= 1))
    last = turn.catch(() => {
      // The caller handles this rejection; it must not block the next picture.
    })
    return turn
  }

  async function read(bytes: Uint8Array): Promise<Uint8Array | null> {
    clearTimeout(idle)
    const mine = reader?.connected ? reader : start(of)
    // Set again only after an answer: a crashed or slow worker is not reused.
    reader = undefined
    const done = new AbortController()
    const tooLong = setTimeout(() => mine.kill('SIGKILL'), longestMs)
    try {
      const answer = once(mine, 'message', done).then(([webp]) => {
        reader = mine
        return webp
      })
      const end = once(mine, 'exit', done).then(() => null)
      writePicture(mine.stdin as Socket, bytes)
      return await Promise.race([answer, end])
    } finally {
      done.abort()
      clearTimeout(tooLong)
      idle = setTimeout(rest, idleMs).unref()
    }
  }

  function rest(): void {
    if (reader?.connected) reader.disconnect()
    reader = undefined
  }
}

/** The worker does not keep the server alive, and exits with it. */
function start(of: URL): ChildProcess {
  // No environment: it contains secrets.
  const reader = fork(of, {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  })
  const pictures = reader.stdin as Socket
  // EPIPE when the worker exits in the middle of a picture; the exit event handles it.
  pictures.on('error', () => undefined)
  reader.unref()
  reader.channel?.unref()
  pictures.unref()
  return reader
}
