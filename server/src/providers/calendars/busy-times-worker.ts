// Parses calendar files in worker threads: 20,000 entries would block the event loop for a second.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createWorkerEnvironment } from '#providers/worker-environment.ts'
import type { BusyTimesOptions } from './busy-times.ts'
import { createFairQueue } from '#providers/fair-queue.ts'

export type CalendarParseRequest = { bytes: Uint8Array<ArrayBuffer>; options: BusyTimesOptions }
/** `json` is an array of BusyTime. `skippedCount` entries could not be read. */
export type CalendarParseResult =
  | { json: string; count: number; skippedCount: number }
  | { problem: 'not_a_calendar' | 'too_many_entries' | 'too_complex' }
/** `key` is the user whose file waits for a worker, or one key for all hourly readings. A key has one worker at a time. */
export type ParserTurn = { key: string; maxWaitMs: number }
/** Transfers the bytes to a worker: the caller cannot use them afterwards. Resolves to undefined if no worker was free in time. */
export type CalendarParser = (
  request: CalendarParseRequest,
  turn: ParserTurn,
) => Promise<CalendarParseResult | undefined>

const workerUrl = new URL('./parse-worker.ts', import.meta.url)

/**
 * Parses two files at a time, which bounds memory. A file that takes longer than `timeoutMs`, or more than `memoryMb`, is too complex, and
 * the next file gets a new worker. The workers exit after `idleMs` without a file.
 */
export function createCalendarParser({
  workers = 2,
  timeoutMs = 10_000,
  memoryMb = 28,
  idleMs = 10_000,
  url = workerUrl,
} = {}): CalendarParser {
  const queue = createFairQueue(workers)
  const idleWorkers = new Set<Worker>()
  let idleTimer: NodeJS.Timeout | undefined

  return async (request, { key, maxWaitMs }) => {
    const release = await queue.acquire(key, maxWaitMs)
    return release && parse(request).finally(release)
  }

  async function parse(request: CalendarParseRequest): Promise<CalendarParseResult> {
    clearTimeout(idleTimer)
    const [worker = startWorker(url, memoryMb)] = idleWorkers
    // The worker becomes idle again only after a result: a terminated worker is not reused.
    idleWorkers.delete(worker)
    const done = new AbortController()
    const timeout = setTimeout(() => void worker.terminate(), timeoutMs)
    try {
      const parsed = once(worker, 'message', done).then(([result]) => {
        idleWorkers.add(worker)
        return result as CalendarParseResult
      })
      const exit = once(worker, 'exit', done).then((): CalendarParseResult => ({ problem: 'too_complex' }))
      worker.postMessage(request, [request.bytes.buffer])
      return await Promise.race([parsed, exit])
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return { problem: 'too_complex' }
      throw error
    } finally {
      done.abort()
      clearTimeout(timeout)
      idleTimer = setTimeout(stopIdleWorkers, idleMs).unref()
    }
  }

  function stopIdleWorkers(): void {
    for (const worker of idleWorkers) void worker.terminate()
    idleWorkers.clear()
  }
}

/** Starts a worker that does not keep the process alive. */
function startWorker(url: URL, memoryMb: number): Worker {
  const worker = new Worker(url, {
    env: createWorkerEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 },
  })
  // Between two files the worker has no other listener for errors, and an error without a listener would end the server.
  worker.on('error', () => undefined)
  worker.unref()
  return worker
}
