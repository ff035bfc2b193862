const hourSeconds = 3600

/**
 * Retry-After in either form (RFC 9110 10.2.3) as whole seconds, at most an hour; null if absent or invalid. A date counts from the
 * response's own Date, so that the clocks of both servers may differ.
 */
export function parseRetryAfter(headers: { get(name: string): string | null }): number | null {
  const header = headers.get('retry-after')?.trim()
  if (!header) return null
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - Date.parse(headers.get('date') ?? '')) / 1000)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), hourSeconds)
}
