const anHour = 3600

/** Retry-After in either form (RFC 9110 10.2.3) as whole seconds from now, at most an hour; null if absent or invalid. */
export function parseRetryAfter(header: string | null): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), anHour)
}
