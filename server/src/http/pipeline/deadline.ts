import { databaseUnavailableError } from '#platform/db/errors.ts'

/** The server closes a connection after this time without data, also before it has responded. Deadlines must end at least 5 s earlier. */
export const connectionTimeoutMs = 30_000

/** Rejects with 503 (database unavailable) after `deadlineMs`. The work itself is not cancelled. */
export async function withDeadline<T>(work: Promise<T> | T, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(databaseUnavailableError()), deadlineMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
