import type { AppError } from '@gaffer/domain/shared/app-error'

/**
 * Limits the work in progress per user on this server. The returned function begins work of a user, or throws `refusal` at the limit. It
 * returns the function that ends the work.
 */
export function createUserConcurrencyLimiter(limit: number, refusal: () => AppError): (userId: string) => () => void {
  const counts = new Map<string, number>()
  return (userId) => {
    const count = counts.get(userId) ?? 0
    if (count >= limit) throw refusal()
    counts.set(userId, count + 1)
    return () => {
      const left = (counts.get(userId) ?? 0) - 1
      if (left > 0) counts.set(userId, left)
      else counts.delete(userId)
    }
  }
}
