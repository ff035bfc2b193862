// Texts for members that server and client, or several screens, share. A pair is a toast's title and text. The product owner decides
// the wording.

import { limits } from './limits.ts'
import { signInMessages } from './sign-in-messages.ts'

export type ToastText = { title: string; text?: string }

/** "Kit", "Kit and Jo", "Kit, Jo and Ali". */
const inSentence = (names: readonly string[]) =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')

const inWords = (count: number) => count.toLocaleString('en-GB')

export const messages = {
  notSignedIn: 'Not authenticated',
  notFound: 'Not found',
  notAllowed: 'You are not allowed to do that',
  invalidInput: 'Some of the details are not right. Please check them and try again.',
  unknownField: 'Unknown field',
  requiredFields: 'Please fill in all required fields',
  brokenJson: 'The request is not valid JSON',
  bodyEncoding: 'Send the body as it is, or compressed once (gzip, br, deflate or zstd)',
  jsonOnly: 'Send JSON (content-type application/json)',
  tooLarge: 'That is too large',
  tooSlow: 'The request took too long to arrive',
  tooMany: 'Too many requests. Please wait a moment.',
  picturesTooMany: 'You have uploaded a lot of pictures today. Please try again later.',
  tooManyDownloads: 'Your other downloads are still running. Please wait for one to finish.',
  crossSite: 'This request did not come from Gaffer',
  unavailable: 'Gaffer cannot reach its database. Please try again in a moment.',
  diskFull: 'The disk of the database is full',
  failed: 'Something went wrong on our side. Please try again.',
  stale: 'Somebody changed this in the meantime',
  gone: 'Somebody deleted this in the meantime',
  idempotencyEmpty: 'The Idempotency-Key is empty',
  idempotencyReused: 'This Idempotency-Key was used for a different request',
  tryAgain: 'Please try again',

  ...signInMessages,

  // Invitations
  invitationDead: 'This invitation is no longer valid',
  invitationAskAgain: 'Ask your band for a new link.',
  openLinksTooMany: 'Your band has a lot of open invite links. Revoke one that is not needed before making another.',
  invitationsTooMany: 'Your band has sent a lot of invitations. Please wait before sending more.',
  messagesTooManyFromYou: 'You have sent a lot of invitations. Please wait before sending more.',
  messagesTooManyFromHere: 'A lot of invitations were sent from your network. Please wait before sending more.',
  messagesTooManyToThem: 'They have had a lot of invitations. Please wait before sending another.',
  textsUsedUp: 'Gaffer cannot send more texts today. Please share an invite link instead.',
  mailsUsedUp: 'Gaffer cannot send more emails today. Please share an invite link instead.',
  invitedAlready: 'Somebody with this email has been invited already',
  memberAlready: 'Somebody with this number is already in the band',
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
  bandsTooMany: `You can be in ${limits.bandsPerPerson} bands at most`,
  bandNeedsOwner: 'A band needs at least one owner',
  memberInvited: 'Band member invited successfully',
  memberNotInvited: 'Failed to invite band member',
  memberRemoved: 'Band member removed successfully',
  memberNotRemoved: 'Failed to remove band member',
  keptEventGone: 'An event that you chose to keep is not there any more. Please check the list and try again.',
  keptEventsTooMany: 'Keep at most 1,000 events',
  notYourself: 'You cannot remove yourself',
  onlyOwnersRemoveOwners: 'Only an owner can remove an owner',
  notJoinedYet: 'They have not joined yet',
  roleRequired: 'Please enter a role',
  onlyOwnCard: 'You can only edit your own card',
  onlyOwnersSetAccess: 'Only an owner can change access, and not their own',
  eventTypesRequired: 'Choose at least one event type',

  // Forms that were open when the session ended
  unsavedDraft: {
    profile: "Your profile wasn't saved. Continue?",
    settings: "Your band settings weren't saved. Continue?",
    band: "Your new band wasn't saved. Continue?",
    event: "Your event wasn't saved. Continue?",
    song: "Your song wasn't saved. Continue?",
    member: "Your invitation wasn't sent. Continue?",
  },

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
  awayStaysAway: 'A band event cannot be turned into days away, or the other way round. Please add a new one instead.',
  notYourMembership: 'You can only act as yourself',
  bandEventsFull: `A band can have up to ${inWords(limits.eventsPerBand)} events. Delete some old ones first.`,
  daysAwayFull: `You can have up to ${inWords(limits.daysAwayPerPerson)} entries for days away. Delete some old ones first.`,
  rangeBackwards: 'The end of the range is before its start',
  rangeTooLong: 'Choose at most 400 days',
  eventCreated: 'Event created successfully',
  eventUpdated: 'Event updated successfully',
  eventDeleted: 'Event deleted successfully',
  eventNotCreated: 'Failed to create event',
  eventNotUpdated: 'Failed to update event',
  eventNotDeleted: 'Failed to delete event',
  calendarEventDeleted: { title: 'Event deleted', text: 'The event has been removed from your calendar' },
  calendarEventNotDeleted: { title: 'Error deleting event', text: 'Please try again' },
  eventRestored: 'Event restored',
  eventNotRestored: 'Failed to restore event',
  eventAbsent: {
    title: 'That event is not in your calendar',
    text: 'It may have been deleted, or it belongs to a band that you are not in.',
  },
  onlyDaysAwayCancel: 'Only days away can cancel other events',
  affectedEventsChanged: 'One of those events was changed or deleted in the meantime. Please save again.',
  confirmDeleteEvent: 'Are you sure you want to delete this event?',
  onlyOwnerEdits: (member: string) => `Only ${member} can edit this unavailability`,
  confirmCancelEvent: (event: string, date: string) => `Cancel ${event} on ${date}?`,

  // Repeating events
  repeatEndsBefore: 'The series ends before it starts',
  repeatTooFar: `A series can last ${limits.seriesMonths} months at most`,
  seriesTooLong: `A series can have ${limits.seriesDates} dates at most`,
  skipNotInSeries: 'This date is not one of the series',
  everyDateSkipped: 'Keep at least one date',

  // Find a date
  weekdaysInvalid: 'Choose weekdays from 1 (Monday) to 7 (Sunday)',
  membersInvalid: 'Choose members of the band',

  // Event status and options
  eventStatusUnknown: 'Choose confirmed, pencilled or cancelled',
  replyByTooLate: 'Ask for answers before the event, not after it',
  optionDatesCount: `Choose ${limits.fewestOptions} to ${limits.mostOptions} dates`,
  optionDatesTwice: 'Choose each date once',
  optionDatePast: 'Choose dates from today on',
  optionsLastOneDay: 'An option lasts one day',
  optionsNotAway: 'Days away have no options',
  optionConfirmed: (date: string) => `The band has already confirmed ${date}. Cancel that date first.`,

  eventConfirmed: 'Event confirmed',
  eventPencilled: 'Event pencilled',
  eventCancelled: 'Event cancelled',
  eventStatusNotChanged: 'Failed to change the event',
  askCancelEvent: (event: string) => `Cancel ${event}?`,
  cancellingTells: 'Everybody who can see it will be told.',
  askConfirmOption: (event: string, date: string) => `Confirm ${event} on ${date}?`,
  confirmingCancels: (others: number) =>
    others === 1 ? 'The other option will be cancelled.' : `The other ${others} options will be cancelled.`,
  optionOf: (number: number, count: number) => `Option ${number} of ${count}`,
  eventPageAbsent: {
    title: 'This event is not here any more',
    text: 'It may have been deleted. Your band can restore it for 30 days.',
  },
  eventPageNotMember: {
    title: 'You are not in this band',
    text: 'You have left it, or this link is for another account.',
  },

  monthUnreal: 'Choose a real month',

  // Answers
  answerUnknown: 'Answer yes, maybe or no',
  answerOfOther: 'Only admins and owners can answer for others',
  answerCancelled: 'This event is cancelled',
  answerOver: 'This event is over',
  answerLinkDead: 'This link is no longer valid',
  nudgeTooSoon: 'Everybody was reminded less than 12 hours ago',
  answerNotSaved: 'Your answer was not saved',
  answerForNotSaved: (member: string) => `The answer of ${member} was not saved`,
  answerBeforeChange: 'You answered before the change. Is it still right?',
  daysMarkedAway: 'You marked these days as away. Change that too?',
  daysFreed: (dates: string) => `You would be free on ${dates}.`,
  stillAway: (dates: string) => `Still away: ${dates}`,
  awayNoMore: 'Not away any more',
  daysAwayChanged: 'Your days away are changed',
  daysAwayNotChanged: 'Failed to change your days away',
  membersReminded: (count: number) => (count === 1 ? '1 member reminded' : `${count} members reminded`),
  membersNotReminded: 'Nobody was reminded',
  answersNotRead: 'Failed to fetch the answers',
  historyNotRead: 'Failed to fetch the history',

  // Notices
  pushEndpointInvalid: 'That is not the address of a push service',
  pushKeysInvalid: 'The keys of this push subscription are not valid',

  // Calendar link (feed URL)
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
  songAddedHereOnly: 'The song was added to the practice list.',
  songRemovedHereOnly: 'The song was removed from the practice list.',
  songNotAdded: 'Failed to add song',
  songNotRemoved: 'Failed to remove song',
  readinessNotUpdated: 'Failed to update readiness',
  vetoNotUpdated: 'Failed to update',
  confirmRemoveSong: (song: string) => `Are you sure you want to remove "${song}" from the practice list?`,
  confirmRemoveSongs: (count: number) => `Are you sure you want to remove ${count} songs from the practice list?`,
  songsRemoved: (count: number) => `${count} songs removed from practice list and Spotify playlist`,
  songsRemovedHereOnly: (count: number) => `${count} songs were removed from the practice list.`,
  songsPartlyRemoved: (count: number, of: number) => `${count} of ${of} songs were removed.`,
  notSpotifyAddress: 'This is not an address at Spotify',

  durationInvalid: 'Choose a length from 1 second to 1 hour',
  tempoInvalid: `Choose a tempo from ${limits.lowestTempo} to ${limits.highestTempo} beats per minute`,

  // What to play
  notPractice: 'Only practices and rehearsals have a list of what to play',
  inNextGig: (days: number) =>
    days > 1 ? `In the set for the gig in ${days} days` : `In the set for ${days === 1 ? 'tomorrow' : 'today'}’s gig`,
  notReadyYet: (names: readonly string[], of: number) => {
    if (names.length === of && of > 1) return 'No one is ready'
    if (names.length > 3) return `${names.length} of ${of} are not ready`
    return `${inSentence(names)} ${names.length === 1 ? 'is' : 'are'} not ready`
  },
  practisedTooMany: `Choose ${limits.songsPerBand} songs at most`,
  practisedSongUnknown: 'One of the songs is no longer on the practice list',
  practiceCancelled: 'This practice is cancelled',
  practiceNotYet: 'Tick songs on the day of the practice or later',
  lastPractised: (ago: string) => `Last practised ${ago}`,
  neverPractised: 'No practice recorded yet',

  // Set lists
  setlistNameRequired: 'Please give the set list a name',
  setlistTooLong: `A set list can have ${limits.setlistItems} entries at most`,
  setlistItemEmpty: 'Choose a song, or write what happens here',
  setlistItemSongOrLabel: 'Choose a song or write a line of your own, not both',
  setlistsFull: `A band can have up to ${limits.setlistsPerBand} set lists. Delete some first.`,
  setlistUnknown: 'This band has no such set list',
  setlistSongUnknown: 'One of the songs is no longer on the practice list',
  setlistItemsOrCopy: 'Copy a set list or choose its songs, not both',

  // Gig sheets
  noGigSheet: 'Only gigs and festivals have a gig sheet',
  runningTimeLabelRequired: 'Say what happens at that time',
  runningTimesTooMany: `A gig sheet can have ${limits.runningTimes} times at most`,
  contactPhoneInvalid: 'Please enter a phone number',
  feeInvalid: 'Choose a fee from £0 to £1,000,000',

  // Deps
  depNameRequired: 'Please enter a name',
  depPhoneRequired: 'Please enter a UK mobile number',
  depInstrumentRequired: 'Please enter an instrument',
  depExists: 'Your dep book has this number already',
  depDoNotAsk: (name: string) => `${name} does not want to be asked again`,
  depsRequired: 'Choose at least one dep',
  depsTooMany: `Choose ${limits.depsPerRequest} deps at most`,
  depTwice: 'Choose each dep once',
  depWaitInvalid: 'Choose a wait from 1 minute to 3 days',
  depAnswerUnknown: 'Answer yes, no or never',
  depCovered: 'Thanks, it’s covered',

  // Music service
  spotifyNotConfigured: 'Spotify is not set up on this server',
  spotifyExpired: 'Your Spotify connection has expired. Please connect again.',
  spotifyBusy: 'Spotify is busy. Please try again in a moment.',
  spotifyUsedUp: (minutes: number) => `Too many requests to Spotify. Please try again in ${minutes} minutes.`,
  spotifyUnlisted: 'This Spotify account cannot use Gaffer yet. Ask the person who runs Gaffer to add it.',
  spotifyAway: 'Spotify is not responding. Please try again.',
  spotifyForbidden: 'You can only do that with your own Spotify playlists',
  spotifyAbsent: 'That is no longer on Spotify',
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
