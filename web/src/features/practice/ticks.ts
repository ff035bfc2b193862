type Practised = { songIds: string[] }

/** The practised songs with one song ticked, or without it. */
export function withTick(practised: Practised, songId: string, isTicked: boolean): Practised {
  const others = practised.songIds.filter((id) => id !== songId)
  return { ...practised, songIds: isTicked ? [...others, songId] : others }
}
