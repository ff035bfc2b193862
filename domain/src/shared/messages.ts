// Texts for members that server and client, or several screens, share. A pair is a toast's title and text. The product owner decides
// the wording.

import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { formatCount } from './format-count.ts'
import { limits } from './limits.ts'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { signInMessages } from '@gaffer/domain/sign-in/sign-in-messages'

export type ToastText = { title: string; text?: string }

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
  whileOpen: 'while you had it open',
  idempotencyEmpty: 'The Idempotency-Key is empty',
  idempotencyReused: 'This Idempotency-Key was used for a different request',
  tryAgain: 'Please try again',

  ...signInMessages,
  ...setlistMessages,
  ...gigSheetMessages,
  ...eventMessages,
  ...bandFileMessages,

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
  joinedAlready: 'They have joined already',
  onlyOwnersInviteOwners: 'Only an owner can invite an owner',
  memberAlready: 'Somebody with this number is already in the band',
  emailInvalid: 'Invalid email',
  phoneInviteRequired: { title: 'Phone number required', text: 'Please enter a phone number to send the invite' },
  phoneInviteSent: 'Invite sent!',
  phoneInviteNotSent: 'Error sending invite',
  linkMade: 'Invite link generated!',
  linkUntil: (day: string) => `Link, good until ${day}`,
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
  lastOwnerStays: 'You are the only owner of this band. Make another member an owner first, then you can leave.',
  memberInvited: 'Band member invited successfully',
  memberNotInvited: 'Failed to invite band member',
  memberRemoved: 'Band member removed successfully',
  memberNotRemoved: 'Failed to remove band member',
  bandLeft: (band: string) => `You left ${band}`,
  bandNotLeft: 'Failed to leave the band',
  personalCalendarAgain: 'Back to my personal calendar',
  onlyAdminsRestoreGone: "Only an admin or owner can restore a former member's events",
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
    setlist: "Your set list wasn't saved. Continue?",
    gigSheet: "Your gig sheet wasn't saved. Continue?",
    member: "Your invitation wasn't sent. Continue?",
  },

  // Repeating events
  repeatEndsBefore: 'The series ends before it starts',
  repeatTooFar: `A series can last ${limits.seriesMonths} months at most`,
  seriesTooLong: `A series can have ${limits.seriesDates} dates at most`,
  skipNotInSeries: 'This date is not one of the series',
  everyDateSkipped: 'Keep at least one date',
  typeCannotRepeat: 'Only practices, rehearsals, meetings and other events can repeat',
  timeDoesNotExistOn: (date: string) => `On ${date} that time does not exist: the clocks go forward that night`,

  seriesAdded: (count: number) => (count === 1 ? '1 event added' : `${count} events added`),
  seriesChanged: (count: number) => (count === 1 ? '1 event changed' : `${count} events changed`),
  /** `dates` are the kept dates, already joined into one text. */
  seriesKept: (dates: string) => `Edited by hand, so kept as they are: ${dates}`,
  seriesDeleted: (count: number) => (count === 1 ? '1 event deleted' : `${count} events deleted`),
  oneOfSeries: 'One of a series',
  editedByHand: 'Edited by hand: later changes to the series leave it alone',
  seriesUntilInvalid: 'Choose the last date of the series',
  seriesClashes: (clashing: number, all: number) =>
    `${clashing} of ${all} dates ${clashing === 1 ? 'clashes' : 'clash'}`,
  seriesScope: 'Change the later dates too?',
  seriesScopeHint: 'Past dates and dates that were edited by hand stay as they are.',

  // Find a date
  weekdaysInvalid: 'Choose weekdays from 1 (Monday) to 7 (Sunday)',
  membersInvalid: 'Choose members of the band',
  chooseRealDate: 'Choose a real date',
  chooseWeekday: 'Choose at least one weekday',
  chooseMember: 'Choose at least one member',
  findDateHint: 'See when everybody is free, over all their bands and calendars.',
  freeDateGroups: {
    free: 'Everybody is free',
    unsaid: 'Not heard from everybody',
    oneMissing: 'One is missing',
    moreMissing: 'Two or more are missing',
    booked: 'Something is on already',
  },
  alreadyBooked: 'Already booked here',
  /** `events` are their names, already joined into one text. */
  pencilledHere: (events: string) => `Pencilled here: ${events}`,
  tapDates: 'Tap the dates that you like',
  fewerDates: `Choose up to ${limits.mostOptions} dates`,
  noDateSuitsEverybody: 'No date suits everybody. Try other weekdays, more months or fewer members.',

  // Typed times and dates
  timeNotUnderstood: 'That is not a time. Try 7 pm, 19:30 or half 7.',
  dateNotUnderstood: 'That is not a date. Try 5 Feb, 12/2 or Friday.',

  // Notices
  unsubscribeUnclear: 'Press the button on the page to stop these mails',
  emailWait: 'Please wait before asking for another code',
  emailBounced: 'Mail to this address came back. Check the spelling, or use another address.',
  pushEndpointInvalid: 'That is not the address of a push service',
  pushKeysInvalid: 'The keys of this push subscription are not valid',

  // Calendar link (feed URL)
  urlCopied: {
    title: 'Calendar URL copied',
    text: 'Paste this URL in your calendar app to subscribe to live updates',
  },
  urlNeedsSignIn: { title: 'Authentication required', text: 'Please sign in to get calendar URLs' },
  urlFailed: { title: 'Failed to get URLs', text: 'Failed to get calendar URLs. Please try again.' },

  // Connected calendars
  calendarAddressRequired: 'Please enter the address of your calendar',
  calendarAddressInvalid: 'This is not the address of a calendar. It begins with https:// or webcal://',
  calendarNameRequired: 'Please enter a name for this calendar',
  calendarsTooMany: `You can connect up to ${limits.busyCalendarsPerPerson} calendars. Remove one first.`,
  calendarEntriesSkipped: (count: number) =>
    count === 1
      ? '1 entry could not be read. Your bands do not see when it makes you busy.'
      : `${count} entries could not be read. Your bands do not see when they make you busy.`,
  calendarsBusy: 'Gaffer is reading a lot of calendars. Please try again in a moment.',
  calendarChanged: 'This calendar was changed in the meantime. Please try again.',
  calendarProblems: {
    not_allowed: 'Gaffer cannot use this address. It must begin with https:// and be on the public internet.',
    unreachable: 'There is no answer at this address. Please check it.',
    slow: 'The calendar did not answer in time. Please try again later.',
    redirects: 'This address leads from one place to another without end. Please check it.',
    password: 'This calendar asks for a password. Please use its secret iCal address instead.',
    gone: 'There is no calendar at this address any more. Please copy its address again.',
    refused: 'This address does not give out a calendar. Please check it.',
    busy: 'The service of this calendar has a problem. Please try again later.',
    not_a_calendar:
      'There is no calendar at this address. Please use its secret iCal address, which often ends with .ics',
    too_large: `This calendar is too large: Gaffer reads up to ${formatCount(limits.busyCalendarEntries)} entries and 5 MB.`,
    too_complex: 'This calendar has entries that repeat in a way Gaffer cannot follow.',
    key_changed: 'Please remove this calendar and connect it again.',
  },
  calendarConnected: 'Calendar connected',
  calendarNotConnected: 'Failed to connect calendar',
  calendarNotUpdated: 'Failed to update calendar',
  calendarRemoved: 'Calendar removed',
  calendarNotRemoved: 'Failed to remove calendar',
  calendarRemovalWarning: 'Your bands no longer see when it makes you busy. The calendar itself stays as it is.',

  // Songs
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
