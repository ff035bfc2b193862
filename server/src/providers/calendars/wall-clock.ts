// A wall-clock time is a number: the epoch milliseconds of the instant at which UTC shows it. A day is its number since 1970-01-01.

export const dayMs = 86_400_000

export function dayOf(wall: number): number {
  return Math.floor(wall / dayMs)
}

export type Zone = {
  /** A time that occurs twice means its first occurrence. A skipped time has the offset before the change (RFC 5545 section 3.3.5). */
  instantOf(wall: number): number
  wallOf(instant: number): number
}

export const utc: Zone = { instantOf: (wall) => wall, wallOf: (instant) => instant }

/** Reads a DATE or DATE-TIME; returns null for any other text. */
export function parseWallClock(value: string): number | null {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(0[1-9]|1[0-2])(\d\d)(?:T([01]\d|2[0-4])([0-5]\d)([0-5]\d|60)?Z?)?$/i.exec(value) ?? []
  // Date.UTC reads the years 0 to 99 as 1900 to 1999, so they are refused.
  if (!year || year < '0100') return null
  const date = Date.UTC(+year, Number(month) - 1, Number(day))
  if (new Date(date).getUTCDate() !== Number(day)) return null
  return date + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
}
