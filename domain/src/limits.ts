// The product's numbers: sizes, windows and caps that both sides must agree on.

import { signInLimits } from './sign-in-limits.ts'

export const limits = {
  ...signInLimits,
  /** Code points in a person's, band's or member's name, a label, a hometown. */
  nameLength: 80,
  titleLength: 120,
  placeLength: 200,
  notesLength: 2000,
  descriptionLength: 2000,
  emailLength: 254,
  sessionSeconds: 604_800,
  accessTokenSeconds: 900,
  heldInvitationSeconds: 3600,
  /** Seconds to return from Google or Spotify, and then to verify a phone where the Google identity is new. */
  oauthStateSeconds: 600,
  waitingIdentitySeconds: 600,
  /** Days between the first and last day of one event, and of one calendar request. */
  eventDays: 366,
  calendarDays: 400,
  /** Events that one save of days away may cancel. */
  eventsCancelledAtOnce: 200,
  /** Days that a deleted event is kept: feeds show it as cancelled, and it can be restored. */
  deletedEventDays: 30,
  /** Events of one band and entries of days away of one person; deleted ones don't count. */
  eventsPerBand: 5000,
  daysAwayPerPerson: 1000,
  songsPerBand: 500,
  /** Requests a minute on one server, to the API and not for static files: of a session, and of an address that is signed out. */
  sessionRequestsPerMinute: 600,
  signedOutRequestsPerMinute: 120,
  /** Of an address, to each of the invitation's preview, hold and accept: a venue's Wi-Fi has one address for everybody. */
  invitationRequestsPerMinute: 60,
  /** Exports, calendar feeds and downloads of personal data that one person may have under way at once, on one server. */
  heavyReadsAtOnce: 2,
  /** How many links one general invitation lets in. */
  generalInvitationUses: 25,
  invitationDays: 7,
  /** General links of one band that let members in at the same time. */
  openInvitationLinks: 200,
  /** Characters of the note on an invite link. */
  invitationNoteLength: 80,
  founderInvitationDays: 30,
  /** Bands that one person is a member of. */
  bandsPerPerson: 20,
  /** How many texts and mails a band's invitations may send, and how many of either one recipient gets in a day. */
  invitationTextsPerHour: 10,
  invitationTextsPerDay: 20,
  invitationMailsPerHour: 20,
  invitationMailsPerDay: 50,
  invitationsPerRecipientDay: 3,
  /** Texts and mails together that one person asks for over all bands, and that are asked for from one address. */
  messagesPerPersonHour: 20,
  messagesPerPersonDay: 40,
  messagesPerAddressHour: 20,
  messagesPerAddressDay: 40,
  /** Events that the remover of a member keeps for the band at once. Their ids fit into a request of 64 KiB. */
  keptEvents: 1000,
  activityMonths: 12,
  activityShown: 20,
  upcomingShown: 3,
  followingShown: 5,
  vetoIconsShown: 3,
  /** Characters of a song search: the fewest that fire it, the most, and how many songs it shows. */
  searchFrom: 2,
  searchLength: 200,
  searchShown: 8,
  /** A practice list of more songs has a search field. */
  songsWithoutSearch: 30,
  /** Spotify ends a permission six months after it was given. */
  spotifyConnectionDays: 183,
  /** Pages of one person that listen for changes at once, on one server. */
  openPages: 10,
  /** Bytes of a request's body. A body with a picture in it may be large: 5 MB as base64, and some text beside it. */
  bodyBytes: 64 * 1024,
  largeBodyBytes: 7.5 * 1024 * 1024,
  /** Large bodies that one server takes at once, of one person and of everybody. */
  largeBodiesPerPerson: 2,
  largeBodies: 8,
  /** Seconds that a large body may take to arrive while others are refused because of it. */
  largeBodySeconds: 5,
  /** Pictures of one person that one server re-encodes or keeps waiting at once. */
  picturesPerPerson: 2,
  /** Different pictures that one person may upload in 24 hours. */
  pictureUploadsPerDay: 50,
} as const
