import { limits } from '@gaffer/domain/shared/limits'

export const playedMessages = {
  notGig: 'Only gigs and festivals have a list of what was played',
  gigCancelled: 'This gig is cancelled',
  gigNotYet: 'Say what you played on the day of the gig or later',
  songUnknown: 'One of the songs is no longer on the practice list',
  itemEmpty: 'Choose a song, or write its title',
  tooMany: `A gig can have ${limits.playedItems} songs at most`,
  purpose: 'Tap out what was left out and add what was added. It keeps when each song was last played.',
  fromSetList: 'This is the set list. Save it if you played it like this.',
  listEmpty: 'Nothing here yet. Add what you played.',
  notRead: 'Failed to fetch what was played',
  notSaved: 'What you played was not saved',
  conflict: (since: string) => `Another member saved what was played ${since}. These differ.`,
  csvSaved: 'What you played is saved as a file',
  csvNotSaved: 'What you played could not be downloaded',
  reportPurpose:
    'Reporting live performances pays the writers of your own songs. PRS for Music takes them for 12 months.',
  reportedOn: (day: string) => `Reported on ${day}`,
  unreportedGigs: (count: number) =>
    count === 1 ? 'A gig with own songs is not reported' : `${count} gigs with own songs are not reported`,
  lastDayToReport: (day: string, count: number) =>
    `Report ${count === 1 ? 'it' : 'the first'} to PRS for Music by ${day}`,
} as const
