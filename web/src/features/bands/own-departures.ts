// Bands that the user is leaving in this tab. For other bands, the app shows a message when the membership is gone.

const departedBandIds = new Set<string>()

export function rememberOwnDeparture(bandId: string): void {
  departedBandIds.add(bandId)
}

/** Whether the user left the band in this tab. Forgets the departure, because a later one may be a removal by an admin. */
export function takeOwnDeparture(bandId: string): boolean {
  return departedBandIds.delete(bandId)
}
