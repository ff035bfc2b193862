// The next running time of a gig. Not in gig-sheet.ts, so that pages which only show times do not download Zod.

/**
 * The index of the running time that is next at `now` (`HH:mm`, on the day of the gig); null after the last one. A time that is
 * earlier than the time before it is after midnight.
 */
export function findNextRunningTimeIndex(times: readonly { time: string }[], now: string): number | null {
  const index = times.findIndex(({ time }, at) => isAfterMidnight(times, at) || time > now)
  return index < 0 ? null : index
}

function isAfterMidnight(times: readonly { time: string }[], index: number): boolean {
  return times.slice(0, index + 1).some(({ time }, at) => time < (times[at - 1]?.time ?? ''))
}
