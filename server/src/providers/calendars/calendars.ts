// Reads the calendars that members connect by address.

import type { CalendarProblemCode } from '@gaffer/domain/busy-calendars/busy-calendar'
import { limits } from '@gaffer/domain/shared/limits'
import type { NetworkReach } from '#providers/public-address.ts'
import { fetchPublic, PublicFetchError, type PublicFetchReason, type PublicResponse } from '#providers/public-fetch.ts'
import { createCalendarParser, type CalendarParseResult, type ParserTurn } from './busy-times-worker.ts'
import { createFairQueue } from '#providers/fair-queue.ts'

export type CacheValidators = { etag: string | null; lastModified: string | null }

/** `json` is an array of BusyTime, from `today` on. `skippedCount` entries could not be read. */
export type CalendarReadResult =
  | { outcome: 'unchanged' }
  | ({ outcome: 'read'; json: string; count: number; skippedCount: number } & CacheValidators)
  | { outcome: 'failed'; problem: CalendarProblemCode }

export type CalendarRequest = {
  url: string
  /** Validators of the last response; null reads the calendar unconditionally. */
  validators: CacheValidators | null
  countAllDay: boolean
  /** Date in London. */
  today: string
  /** The user whose request waits for the result; null for the hourly reading, which waits as long as it takes. */
  waitingUserId: string | null
}

export type CalendarReader = {
  /** Never rejects for anything that the calendar's server does. Undefined if no worker was free within 5 s, while a user waits. */
  read(request: CalendarRequest): Promise<CalendarReadResult | undefined>
}

/** How many calendars are requested at once for users who wait. Each response takes up to 5 MB of memory. */
const maxRequestsAtOnce = 4
/** The hourly readings share one turn for the workers, as if they were one user: they never occupy both workers. */
const hourlyTurn: ParserTurn = { key: 'hourly', maxWaitMs: Infinity }

/** Tests set `timeoutMs`, the limit of one response, and `maxWaitMs`, the longest wait for a slot and a worker. */
export function createCalendarReader(
  reach: NetworkReach,
  { parse = createCalendarParser(), maxWaitMs = 5000, timeoutMs = 5000 } = {},
): CalendarReader {
  const requests = createFairQueue(maxRequestsAtOnce)

  return {
    async read(request) {
      const { waitingUserId } = request
      // The job of the hourly readings limits how many calendars are read at once.
      if (waitingUserId === null) return readCalendar(request, hourlyTurn)
      const startedAt = performance.now()
      const release = await requests.acquire(waitingUserId, maxWaitMs)
      const turn = { key: waitingUserId, maxWaitMs: maxWaitMs - (performance.now() - startedAt) }
      return release && readCalendar(request, turn).finally(release)
    },
  }

  async function readCalendar(
    { url, validators, countAllDay, today }: CalendarRequest,
    turn: ParserTurn,
  ): Promise<CalendarReadResult | undefined> {
    const response = await fetchCalendar(url, validators)
    if (typeof response === 'string') return { outcome: 'failed', problem: response }
    if (response.status === 304 && validators) return { outcome: 'unchanged' }
    if (response.status !== 200) return { outcome: 'failed', problem: problemOfStatus(response.status) }
    const { busyCalendarEntries: maxEntries, busyCalendarMonths: months } = limits
    // A copy with its own buffer, which can be transferred to the worker.
    const bytes = new Uint8Array(response.body)
    const parsed = await parse({ bytes, options: { today, countAllDay, maxEntries, months } }, turn)
    if (!parsed) return undefined
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
