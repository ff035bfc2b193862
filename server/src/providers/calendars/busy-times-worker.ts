// Parses calendar files in a worker thread: 20,000 entries would block the event loop for a second, and a recurrence rule may never end.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createWorkerEnvironment } from '#providers/worker-environment.ts'
import type { BusyTimesOptions } from './busy-times.ts'

export type CalendarParseRequest = { bytes: Uint8Array<ArrayBuffer>; options: BusyTimesOptions }
/** `json` is an array of BusyTime. `skippedCount` entries could not be read. */
export type CalendarParseResult =
  | { json: string; count: number; skippedCount: number }
  | { problem: 'not_a_calendar' | 'too_many_entries' | 'too_complex' }
/** Takes over the bytes: the caller cannot use them afterwards. */
export type CalendarParser = (request: CalendarParseRequest) => Promise<CalendarParseResult>

const workerUrl = new URL('./parse-worker.ts', import.meta.url)

/**
 * Parses one file at a time, which bounds memory. A file that takes longer than `timeoutMs`, or more than `memoryMb`, is too complex, and
 * the next one gets a new worker. The worker exits after `idleMs` without a file.
 */
export function createCalendarParser({
  timeoutMs = 10_000,
  memoryMb = 48,
  idleMs = 10_000,
  url = workerUrl,
} = {}): CalendarParser {
  let idleWorker: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  return (request) => {
    const result = last.then(() => parse(request))
    last = result.catch(() => {
      // The caller handles this rejection; it must not stop the next file.
    })
    return result
  }

  async function parse(request: CalendarParseRequest): Promise<CalendarParseResult> {
    clearTimeout(idleTimer)
    const worker = idleWorker ?? startWorker(url, memoryMb)
    // Set again only after an answer: a stopped worker is not reused.
    idleWorker = undefined
    const done = new AbortController()
    const timeout = setTimeout(() => void worker.terminate(), timeoutMs)
    try {
      const answer = once(worker, 'message', done).then(([result]) => {
        idleWorker = worker
        return result as CalendarParseResult
      })
      const exit = once(worker, 'exit', done).then((): CalendarParseResult => ({ problem: 'too_complex' }))
      worker.postMessage(request, [request.bytes.buffer])
      return await Promise.race([answer, exit])
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return { problem: 'too_complex' }
      throw error
    } finally {
      done.abort()
      clearTimeout(timeout)
      idleTimer = setTimeout(stopWorker, idleMs).unref()
    }
  }

  function stopWorker(): void {
    void idleWorker?.terminate()
    idleWorker = undefined
  }
}

/** The worker does not keep the server alive. */
function startWorker(url: URL, memoryMb: number): Worker {
  const worker = new Worker(url, {
    env: createWorkerEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 },
  })
  // Between two files nothing else listens. Without a listener an error would end the server.
  worker.on('error', () => undefined)
  worker.unref()
  return worker
}
