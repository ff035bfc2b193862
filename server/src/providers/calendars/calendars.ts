// Reads the calendars that members connect by address.

import type { CalendarProblemCode } from '@gaffer/domain/busy-calendar'
import { limits } from '@gaffer/domain/limits'
import type { NetworkReach } from '#providers/public-address.ts'
import { fetchPublic, PublicFetchError, type PublicFetchReason, type PublicResponse } from '#providers/public-fetch.ts'
import { createCalendarParser, type CalendarParseResult } from './busy-times-worker.ts'

export type CacheValidators = { etag: string | null; lastModified: string | null }

/** `json` is an array of BusyTime, from `today` on. */
export type CalendarReadResult =
  | { outcome: 'unchanged' }
  | ({ outcome: 'read'; json: string; count: number } & CacheValidators)
  | { outcome: 'failed'; problem: CalendarProblemCode }

export type CalendarRequest = {
  url: string
  /** Validators of the last response; null reads the calendar unconditionally. */
  validators: CacheValidators | null
  countAllDay: boolean
  /** Date in London. */
  today: string
}

export type CalendarReader = {
  /** Never rejects for anything that the calendar's server does. Undefined while too many calendars wait. */
  read(request: CalendarRequest): Promise<CalendarReadResult | undefined>
}

// A response takes up to 5 MB.
const atOnce = 4

/** `timeoutMs` is the limit of one response, in tests. */
export function createCalendarReader(reach: NetworkReach, { maxWaiting = 40, timeoutMs = 5000 } = {}): CalendarReader {
  const parse = createCalendarParser()
  const waiting: (() => void)[] = []
  let running = 0

  return {
    async read(request) {
      if (waiting.length >= maxWaiting) return undefined
      if (running === atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
      else running += 1
      try {
        return await readOne(request)
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }

  async function readOne({ url, validators, countAllDay, today }: CalendarRequest): Promise<CalendarReadResult> {
    const response = await fetchCalendar(url, validators)
    if (typeof response === 'string') return { outcome: 'failed', problem: response }
    if (response.status === 304 && validators) return { outcome: 'unchanged' }
    if (response.status !== 200) return { outcome: 'failed', problem: problemOfStatus(response.status) }
    const { busyCalendarEntries: maxEntries, busyCalendarMonths: months } = limits
    // A copy with a buffer of its own, which can be handed to the worker.
    const bytes = new Uint8Array(response.body)
    const parsed = await parse({ bytes, options: { today, countAllDay, maxEntries, months } })
    if ('problem' in parsed) return { outcome: 'failed', problem: problemOfFile(parsed) }
    const { headers } = response
    return { outcome: 'read', ...parsed, etag: headers.get('etag'), lastModified: headers.get('last-modified') }
  }

  async function fetchCalendar(
    url: string,
    validators: CacheValidators | null,
  ): Promise<PublicResponse | CalendarProblemCode> {
    const headers = {
      accept: 'text/calendar, */*;q=0.5',
      ...(validators?.etag && { 'if-none-match': validators.etag }),
      ...(validators?.lastModified && { 'if-modified-since': validators.lastModified }),
    }
    try {
      return await fetchPublic(url, { reach, headers, timeoutMs })
    } catch (error) {
      if (error instanceof PublicFetchError) return problemOfFetch[error.reason]
      throw error
    }
  }
}

const problemOfFetch: Record<PublicFetchReason, CalendarProblemCode> = {
  not_allowed: 'not_allowed',
  too_many_redirects: 'redirects',
  timeout: 'slow',
  too_large: 'too_large',
  unreachable: 'unreachable',
  connection_lost: 'unreachable',
  unreadable: 'not_a_calendar',
}

function problemOfStatus(status: number): CalendarProblemCode {
  if (status === 401 || status === 403) return 'password'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'busy' : 'refused'
}

function problemOfFile({ problem }: Extract<CalendarParseResult, { problem: string }>): CalendarProblemCode {
  return problem === 'too_many_entries' ? 'too_large' : problem
}
