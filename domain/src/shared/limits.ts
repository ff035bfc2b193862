// Limits of the product that server and client share.

import { fileLimits } from './file-limits.ts'
import { noteLimits } from './note-limits.ts'
import { moneyLimits } from './money-limits.ts'
import { signInLimits } from './sign-in-limits.ts'

export const limits = {
  ...signInLimits,
  ...fileLimits,
  ...noteLimits,
  ...moneyLimits,
  /** Wrong attempts after which a code for signing in or for verifying an email address is invalid. */
  codeAttempts: 5,
  /** Code points of a name, and of a role label, an instrument or a hometown. */
  nameLength: 80,
  titleLength: 120,
  placeLength: 200,
  notesLength: 2000,
  descriptionLength: 2000,
  emailLength: 254,
  /** Code points of a gig's price text ("£10 on the door"), and of a web address. */
  priceLength: 80,
  webAddressLength: 500,
  /** The public page: its address and texts, what it shows, and days for which its old address stays with the band. */
  slugShortest: 3,
  slugLongest: 40,
  slugDays: 90,
  bioLength: 1000,
  genreLength: 40,
  genresOfPage: 10,
  linkLabelLength: 40,
  linksOfPage: 12,
  publicPageBytes: 15_000,
  /** Requests a minute per IP address to public pages that do not exist: each costs a query, a request to an existing page none. */
  unknownPagesPerMinute: 120,
  /** Enquiries: limits of the form, seconds that a person needs at least to fill it in, and limits of a band. */
  enquiryLength: 2000,
  datesOfEnquiry: 6,
  enquirySeconds: 3,
  enquiryConfirmationHours: 48,
  enquiriesPerDay: 30,
  openEnquiries: 300,
  enquiriesShown: 50,
  enquiriesInBandFile: 5000,
  sessionSeconds: 604_800,
  accessTokenSeconds: 900,
  heldInvitationSeconds: 3600,
  /** Seconds until an OAuth state of Google or Spotify expires. */
  oauthStateSeconds: 600,
  /** Seconds until a Google identity that is not linked to an account expires. */
  pendingIdentitySeconds: 600,
  /** The maximum number of days from the first to the last day of an event, and of a calendar request. */
  eventDays: 366,
  calendarDays: 400,
  /** The minimum and maximum number of options of one group. */
  fewestOptions: 2,
  mostOptions: 6,
  /** Code points of the comment on an answer. */
  commentLength: 200,
  /** Hours between two manual reminders ("nudges") of one event. */
  nudgeHours: 12,
  /** Hours after an event during which its answer links and deps' links still work. */
  answerLinkHours: 24,
  /** Requests a minute per IP address to the links in messages that need no sign-in: of answers, deps, enquiries and unsubscribing. */
  messageLinkRequestsPerMinute: 60,
  /** Events that one request for days away may cancel. */
  eventsCancelledAtOnce: 200,
  /** Hours before and after an event's start in which its changes and its requests to deps ignore the quiet hours. */
  urgentHours: 24,
  /** The maximum number of song titles in the notice about new songs. */
  songsInNotice: 5,
  /** The maximum number of events that the notice about a departure names. */
  eventsInNotice: 10,
  /** Days for which notices are kept, and the page size of their list. */
  noticeDays: 90,
  noticesShown: 50,
  /** Push subscriptions per user. */
  pushSubscriptionsPerPerson: 20,
  /** Hours before an event's start in which a cancellation or move may be texted. */
  noticeTextHours: 48,
  /** Days before a gig in which an answer that changes from Yes to No makes a notice for admins. */
  withdrawnAnswerDays: 7,
  /** Age in minutes from which the deletion of an event makes a notice even if the event has no answers. */
  deletionNotifiedAfterMinutes: 60,
  /** Days before `replyBy` of the first automatic nudge. The second one is on the day. */
  firstNudgeDays: 2,
  /** Days of failed reads after which a connected calendar makes a notice for its owner. */
  calendarFailingDays: 3,
  /** Hours for which an overdue reminder is still sent, for instance if no server ran at its time. */
  lateReminderHours: 3,
  /** London times of the reminders on the evening before an event and on the morning of a gig. */
  reminderEvening: '18:00',
  reminderMorning: '09:00',
  /** The maximum number of dates of a series, and of months from its first to its last date. */
  seriesDates: 60,
  seriesMonths: 12,
  /** The London times at which each part of the day begins and ends; 00:00 is midnight. Hours before 06:00 belong to the night before. */
  partsOfDay: { evening: ['18:00', '00:00'], day: ['09:00', '18:00'], any: ['06:00', '00:00'] },
  /** Days during which what members deleted can be restored, and feeds show a deleted event as cancelled. */
  restorableDays: 30,
  /** Events per band and days-away entries per user, without deleted ones. */
  eventsPerBand: 5000,
  daysAwayPerPerson: 1000,
  songsPerBand: 500,
  /** Connected calendars per user. */
  busyCalendarsPerPerson: 10,
  calendarAddressLength: 2000,
  /** The maximum number of entries of a connected calendar and of its busy times, and the number of months that are read from it. */
  busyCalendarEntries: 20_000,
  busyCalendarMonths: 13,
  /** The minimum and maximum number of minutes between two reads of a connected calendar. */
  busyCalendarMinutes: [50, 70],
  /** The maximum length of a song or a break, in seconds. */
  songSeconds: 3600,
  /** Code points of a song's key ("F# minor") and note. */
  songKeyLength: 12,
  songNoteLength: 500,
  /** Beats per minute. */
  lowestTempo: 20,
  highestTempo: 400,
  /** The dep book: deps of a band, code points of a note. A request: deps, and minutes that a dep has to answer. */
  depsPerBand: 200,
  depNoteLength: 200,
  depsPerRequest: 10,
  defaultDepWaitMinutes: 240,
  shortestDepWaitMinutes: 1,
  longestDepWaitMinutes: 4320,
  /** Requests to deps for one gig. */
  depRequestsPerEvent: 50,
  /** Months for which requests to deps are kept after their gig. */
  depRequestMonths: 12,
  /** Weeks since a song was last practised, after which its readiness green counts less in a practice plan. */
  staleWeeks: 8,
  /** Practice plans: the assumed length of a song without one, and the number of songs for a practice without a length. */
  unknownSongSeconds: 240,
  songsInPlan: 30,
  /** Code points of a song's writers. */
  writersLength: 300,
  setlistsPerBand: 200,
  /** Set lists: items of a set list, code points of an item's note. */
  setlistItems: 100,
  setlistNoteLength: 200,
  /** Played lists: songs, gigs that are named as not reported, and months in which a gig can be reported. */
  playedItems: 100,
  unreportedShown: 20,
  reportMonths: 12,
  /** Lifts: passenger seats of a car, code points of the place that a car leaves from, and days for which lifts are kept after the gig. */
  liftSeats: 16,
  liftFromLength: 120,
  liftDays: 7,
  /** Venues that are offered while a place is typed. */
  venuesShown: 8,
  /** Gig sheets. The fee is £1,000,000 at most. */
  addressLength: 300,
  runningTimes: 20,
  runningTimeLabelLength: 40,
  contactPhoneLength: 40,
  feePence: 100_000_000,
  /** Days before an event from which the event and its set list's charts are prefetched. Charts may stay as many days after the event. */
  offlineEventDays: 14,
  /** Days until an idempotency key may be used for another request. */
  idempotencyKeyDays: 1,
  /** Days until the idempotency key of a change that can wait in the outbox may be used for another request. */
  offlineIdempotencyKeyDays: 30,
  /** Requests a minute per IP address to links of gig sheets. A venue's Wi-Fi has one IP address for all. */
  sheetLinkRequestsPerMinute: 60,
  /** Days for which the link to a gig sheet works after the gig or after the last sharing, whichever is later. */
  sheetLinkDays: 7,
  /** Requests a minute per server, static files not counted: of a session, and of a signed-out IP address. */
  sessionRequestsPerMinute: 600,
  signedOutRequestsPerMinute: 120,
  /** Requests a minute per IP address to each endpoint that previews, holds or accepts an invitation. A venue's Wi-Fi has one IP address. */
  invitationRequestsPerMinute: 60,
  /** Concurrent exports, calendar feeds and personal-data downloads per user and server. */
  heavyReadsAtOnce: 2,
  /** Uses of one general invitation link. */
  generalInvitationUses: 25,
  invitationDays: 7,
  /** Open general invitation links per band. */
  openInvitationLinks: 200,
  /** Code points of the note on an invitation link. */
  invitationNoteLength: 80,
  founderInvitationDays: 30,
  /** Age of a band in days up to which the dashboard shows the first steps. */
  firstStepsDays: 30,
  /** Bands per user. */
  bandsPerPerson: 20,
  /** Events of a member who leaves or is removed that can be kept for the band. Their ids must fit into a request body of 64 KiB. */
  keptEvents: 1000,
  activityMonths: 12,
  activityShown: 20,
  /** Unread notices on the dashboard. */
  noticesOnDashboard: 5,
  noticesOnDashboardOfPhones: 2,
  upcomingShown: 3,
  eventsAfterNextShown: 5,
  /** Events on the dashboard that wait for the member's answer. */
  waitingShown: 5,
  waitingShownOnPhones: 2,
  vetoIconsShown: 3,
  /** Song search: minimum and maximum length of the text (the maximum is also for venues), and number of results. */
  searchMinLength: 2,
  searchLength: 200,
  searchShown: 8,
  /** A practice list with more songs than this has a search field. */
  songsWithoutSearch: 30,
  /** Spotify ends an authorisation after six months. */
  spotifyConnectionDays: 183,
  /** Open event streams per user and server. */
  eventStreamsPerUser: 10,
  /** Bytes of a request body. A large body contains a picture: 5 MB as base64 and some text. */
  bodyBytes: 64 * 1024,
  largeBodyBytes: 7.5 * 1024 * 1024,
  /** Bytes of a band file, members in it, and files loaded a minute in one session. */
  bandFileBytes: 10 * 1024 * 1024,
  membersInBandFile: 200,
  /** An export has the newest changes of an event, up to this number. */
  changesInBandFile: 1000,
  bandFilesPerMinute: 10,
  /** Band files read at once per server: of one user, and of all. */
  bandFilesAtOncePerUser: 1,
  bandFilesAtOnce: 2,
  /** Concurrent large bodies per server: of one user, and of all. */
  largeBodiesAtOncePerUser: 2,
  largeBodiesAtOnce: 8,
  /** Seconds after which an incomplete large body can be refused to make room for another one. */
  largeBodySeconds: 5,
  /** Pictures per user and server that are being re-encoded, or wait for it. */
  picturesAtOncePerUser: 2,
  /** Different pictures that one user may upload in 24 hours. */
  pictureUploadsPerDay: 50,
} as const
