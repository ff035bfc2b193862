import { formatCount } from '@gaffer/domain/shared/format-count'

const units = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

/** "3 hours ago"; under a minute, or for a time in the future, "just now". Both times are in epoch milliseconds. */
export function formatRelativeTime(then: number, now = Date.now()): string {
  const passedMs = now - then
  const largestUnit = units.find(({ ms }) => passedMs >= ms)
  if (!largestUnit) return 'just now'
  const count = Math.floor(passedMs / largestUnit.ms)
  return `${formatCount(count)} ${largestUnit.unit}${count === 1 ? '' : 's'} ago`
}
