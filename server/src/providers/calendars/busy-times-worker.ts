// Parses calendar files in a worker thread: 20,000 entries would block the event loop for seconds, and a recurrence rule may never end.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { BusyOptions } from './busy-times.ts'

export type ParseRequest = { bytes: Uint8Array; options: BusyOptions }
/** `json` is an array of BusyTime. */
export type ParseResult =
  | { json: string; count: number }
  | { problem: 'not_a_calendar' | 'too_many_entries' | 'too_complex' }

const workerUrl = new URL('./parse-worker.ts', import.meta.url)

/**
 * Parses one file at a time, which bounds memory. A file that takes longer than `timeoutMs`, or more than `memoryMb`, is too complex. Takes
 * over the bytes: the caller cannot use them afterwards.
 */
export function createCalendarParser({ timeoutMs = 10_000, memoryMb = 48 } = {}) {
  let last: Promise<unknown> = Promise.resolve()
  return (request: ParseRequest): Promise<ParseResult> => {
    const result = last.then(() => parse(request))
    last = result.catch(() => {
      // The caller handles this rejection; it must not stop the next file.
    })
    return result
  }

  async function parse({ bytes, options }: ParseRequest): Promise<ParseResult> {
    const worker = new Worker(workerUrl, {
      workerData: { bytes, options } satisfies ParseRequest,
      transferList: [bytes.buffer as ArrayBuffer],
      // No environment: it contains secrets.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 },
    })
    const done = new AbortController()
    const timeout = setTimeout(() => void worker.terminate(), timeoutMs)
    try {
      return await Promise.race([
        once(worker, 'message', done).then(([result]) => result as ParseResult),
        once(worker, 'exit', done).then((): ParseResult => ({ problem: 'too_complex' })),
      ])
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return { problem: 'too_complex' }
      throw error
    } finally {
      done.abort()
      clearTimeout(timeout)
      await worker.terminate()
    }
  }
}
