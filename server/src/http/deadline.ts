// How long a caller waits for the database.

import { databaseUnavailable } from '#platform/db/errors.ts'

/** The result of the work, or the refusal that the database is unavailable once the time is over. The work itself goes on. */
export async function beforeDeadline<T>(work: Promise<T> | T, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(databaseUnavailable()), deadlineMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
