import { formatCount } from '@gaffer/domain/shared/format-count'
import { limits } from '@gaffer/domain/shared/limits'

export const songMessages = {
  songTitleRequired: 'Song title is required',
  songArtistRequired: 'Artist is required',
  songTwice: 'That song is already on the practice list',
  songsFull: `The practice list can have up to ${formatCount(limits.songsPerBand)} songs. Remove some first.`,
  songAdded: 'Song added to practice list and Spotify playlist!',
  songRemoved: 'Song removed from practice list and Spotify playlist',
  songAddedHereOnly: 'The song was added to the practice list.',
  songRemovedHereOnly: 'The song was removed from the practice list.',
  songNotAdded: 'Failed to add song',
  songNotRemoved: 'Failed to remove song',
  songRestored: 'Song restored',
  songNotRestored: 'Failed to restore song',
  songRestoredHereOnly: 'The song is on the practice list again.',
  readinessNotUpdated: 'Failed to update readiness',
  vetoNotUpdated: 'Failed to update',
  confirmRemoveSong: (song: string) => `Are you sure you want to remove "${song}" from the practice list?`,
  confirmRemoveSongs: (count: number) => `Are you sure you want to remove ${count} songs from the practice list?`,
  songsRemoved: (count: number) => `${count} songs removed from practice list and Spotify playlist`,
  songsRemovedHereOnly: (count: number) => `${count} songs were removed from the practice list.`,
  songsPartlyRemoved: (count: number, of: number) => `${count} of ${of} songs were removed.`,
  notSpotifyAddress: 'This is not an address at Spotify',

  durationTyped: 'Write a length such as 3:45, up to 60:00',
  durationInvalid: 'Choose a length from 1 second to 1 hour',
  tempoInvalid: `Choose a tempo from ${limits.lowestTempo} to ${limits.highestTempo} beats per minute`,
} as const
