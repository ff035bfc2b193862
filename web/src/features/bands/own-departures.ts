// Bands that the user is leaving in this tab. The app shows its message about a lost membership only for bands that are not among them.

const departedBandIds = new Set<string>()

export function rememberOwnDeparture(bandId: string): void {
  departedBandIds.add(bandId)
}

/** Whether the user left the band in this tab. Forgets the departure, because a later one may be a removal by an admin. */
export function takeOwnDeparture(bandId: string): boolean {
  return departedBandIds.delete(bandId)
}
