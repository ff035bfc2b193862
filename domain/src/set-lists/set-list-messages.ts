import { joinNames } from '@gaffer/domain/shared/join-names'
import { limits } from '@gaffer/domain/shared/limits'

export const setlistMessages = {
  // What to play
  notPractice: 'Only practices and rehearsals have a list of what to play',
  inNextGig: (days: number) =>
    days > 1 ? `In the set for the gig in ${days} days` : `In the set for ${days === 1 ? 'tomorrow' : 'today'}’s gig`,
  notReadyYet: (names: readonly string[], of: number) => {
    if (names.length === of && of > 1) return 'No one is ready'
    if (names.length > 3) return `${names.length} of ${of} are not ready`
    return `${joinNames(names)} ${names.length === 1 ? 'is' : 'are'} not ready`
  },
  practisedTooMany: `Choose ${limits.songsPerBand} songs at most`,
  practisedSongUnknown: 'One of the songs is no longer on the practice list',
  practiceCancelled: 'This practice is cancelled',
  songNotesEmpty: 'No key, tempo or length yet',
  planNotRead: 'Failed to fetch what to play',
  practisedNotRead: 'Failed to fetch what was practised',
  planEmpty: 'Add songs to the practice list, and Gaffer says what to play',
  practisedNotSaved: 'The ticks were not saved',
  songNotChanged: 'The song was not changed',
  practiceNotYet: 'Tick songs on the day of the practice or later',
  lastPractised: (ago: string) => `Last practised ${ago}`,
  neverPractised: 'No practice recorded yet',

  // Set lists
  setlistNameRequired: 'Please give the set list a name',
  setlistTooLong: `A set list can have ${limits.setlistItems} entries at most`,
  noSetlists: 'No set lists yet',
  setlistNotChosen: 'No set list chosen',
  setlistPurposeOfGig: 'The songs of the night in playing order, on stage without a network.',
  setlistPurpose: 'Put songs of the practice list in playing order, and open them on stage without a network.',
  setlistsNotRead: 'Failed to fetch the set lists',
  setlistNotSaved: 'The set list was not saved',
  setlistSaved: 'Set list saved',
  setlistNotDeleted: 'The set list was not deleted',
  setlistDeleted: 'Set list deleted',
  setlistRestored: 'Set list restored',
  setlistNotRestored: 'The set list was not restored',
  setlistAbsent: { title: 'No such set list', text: 'It was deleted, or it belongs to another band.' },
  setlistEmpty: 'No songs in this list yet',
  setlistNeedsSongs: 'The practice list is empty. Add songs there first.',
  noSongMatches: 'No song on the list matches',
  setlistSavedFirst: 'Your unsaved changes to this set list are saved first.',
  setlistAttached: 'Set list chosen',
  setlistAttachedTo: (name: string, event: string) => `“${name}” is the set list of ${event}`,
  setlistDetached: 'Set list taken off',
  setlistDetachedFrom: (name: string, event: string) => `“${name}” is no longer the set list of ${event}`,
  setlistNoEvents: 'Nothing is booked in the coming year',
  eventsNotRead: 'Failed to fetch the events',
  setlistNotAttached: 'The set list of the event was not changed',
  setlistConflict: 'Another member saved this set list while you had it open',
  deletionEffect: 'Its events have no set list then.',
  stageMayDim: 'This device may turn its screen off',
  setlistItemEmpty: 'Choose a song, or write what happens here',
  setlistItemSongOrLabel: 'Choose a song or write a line of your own, not both',
  setlistsFull: `A band can have up to ${limits.setlistsPerBand} set lists. Delete some first.`,
  setlistUnknown: 'This band has no such set list',
  setlistSongUnknown: 'One of the songs is no longer on the practice list',
  setlistItemsOrCopy: 'Copy a set list or choose its songs, not both',
} as const
