// Every call of the product, once: the server serves this table and the pages call it. Long because it is one table.

import * as z from 'zod/mini'
import { Activity } from './activity.ts'
import { Band, BandChangesInput, NewBandInput } from './band.ts'
import { ConflictCheckRequest, Conflicts } from './conflict-check.ts'
import { PlainDate } from './date-schemas.ts'
import { SignedInDevice } from './device.ts'
import { endpoint } from './endpoint.ts'
import { Event, EventChangesInput, EventInput } from './event.ts'
import { LinkedIdentity, PendingIdentity } from './identity.ts'
import { Id, Timestamp } from './common-schemas.ts'
import {
  HeldInvitation,
  InvitationLink,
  InvitationPreview,
  InvitationToken,
  LiveInvitation,
  NewLinkInput,
  PhoneInvitation,
} from './invitation.ts'
import { limits } from './limits.ts'
import { PageId } from './live.ts'
import { MemberChangesInput, MemberRemovalInput, Membership, NewMemberInput, OwnMembership } from './member.ts'
import { messages } from './messages.ts'
import { requiredLine } from './plain-text.ts'
import { Settings } from './settings.ts'
import { ReadinessInput, Song, SongInput, VetoInput } from './song.ts'
import { Playlist, PlaylistSync, SpotifyUser, Track } from './spotify.ts'
import { SpotifyId } from './spotify-address.ts'
import { ProfileInput, User } from './user.ts'

const BandId = z.strictObject({ bandId: Id })
const MemberId = z.strictObject({ bandId: Id, memberId: Id })
const EventId = z.strictObject({ bandId: Id, eventId: Id })
const SongId = z.strictObject({ bandId: Id, songId: Id })
const OwnEventId = z.strictObject({ eventId: Id })
const Token = z.strictObject({ token: InvitationToken })
const DateRange = z.strictObject({ startDate: PlainDate, endDate: PlainDate })
const booleanParam = z.prefault(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((value) => value === 'true'),
  ),
  'false',
)

const phone = (missing: string) =>
  z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(40, messages.phoneNotMobile))
const Phone = phone(messages.phoneRequired.text)
const Code = z.string(messages.codeRequired.text).check(z.regex(/^\d{6}$/, messages.codeRequired.text))
/** From an address that a browser was sent to by somebody else: what is no plain text is not there. */
const UntrustedParam = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value) => (typeof value === 'string' && value.length <= 4096 ? value : undefined)),
  ),
)
const AccessToken = z.strictObject({ accessToken: z.string(), expiresAt: Timestamp })

export const authApi = {
  sendCode: endpoint({
    method: 'POST',
    path: '/auth/phone/send-code',
    summary: 'Send a sign-in code by SMS; the same answer whoever asks',
    body: z.strictObject({ phone: Phone }),
    status: 202,
    response: z.strictObject({ retryAfter: z.int() }),
    changes: 'nothing',
  }),
  verifyCode: endpoint({
    method: 'POST',
    path: '/auth/phone/verify-code',
    summary:
      'Sign in with the code; redeems the invitation held by this browser, and links the waiting Google identity if asked to',
    body: z.strictObject({ phone: Phone, code: Code, linkGoogle: z.optional(z.boolean()) }),
    status: 200,
    response: z.extend(AccessToken, { user: User, joinedBandId: z.nullable(Id) }),
    changes: 'members',
  }),
  holdInvitation: endpoint({
    method: 'POST',
    path: '/auth/invite',
    summary: 'Hold an invitation in this browser while its owner signs in',
    body: z.strictObject({ token: InvitationToken }),
    status: 204,
    changes: 'nothing',
  }),
  readHeldInvitation: endpoint({
    method: 'GET',
    path: '/auth/invite',
    summary: 'The invitation that this browser holds, without its token; null where it holds none or a dead one',
    status: 200,
    response: z.nullable(HeldInvitation),
  }),
  makeToken: endpoint({
    method: 'POST',
    path: '/auth/token',
    summary: 'Another bearer token for the session in the cookie',
    status: 200,
    response: AccessToken,
    changes: 'nothing',
  }),
  startGoogle: endpoint({
    method: 'GET',
    path: '/auth/google',
    summary: 'Off to Google; comes back to returnTo, a path of this site',
    query: z.strictObject({ returnTo: UntrustedParam }),
    status: 302,
  }),
  finishGoogle: endpoint({
    method: 'GET',
    path: '/auth/google/callback',
    summary: 'Back from Google, and on to /auth/callback with a session or an error code',
    query: z.looseObject({
      code: UntrustedParam,
      state: UntrustedParam,
      iss: UntrustedParam,
      error: UntrustedParam,
    }),
    status: 302,
    changes: 'members',
  }),
  readPendingIdentity: endpoint({
    method: 'GET',
    path: '/auth/pending-identity',
    summary: 'The Google identity that waits in this browser for consent, its address masked; or null',
    status: 200,
    response: z.nullable(PendingIdentity),
  }),
  dropPendingIdentity: endpoint({
    method: 'DELETE',
    path: '/auth/pending-identity',
    summary: 'Forget the Google identity that waits in this browser',
    status: 204,
    changes: 'nothing',
  }),
  readCookies: endpoint({
    method: 'GET',
    path: '/auth/debug',
    summary: "The caller's cookies by name, values masked; absent in production unless DEBUG_PAGES is on",
    status: 200,
    response: z.strictObject({ cookies: z.array(z.strictObject({ name: z.string(), value: z.string() })) }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary:
      'End this session; one that began less than signedOutSecondsAgo ago is newer than a sign-out told late, and goes on',
    body: z.prefault(z.strictObject({ signedOutSecondsAgo: z.optional(z.int().check(z.gte(0), z.lte(1e9))) }), {}),
    status: 204,
    changes: 'session',
  }),
}

export const meApi = {
  readMe: endpoint({
    method: 'GET',
    path: '/api/me',
    summary: 'Who is signed in, and their bands',
    status: 200,
    response: z.strictObject({ user: User, bands: z.array(OwnMembership) }),
  }),
  saveProfile: endpoint({
    method: 'PUT',
    path: '/api/me',
    summary: 'Complete or edit the profile',
    body: ProfileInput,
    status: 200,
    response: z.strictObject({ message: z.string(), user: User }),
    changes: 'members',
  }),
  exportMe: endpoint({
    method: 'GET',
    path: '/api/me/export',
    summary: 'Everything kept about the caller, as a file',
    status: 200,
    contentType: 'application/json',
  }),
  eraseMe: endpoint({
    method: 'DELETE',
    path: '/api/me',
    summary: "Erase the caller's account; 409 while they are the only owner of a band with other members",
    status: 204,
    changes: 'members',
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/me/sessions',
    summary: 'Where the caller is signed in, newest first',
    status: 200,
    response: z.array(SignedInDevice),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/me/sessions/:sessionId',
    summary: 'Sign one of them out',
    params: z.strictObject({ sessionId: Id }),
    status: 204,
    changes: 'session',
  }),
  listIdentities: endpoint({
    method: 'GET',
    path: '/api/me/identities',
    summary: 'The Google accounts that sign the caller in, their addresses masked',
    status: 200,
    response: z.array(LinkedIdentity),
  }),
  removeIdentity: endpoint({
    method: 'DELETE',
    path: '/api/me/identities/:identityId',
    summary: 'Unlink one of them; sessions go on',
    params: z.strictObject({ identityId: Id }),
    status: 204,
    changes: 'nothing',
  }),
  listOwnEvents: endpoint({
    method: 'GET',
    path: '/api/me/events',
    summary: "Everything in all the caller's bands, and their days away",
    query: DateRange,
    status: 200,
    response: z.array(Event),
  }),
  addOwnEvent: endpoint({
    method: 'POST',
    path: '/api/me/events',
    summary: 'Add days away with no band chosen',
    body: EventInput,
    status: 201,
    response: Event,
    idempotent: true,
    changes: 'events',
  }),
  changeOwnEvent: endpoint({
    method: 'PATCH',
    path: '/api/me/events/:eventId',
    summary: "Change one of the caller's days away",
    params: OwnEventId,
    body: EventChangesInput,
    status: 200,
    response: Event,
    versioned: true,
    changes: 'events',
  }),
  deleteOwnEvent: endpoint({
    method: 'DELETE',
    path: '/api/me/events/:eventId',
    summary: "Delete one of the caller's days away",
    params: OwnEventId,
    status: 204,
    versioned: true,
    changes: 'events',
  }),
  restoreOwnEvent: endpoint({
    method: 'POST',
    path: '/api/me/events/:eventId/restore',
    summary: `Restore the caller's days away within ${limits.deletedEventDays} days of their deletion`,
    params: OwnEventId,
    status: 200,
    response: Event,
    changes: 'events',
  }),
}

export const bandsApi = {
  createBand: endpoint({
    method: 'POST',
    path: '/api/bands',
    summary: 'Create a band; the caller becomes its owner',
    body: NewBandInput,
    status: 201,
    response: z.extend(Band, { membership: Membership }),
    idempotent: true,
    changes: 'members',
  }),
  readBand: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId',
    summary: 'One band',
    params: BandId,
    status: 200,
    response: Band,
  }),
  changeBand: endpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId',
    summary: "Change the band's details",
    params: BandId,
    body: BandChangesInput,
    status: 200,
    response: Band,
    versioned: true,
    changes: 'band',
  }),
  listMembers: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/members',
    summary: 'Members, active first, then invited',
    params: BandId,
    status: 200,
    response: z.array(Membership),
  }),
  changeMember: endpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId/members/:memberId',
    summary: "Change one's own card; an owner also changes the access of others",
    params: MemberId,
    body: MemberChangesInput,
    status: 200,
    response: Membership,
    changes: 'members',
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/members/:memberId',
    summary:
      'Remove another member with their readiness, vetoes, feeds and entries, except events that the caller keeps for the band and takes over; or an open invitation',
    params: MemberId,
    body: MemberRemovalInput,
    status: 204,
    changes: 'members',
  }),
  listMemberEvents: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/members/:memberId/events',
    summary: 'All events of the band that the member entered or took over, in date then time order',
    params: MemberId,
    status: 200,
    response: z.array(Event),
  }),
  listActivity: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/activity',
    summary: `What happened in the last ${limits.activityMonths} months, newest first; before names the last one seen`,
    params: BandId,
    query: z.strictObject({ before: z.optional(Id) }),
    status: 200,
    response: z.array(Activity),
  }),
}

const InvitationId = z.strictObject({ bandId: Id, inviteId: Id })

export const invitesApi = {
  inviteMember: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/members/invite',
    summary: `Add a member by hand: a mail lets that one person in within ${limits.invitationDays} days`,
    params: BandId,
    body: NewMemberInput,
    status: 201,
    response: Membership,
    idempotent: true,
    changes: 'invites',
  }),
  inviteByPhone: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/invites/phone',
    summary: `Text a link that lets in that number only, once, within ${limits.invitationDays} days`,
    params: BandId,
    body: z.strictObject({ phone: phone(messages.phoneInviteRequired.text) }),
    status: 201,
    response: PhoneInvitation,
    idempotent: true,
    changes: 'invites',
  }),
  listInvitations: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/invites',
    summary: 'Invitations that still let somebody in, newest first, without their links',
    params: BandId,
    status: 200,
    response: z.array(LiveInvitation),
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/invites/:inviteId',
    summary: 'Make an invitation a dead one; a member added by hand who has not joined goes with it',
    params: InvitationId,
    status: 204,
    changes: 'invites',
  }),
  inviteByLink: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/invites/general',
    summary: `A link that lets in ${limits.generalInvitationUses} people within ${limits.invitationDays} days; the optional note names it in the list`,
    params: BandId,
    body: NewLinkInput,
    status: 201,
    response: InvitationLink,
    idempotent: true,
    encryptStoredReply: true,
    changes: 'invites',
  }),
  previewInvitation: endpoint({
    method: 'GET',
    path: '/api/invites/:token',
    summary: 'What a link invites to; never uses it up',
    params: Token,
    status: 200,
    response: InvitationPreview,
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/api/invites/:token/accept',
    summary: 'Join with a link while signed in',
    params: Token,
    status: 200,
    response: z.strictObject({ bandId: z.nullable(Id) }),
    changes: 'members',
  }),
  inviteFounder: endpoint({
    method: 'POST',
    path: '/api/platform/invites',
    summary: 'A platform admin invites the founder of a new band',
    status: 201,
    response: InvitationLink,
    idempotent: true,
    encryptStoredReply: true,
    changes: 'nothing',
  }),
}

export const eventsApi = {
  readCalendar: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/calendar',
    summary: "The band's calendar with who is away, and the caller's own days",
    params: BandId,
    query: DateRange,
    status: 200,
    response: z.strictObject({
      bandEvents: z.array(Event),
      userEvents: z.array(Event),
      otherBandEvents: z.array(Event),
    }),
  }),
  listEvents: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events',
    summary: 'Events of the band and who is away, in date then time order',
    params: BandId,
    query: DateRange,
    status: 200,
    response: z.array(Event),
  }),
  readEvent: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events/:eventId',
    summary: 'One event of the band, or days away of one of its members',
    params: EventId,
    status: 200,
    response: Event,
  }),
  addEvent: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/events',
    summary: 'Add an event or days away',
    params: BandId,
    body: EventInput,
    status: 201,
    response: Event,
    idempotent: true,
    changes: 'events',
  }),
  changeEvent: endpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId/events/:eventId',
    summary: 'Change an event; fields left out stay',
    params: EventId,
    body: EventChangesInput,
    status: 200,
    response: Event,
    versioned: true,
    changes: 'events',
  }),
  deleteEvent: endpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/events/:eventId',
    summary: 'Delete an event',
    params: EventId,
    status: 204,
    versioned: true,
    changes: 'events',
  }),
  restoreEvent: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/events/:eventId/restore',
    summary: `Restore an event within ${limits.deletedEventDays} days of its deletion`,
    params: EventId,
    status: 200,
    response: Event,
    changes: 'events',
  }),
  checkConflicts: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/events/check-conflicts',
    summary: 'What a booking would clash with',
    params: BandId,
    body: ConflictCheckRequest,
    status: 200,
    response: Conflicts,
    changes: 'nothing',
  }),
}

const CalendarAddresses = z.strictObject({
  urls: z.strictObject({ full: z.string(), public: z.string(), member: z.string() }),
})

export const calendarFeedApi = {
  exportCalendar: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/calendar/export/ical',
    summary: 'The calendar as a file: public events, all events, or my events',
    params: BandId,
    query: z.strictObject({ includePrivate: booleanParam, memberOnly: booleanParam }),
    status: 200,
    contentType: 'text/calendar',
  }),
  readAddresses: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/calendar/url',
    summary: "The caller's secret addresses to subscribe to",
    params: BandId,
    status: 200,
    response: CalendarAddresses,
  }),
  rotateAddresses: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/calendar/url/rotate',
    summary: "New addresses; the caller's old ones stop at once",
    params: BandId,
    status: 200,
    response: CalendarAddresses,
    changes: 'nothing',
  }),
  readFeed: endpoint({
    method: 'GET',
    path: '/feeds/:file',
    summary: 'A subscription, by the secret in its address alone',
    params: z.strictObject({ file: z.string().check(z.maxLength(300)) }),
    // Calendar programs and their servers append words of their own, to get past caches.
    query: z.looseObject({}),
    status: 200,
    contentType: 'text/calendar',
  }),
}

export const songsApi = {
  listSongs: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/songs',
    summary: 'The practice list with what every member says of each song, in the order in which songs were added',
    params: BandId,
    status: 200,
    response: z.array(Song),
  }),
  addSong: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/songs',
    summary: 'Add a song, from Spotify or by hand; the same track, or title and artist, stand on the list once',
    params: BandId,
    body: SongInput,
    status: 201,
    response: Song,
    idempotent: true,
    changes: 'songs',
  }),
  deleteSong: endpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/songs/:songId',
    summary: 'Remove a song; any member may',
    params: SongId,
    status: 204,
    changes: 'songs',
  }),
  setReadiness: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/songs/:songId/readiness',
    summary: 'How ready the caller is',
    params: SongId,
    body: ReadinessInput,
    status: 200,
    response: Song,
    changes: 'songs',
  }),
  addVeto: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/songs/:songId/veto',
    summary: "The caller's veto",
    params: SongId,
    body: VetoInput,
    status: 200,
    response: Song,
    changes: 'songs',
  }),
  deleteVeto: endpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/songs/:songId/veto/:membershipId',
    summary: "Take the caller's veto back",
    params: z.extend(SongId, { membershipId: Id }),
    status: 204,
    changes: 'songs',
  }),
}

export const liveApi = {
  listen: endpoint({
    method: 'GET',
    path: '/api/me/live',
    summary: "Server-sent events: what of the caller's bands to read again, as it changes; ids only",
    query: z.strictObject({ page: z.optional(PageId) }),
    status: 200,
    contentType: 'text/event-stream',
  }),
}

const PlaylistId = z.strictObject({ playlistId: SpotifyId })
const SearchText = requiredLine(limits.searchLength, messages.searchTooShort).check(
  z.refine((text) => text.length >= limits.searchFrom, messages.searchTooShort),
)
const SearchLimit = z.prefault(
  z.pipe(
    z.string().check(z.regex(/^([1-9]|10)$/, 'Choose at most 10 songs')),
    z.transform((text) => Number(text)),
  ),
  String(limits.searchShown),
)

export const spotifyApi = {
  startConnection: endpoint({
    method: 'GET',
    path: '/api/spotify/auth',
    summary: 'Where the pop-up goes to connect a Spotify account',
    status: 200,
    response: z.strictObject({ authUrl: z.string() }),
  }),
  finishConnection: endpoint({
    method: 'GET',
    path: '/api/spotify/callback',
    summary: 'The page that Spotify returns to: keeps the handle in the browser and closes',
    // Not strict: whatever else Spotify may add one day is its own business.
    query: z.object({ state: UntrustedParam, code: UntrustedParam, error: UntrustedParam }),
    status: 200,
    contentType: 'text/html',
  }),
  readClosingScript: endpoint({
    method: 'GET',
    path: '/api/spotify/callback.js',
    summary: 'The script of that page',
    status: 200,
    contentType: 'text/javascript',
  }),
  searchTracks: endpoint({
    method: 'GET',
    path: '/api/spotify/search',
    summary: 'Tracks by words of title, artist or album; no connection needed',
    query: z.strictObject({ q: SearchText, limit: SearchLimit }),
    status: 200,
    response: z.array(Track),
  }),
  listPlaylists: endpoint({
    method: 'GET',
    path: '/api/spotify/playlists',
    summary: "The caller's own playlists",
    status: 200,
    response: z.array(Playlist),
    requiresSpotify: true,
  }),
  readSpotifyUser: endpoint({
    method: 'GET',
    path: '/api/spotify/user',
    summary: 'Whose Spotify account is connected',
    status: 200,
    response: SpotifyUser,
    requiresSpotify: true,
  }),
  listPlaylistTracks: endpoint({
    method: 'GET',
    path: '/api/spotify/playlists/:playlistId/tracks',
    summary: 'Every song of a playlist; what is no song, or only on one computer, is left out',
    params: PlaylistId,
    status: 200,
    response: z.strictObject({ items: z.array(z.strictObject({ track: Track })) }),
    requiresSpotify: true,
  }),
  syncPlaylist: endpoint({
    method: 'POST',
    path: '/api/spotify/playlists/:playlistId/sync',
    summary: "Make the playlist equal the band's practice list, in practice order",
    params: PlaylistId,
    body: z.strictObject({ bandId: Id }),
    status: 200,
    response: PlaylistSync,
    requiresSpotify: true,
    changes: 'nothing',
  }),
  addToPlaylist: endpoint({
    method: 'POST',
    path: '/api/spotify/playlists/:playlistId/tracks',
    summary: 'Add a track unless it is there',
    params: PlaylistId,
    body: z.strictObject({ spotifyId: SpotifyId }),
    status: 204,
    requiresSpotify: true,
    changes: 'nothing',
  }),
  removeFromPlaylist: endpoint({
    method: 'DELETE',
    path: '/api/spotify/playlists/:playlistId/tracks/:spotifyId',
    summary: 'Remove a track',
    params: z.extend(PlaylistId, { spotifyId: SpotifyId }),
    status: 204,
    requiresSpotify: true,
    changes: 'nothing',
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: '/api/spotify/connection',
    summary: 'Forget the connected Spotify account',
    status: 204,
    requiresSpotify: true,
    changes: 'nothing',
  }),
}

export const imagesApi = {
  readImage: endpoint({
    method: 'GET',
    path: '/images/:file',
    summary: 'A stored picture; the same address always gives the same one',
    params: z.strictObject({ file: z.string().check(z.maxLength(60)) }),
    status: 200,
    contentType: 'image/webp',
  }),
}

export const settingsApi = {
  readSettings: endpoint({
    method: 'GET',
    path: '/api/settings',
    summary: 'What the pages must know of how this server is set up; no secrets',
    status: 200,
    response: Settings,
  }),
}

export const operationsApi = {
  health: endpoint({
    method: 'GET',
    path: '/healthz',
    summary: 'The process answers',
    status: 200,
    response: z.strictObject({ status: z.literal('ok') }),
  }),
  readiness: endpoint({
    method: 'GET',
    path: '/readyz',
    summary: 'The database answers and its migrations are done',
    status: 200,
    response: z.strictObject({ status: z.literal('ready') }),
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    summary: 'What Prometheus collects; for this machine, or with METRICS_TOKEN',
    status: 200,
    contentType: 'text/plain',
  }),
}

export const api = {
  ...authApi,
  ...meApi,
  ...bandsApi,
  ...invitesApi,
  ...eventsApi,
  ...calendarFeedApi,
  ...songsApi,
  ...liveApi,
  ...spotifyApi,
  ...imagesApi,
  ...settingsApi,
  ...operationsApi,
}
