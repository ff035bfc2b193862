// The demo's set lists, and what the band has practised. Songs are given by title.

type Item = { song: string; note?: string } | { label: string; minutes?: number }

/** The set list of the next gig. */
export const nextGigSetlist: { name: string; items: Item[] } = {
  name: 'Book Club, two halves',
  items: [
    { song: 'Dakota', note: 'Lights down. Kit counts in.' },
    { song: 'Chelsea Dagger' },
    { song: 'Take Me Out' },
    { song: 'Naive', note: 'Mags: capo 1' },
    { song: 'Town Called Malice', note: 'Straight into the next' },
    { song: 'I Bet You Look Good on the Dancefloor' },
    { song: 'Rebellion (Lies)', note: 'Everybody sings the end' },
    { label: 'Break', minutes: 15 },
    { song: 'Seven Nation Army', note: 'Bass alone for eight bars' },
    { song: 'Dog Days Are Over' },
    { song: 'Valerie' },
    { song: 'Ruby' },
    { song: 'Common People', note: 'Ros talks over the intro' },
    { song: 'Song 2' },
    { label: 'Encore' },
    { song: 'Mr. Brightside', note: 'Stop dead on the last chorus' },
  ],
}

/** A shorter list, for the festival. */
export const festivalSetlist: { name: string; items: Item[] } = {
  name: 'Greenfield, 30 minutes',
  items: [
    { song: 'Dakota' },
    { song: 'Chelsea Dagger' },
    { song: 'Valerie' },
    { song: 'Take Me Out' },
    { song: 'Seven Nation Army' },
    { song: 'Common People' },
    { song: 'Song 2' },
    { song: 'Mr. Brightside' },
  ],
}

/** Songs practised so many weeks before the next practice. */
export const practisedSongsByWeek: { weeksAgo: number; songs: string[] }[] = [
  { weeksAgo: 9, songs: ['Mr. Brightside', 'Seven Nation Army', 'Song 2', 'Shout'] },
  { weeksAgo: 4, songs: ['Valerie', 'Common People', 'Town Called Malice', 'Dog Days Are Over'] },
  { weeksAgo: 2, songs: ['Dakota', 'Take Me Out', 'Rebellion (Lies)', 'Ruby'] },
  { weeksAgo: 1, songs: ['Chelsea Dagger', 'Naive', 'I Bet You Look Good on the Dancefloor'] },
]

/** Songs that everybody has learnt since the practice list was made. */
export const learntSongTitles = [
  'Valerie',
  'Song 2',
  'Chelsea Dagger',
  'Take Me Out',
  'Seven Nation Army',
  'Dakota',
  'Naive',
  'Ruby',
]

/** Added by Priya and removed again, so that the activity has something to restore. */
export const removedSong = { title: 'The Final Countdown', artist: 'Europe', album: 'The Final Countdown' }
