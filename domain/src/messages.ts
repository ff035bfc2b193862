// Every sentence that a member may read and that both sides, or more than one screen, must say alike.
// A pair is a toast's title and its text. The wording is the product owner's: change it nowhere else.

import { limits } from './limits.ts'
import { signInMessages } from './sign-in-messages.ts'

export type Notice = { title: string; text?: string }

const inWords = (count: number) => count.toLocaleString('en-GB')

export const messages = {
  notSignedIn: 'Not authenticated',
  notFound: 'Not found',
  notAllowed: 'You are not allowed to do that',
  invalidInput: 'Some of that is not right',
  unknownField: 'This field is not known here',
  requiredFields: 'Please fill in all required fields',
  brokenJson: 'The request is not valid JSON',
  jsonOnly: 'Send JSON (content-type application/json)',
  tooLarge: 'That is too large',
  tooSlow: 'That took too long to arrive',
  tooMany: 'Too many requests. Please wait a moment.',
  tooManyDownloads: 'Your other downloads are still running. Please wait for one to finish.',
  crossSite: 'This request did not come from Gaffer',
  unavailable: 'Gaffer cannot reach its database. Please try again in a moment.',
  failed: 'Something went wrong on our side. Please try again.',
  stale: 'Somebody changed this in the meantime',
  gone: 'Somebody deleted this in the meantime',
  idempotencyReused: 'This Idempotency-Key was used for a different request',
  tryAgain: 'Please try again',

  ...signInMessages,

  // Invitations
  invitationDead: 'This invitation is no longer valid',
  invitationAskAgain: 'Ask your band for a new link.',
  invitationsTooMany: 'Your band has sent a lot of invitations. Please wait before sending more.',
  invitedAlready: 'Somebody with this email has been invited already',
  emailInvalid: 'Invalid email',
  phoneInviteRequired: { title: 'Phone number required', text: 'Please enter a phone number to send the invite' },
  phoneInviteSent: 'Invite sent!',
  phoneInviteNotSent: 'Error sending invite',
  linkMade: 'Invite link generated!',
  linkNotMade: 'Error generating link',
  contactAdmin: 'Contact an admin to invite new members.',
  invitationOtherPhone: 'This invitation is for another phone number',

  // Profile
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  displayNameRequired: 'Display name is required',
  profileUpdated: 'Profile Updated',
  profileNotUpdated: 'Failed to Update Profile',
  soleOwner: (band: string) =>
    `You are the only owner of ${band}. Make another member an owner first, or remove its other members.`,

  // Bands
  bandNameRequired: { title: 'Band name required', text: 'Please enter a name for your band' },
  bandDisplayNameRequired: { title: 'Display name required', text: 'Please enter your display name in the band' },
  bandCreated: 'Welcome to your band!',
  bandNotCreated: 'Failed to create band',
  bandUpdated: 'Band settings updated successfully',
  bandNotUpdated: 'Failed to update band settings',
  bandNeedsOwner: 'A band always keeps an owner',
  memberInvited: 'Band member invited successfully',
  memberNotInvited: 'Failed to invite band member',
  memberRemoved: 'Band member removed successfully',
  memberNotRemoved: 'Failed to remove band member',
  notYourself: 'You cannot remove yourself',
  onlyOwnersRemoveOwners: 'Only an owner can remove an owner',
  notJoinedYet: 'They have not joined yet',
  roleRequired: 'Please enter a role',
  onlyOwnCard: 'Members edit their own card',
  onlyOwnersSetAccess: 'Only an owner can change what a member may do, and never for themselves',
  eventTypesRequired: 'Choose at least one event type',

  // Events
  venueRequired: 'Venue is required for public events',
  locationRequired: 'Location is required for private events',
  eventTypeNotAllowed: 'This band does not use that event type',
  notPublicType: 'Only public gigs and festivals can be public',
  endBeforeStart: 'The end date is before the start date',
  eventTooLong: 'An event can last a year at most',
  endWithoutStart: 'Please add a start time',
  timeDoesNotExist: 'That time does not exist: the clocks go forward that night',
  unavailableNotBand: 'Band events belong to a band',
  bandEventElsewhere: 'Only days away can be added without a band',
  awayStaysAway: 'Days away and band events cannot become each other. Please add a new one instead.',
  notYourMembership: 'You can only act as yourself',
  bandEventsFull: `A band can have up to ${inWords(limits.eventsPerBand)} events. Delete some old ones first.`,
  daysAwayFull: `You can have up to ${inWords(limits.daysAwayPerPerson)} entries for days away. Delete some old ones first.`,
  rangeBackwards: 'The end of the range is before its start',
  rangeTooLong: 'Ask for 400 days at most',
  eventCreated: 'Event created successfully',
  eventUpdated: 'Event updated successfully',
  eventDeleted: 'Event deleted successfully',
  eventNotCreated: 'Failed to create event',
  eventNotUpdated: 'Failed to update event',
  eventNotDeleted: 'Failed to delete event',
  calendarEventDeleted: { title: 'Event deleted', text: 'The event has been removed from your calendar' },
  calendarEventNotDeleted: { title: 'Error deleting event', text: 'Please try again' },
  confirmDeleteEvent: 'Are you sure you want to delete this event?',
  onlyOwnerEdits: (member: string) => `Only ${member} can edit this unavailability`,
  confirmCancelEvent: (event: string, date: string) => `Cancel ${event} on ${date}?`,

  // Calendar address
  urlCopied: {
    title: 'Calendar URL copied',
    text: 'Paste this URL in your calendar app to subscribe to live updates',
  },
  urlNeedsSignIn: { title: 'Authentication required', text: 'Please sign in to get calendar URLs' },
  urlFailed: { title: 'Failed to get URLs', text: 'Failed to get calendar URLs. Please try again.' },

  // Songs
  songTitleRequired: 'Song title is required',
  songArtistRequired: 'Artist is required',
  songTwice: 'That song is already on the practice list',
  songsFull: `The practice list can have up to ${inWords(limits.songsPerBand)} songs. Remove some first.`,
  songAdded: 'Song added to practice list and Spotify playlist!',
  songRemoved: 'Song removed from practice list and Spotify playlist',
  songNotAdded: 'Failed to add song',
  songNotRemoved: 'Failed to remove song',
  readinessNotUpdated: 'Failed to update readiness',
  vetoNotUpdated: 'Failed to update',
  confirmRemoveSong: (song: string) => `Are you sure you want to remove "${song}" from the practice list?`,
  notSpotifyAddress: 'This is not an address at Spotify',

  // Music service
  spotifyNotConfigured: 'Spotify is not set up on this server',
  spotifyExpired: 'Your Spotify connection has expired. Please connect again.',
  spotifyBusy: 'Spotify is busy. Please try again in a moment.',
  spotifyUsedUp: (minutes: number) =>
    `Spotify has had enough of Gaffer for now. Please try again in ${minutes} minutes.`,
  spotifyUnlisted: 'Spotify does not let this account in here. Ask whoever runs Gaffer to add it.',
  spotifyAway: 'Spotify does not answer right now. Please try again.',
  spotifyForbidden: 'Spotify allows that for your own playlists only',
  spotifyAbsent: 'Spotify does not have that any more',
  playlistTooLong: 'That playlist is too long for Gaffer',
  searchTooShort: 'Type at least 2 characters to search',
  nothingFound: 'No results found',
  spotifyConnected: 'Connected to Spotify!',
  spotifyDisconnected: 'Disconnected from Spotify',
  connectionFailed: { title: 'Connection failed', text: 'Could not connect to Spotify' },
  connectionCancelled: 'Connection cancelled',
  importFailed: { title: 'Import failed', text: 'Could not import songs from playlist' },
  songsImported: (count: number) => `Imported ${count} songs!`,
  syncFailed: { title: 'Sync failed', text: 'Could not sync to Spotify playlist' },
  playlistSynced: 'Synced to Spotify!',
  playlistChosen: 'Practice playlist set!',
} as const
