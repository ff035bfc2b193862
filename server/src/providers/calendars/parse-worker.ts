// Entry point of the worker thread that busy-times-worker.ts starts.

import { parentPort } from 'node:worker_threads'
import { parseBusyTimes, TooManyEntriesError } from './busy-times.ts'
import type { CalendarParseRequest, CalendarParseResult } from './busy-times-worker.ts'
import { NotACalendarError } from './components.ts'

// The lint rule is for `window.postMessage`: a worker thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.on('message', (request: CalendarParseRequest) => parentPort?.postMessage(parse(request)))

function parse({ bytes, options }: CalendarParseRequest): CalendarParseResult {
  try {
    const { busyTimes, skippedCount } = parseBusyTimes(new TextDecoder().decode(bytes), options)
    return { json: JSON.stringify(busyTimes), count: busyTimes.length, skippedCount }
  } catch (error) {
    if (error instanceof NotACalendarError) return { problem: 'not_a_calendar' }
    if (error instanceof TooManyEntriesError) return { problem: 'too_many_entries' }
    throw error
  }
}
