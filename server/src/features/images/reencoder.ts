// Has pictures read and written anew by a process of its own, which is there only while pictures come. Knows nothing of who
// sent them or where they go.

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import { writePicture } from './picture-pipe.ts'

/** The picture as WebP of at most 512 pixels a side, without metadata; null when it is none that can be read. */
export type Reencode = (bytes: Uint8Array) => Promise<Uint8Array | null>

export const program = new URL('./reencoding-process.ts', import.meta.url)

/**
 * Pictures are read one at a time, which bounds the memory they take and tells which one it was that ended the process or took
 * longer than `longestMs`: that one is refused, and the next has a new process. While `mostAtOnce` are there already, another is
 * asked to come back. After `idleMs` without a picture the process ends.
 */
export function makeReencoder({ mostAtOnce = 16, longestMs = 20_000, idleMs = 10_000, of = program } = {}): Reencode {
  let reader: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let there = 0

  return async (bytes) => {
    if (there >= mostAtOnce) throw new Refusal('too_many_requests', messages.tooMany, { retryAfterSeconds: 2 })
    there += 1
    const turn = last.then(() => read(bytes)).finally(() => (there -= 1))
    last = turn.catch(() => {
      // Whoever sent this one hears of it; the next one's turn comes all the same.
    })
    return turn
  }

  async function read(bytes: Uint8Array): Promise<Uint8Array | null> {
    clearTimeout(idle)
    const mine = reader?.connected ? reader : start(of)
    // Taken again only if it answers.
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

/** A process that keeps nobody from ending, and ends with whoever started it. */
function start(of: URL): ChildProcess {
  // Its code is as foreign as the pictures: it gets none of the settings, of which some are secrets.
  const reader = fork(of, {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  })
  const pictures = reader.stdin as Socket
  // Breaks when the process ends in the middle of a picture; its exit says so already.
  pictures.on('error', () => undefined)
  reader.unref()
  reader.channel?.unref()
  pictures.unref()
  return reader
}
