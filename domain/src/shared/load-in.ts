/** The time of load-in among running times of a gig sheet; null without one. Bands spell the label in different ways. */
export function findLoadIn(times: readonly { time: string; label: string }[]): string | null {
  return times.find(({ label }) => /\bload[\s-]*in\b/i.test(label))?.time ?? null
}
