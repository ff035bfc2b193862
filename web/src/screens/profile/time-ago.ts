// How long ago something was, in words, as coarse as people say it.

const units = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const
const words = new Intl.RelativeTimeFormat('en-GB', { numeric: 'always' })

/** "3 hours ago"; under a minute, or from a clock that is ahead of ours, "just now". */
export function timeAgo(timestamp: string, now: number): string {
  const passed = now - Date.parse(timestamp)
  const fit = units.find(({ ms }) => passed >= ms)
  return fit ? words.format(-Math.floor(passed / fit.ms), fit.unit) : 'just now'
}
