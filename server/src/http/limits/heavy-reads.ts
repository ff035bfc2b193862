// Heavy reads are responses with thousands of rows: exports, calendar feeds, personal data. Each user may have only a few at once. They
// are built in small slices, so that the server handles other requests in between.

import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { createUserConcurrencyLimiter } from '#platform/user-concurrency-limiter.ts'

/** The Retry-After of a refused heavy read; the largest export takes about one second. */
const retryAfterSeconds = 2

/** Counts a heavy read of the user until the returned function is called. Throws 429 beyond the limit. */
export const acquireHeavyReadSlot = createUserConcurrencyLimiter(
  limits.heavyReadsAtOnce,
  () => new AppError('too_many_requests', messages.tooManyDownloads, { retryAfterSeconds }),
)

/** Counts a heavy read of the authenticated user until the response closes, complete or aborted. */
export function holdHeavyReadSlotUntilClose(
  principal: { member?: Reader; user?: Reader | null } = {},
  response: ServerResponse,
): void {
  const reader = principal.member ?? principal.user
  if (!reader || response.destroyed) return
  response.once('close', acquireHeavyReadSlot(reader.userId))
}

type Reader = { userId: string }

let lastSlice: Promise<unknown> = Promise.resolve()

/**
 * Runs one slice of a heavy read: a query for some rows and the formatting of these rows. The slices of all heavy reads run one
 * after another, each in its own turn of the event loop. Together they use one database connection.
 */
export function runHeavyReadSlice<T>(slice: () => Promise<T> | T): Promise<T> {
  const run = lastSlice.then(slice)
  lastSlice = run.then(
    () => nextTurn(),
    // The caller of this slice handles its error; the next slice runs anyway.
    () => nextTurn(),
  )
  return run
}
