const minute = 60_000
const hour = 60 * minute

/** "just now", "12 minutes ago", "3 hours ago", "2 days ago"; both in epoch ms. */
export function readAgo(then: number, now = Date.now()): string {
  const passed = Math.max(0, now - then)
  if (passed < minute) return 'just now'
  if (passed < hour) return ago(passed / minute, 'minute')
  if (passed < 24 * hour) return ago(passed / hour, 'hour')
  return ago(passed / (24 * hour), 'day')
}

function ago(count: number, unit: string): string {
  const whole = Math.floor(count)
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`
}
