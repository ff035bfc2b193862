// Entry point of the worker thread that busy-times-worker.ts starts.

import { parentPort, workerData } from 'node:worker_threads'
import { readBusyTimes } from './busy-times.ts'
import type { ParseRequest, ParseResult } from './busy-times-worker.ts'
import { NotACalendarError } from './components.ts'
import { TooManyEntriesError } from './occurrences.ts'

const { bytes, options } = workerData as ParseRequest
parentPort?.postMessage(parse(new TextDecoder().decode(bytes)))

function parse(text: string): ParseResult {
  try {
    const busyTimes = readBusyTimes(text, options)
    return { json: JSON.stringify(busyTimes), count: busyTimes.length }
  } catch (error) {
    if (error instanceof NotACalendarError) return { problem: 'not_a_calendar' }
    if (error instanceof TooManyEntriesError) return { problem: 'too_many_entries' }
    throw error
  }
}
