// Gives up waiting for an answer after a while; the work itself goes on.

import { databaseAway } from '#db/connection.ts'

export async function beforeDeadline<T>(work: Promise<T> | T, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(databaseAway()), deadlineMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
