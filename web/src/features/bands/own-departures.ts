// Bands that the user leaves in this page, which therefore does not announce that they are no longer in them.

const leaving = new Set<string>()

export function noteOwnDeparture(bandId: string): void {
  leaving.add(bandId)
}

/** Returns whether the departure from the band was noted, and forgets it: a later one may not be the user's own. */
export function takeOwnDeparture(bandId: string): boolean {
  return leaving.delete(bandId)
}
