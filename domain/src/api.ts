// Long because it is one table: all endpoints, which the server serves and the client calls.

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
import { optionalLine, requiredLine } from './plain-text.ts'
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
/** A query parameter in a URL that another site may have made: invalid values count as absent. */
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
    summary: 'Send a sign-in code by SMS; the response is the same for known and unknown numbers',
    body: z.strictObject({ phone: Phone }),
    status: 202,
    response: z.strictObject({ retryAfter: z.int() }),
    changes: 'nothing',
  }),
  verifyCode: endpoint({
    method: 'POST',
    path: '/auth/phone/verify-code',
    summary:
      'Sign in with the code; accepts the invitation held by this browser, and links the pending Google identity if requested',
    body: z.strictObject({ phone: Phone, code: Code, linkGoogle: z.optional(z.boolean()) }),
    status: 200,
    response: z.extend(AccessToken, { user: User, joinedBandId: z.nullable(Id) }),
    changes: 'members',
  }),
  holdInvitation: endpoint({
    method: 'POST',
    path: '/auth/invite',
    summary: 'Hold an invitation in a cookie until the user has signed in',
    body: z.strictObject({ token: InvitationToken }),
    status: 204,
    changes: 'nothing',
  }),
  readHeldInvitation: endpoint({
    method: 'GET',
    path: '/auth/invite',
    summary: 'Get the invitation that this browser holds, without its token; null if there is none or it is not open',
    status: 200,
    response: z.nullable(HeldInvitation),
  }),
  makeToken: endpoint({
    method: 'POST',
    path: '/auth/token',
    summary: 'Create a bearer token for the session in the cookie',
    status: 200,
    response: AccessToken,
    changes: 'nothing',
  }),
  startGoogle: endpoint({
    method: 'GET',
    path: '/auth/google',
    summary: 'Start Google sign-in; redirects back to `returnTo`, a path of this site',
    query: z.strictObject({ returnTo: UntrustedParam }),
    status: 302,
  }),
  finishGoogle: endpoint({
    method: 'GET',
    path: '/auth/google/callback',
    summary: 'Finish Google sign-in; redirects to /auth/callback with a session or an error code',
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
    summary: 'Get the pending Google identity of this browser, its email address masked; null if there is none',
    status: 200,
    response: z.nullable(PendingIdentity),
  }),
  dropPendingIdentity: endpoint({
    method: 'DELETE',
    path: '/auth/pending-identity',
    summary: 'Delete the pending Google identity of this browser',
    status: 204,
    changes: 'nothing',
  }),
  readCookies: endpoint({
    method: 'GET',
    path: '/auth/debug',
    summary: "List the request's cookies with masked values; 404 in production unless DEBUG_PAGES is on",
    status: 200,
    response: z.strictObject({ cookies: z.array(z.strictObject({ name: z.string(), value: z.string() })) }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary:
      'End the session, unless it began less than `signedOutSecondsAgo` ago: then it is newer than a delayed sign-out',
    body: z.prefault(z.strictObject({ signedOutSecondsAgo: z.optional(z.int().check(z.gte(0), z.lte(1e9))) }), {}),
    status: 204,
    changes: 'session',
  }),
}

export const meApi = {
  readMe: endpoint({
    method: 'GET',
    path: '/api/me',
    summary: 'Get the signed-in user and their bands',
    status: 200,
    response: z.strictObject({ user: User, bands: z.array(OwnMembership) }),
  }),
  saveProfile: endpoint({
    method: 'PUT',
    path: '/api/me',
    summary: "Replace the caller's profile",
    body: ProfileInput,
    status: 200,
    response: z.strictObject({ message: z.string(), user: User }),
    changes: 'members',
  }),
  exportMe: endpoint({
    method: 'GET',
    path: '/api/me/export',
    summary: 'Download all personal data of the caller as a JSON file',
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
    summary: "List the caller's sessions, newest first",
    status: 200,
    response: z.array(SignedInDevice),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/me/sessions/:sessionId',
    summary: "End one of the caller's sessions",
    params: z.strictObject({ sessionId: Id }),
    status: 204,
    changes: 'session',
  }),
  listIdentities: endpoint({
    method: 'GET',
    path: '/api/me/identities',
    summary: "List the caller's linked Google accounts, their email addresses masked",
    status: 200,
    response: z.array(LinkedIdentity),
  }),
  removeIdentity: endpoint({
    method: 'DELETE',
    path: '/api/me/identities/:identityId',
    summary: "Unlink one of the caller's Google accounts; sessions continue",
    params: z.strictObject({ identityId: Id }),
    status: 204,
    changes: 'nothing',
  }),
  listOwnEvents: endpoint({
    method: 'GET',
    path: '/api/me/events',
    summary: "List the events of all the caller's bands and the caller's days away",
    query: DateRange,
    status: 200,
    response: z.array(Event),
  }),
  addOwnEvent: endpoint({
    method: 'POST',
    path: '/api/me/events',
    summary: 'Add days away without naming a band',
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
    summary: 'Get a band',
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
    summary: 'List the members, active ones first, then invited ones',
    params: BandId,
    status: 200,
    response: z.array(Membership),
  }),
  changeMember: endpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId/members/:memberId',
    summary: "Change the caller's own card, or as an owner the access of another member",
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
      'Remove another member with their readiness, vetoes, feeds and events, except events that the caller keeps and takes over; or revoke an invited member',
    params: MemberId,
    body: MemberRemovalInput,
    status: 204,
    changes: 'members',
  }),
  listMemberEvents: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/members/:memberId/events',
    summary: 'List the events of the band that the member added or took over, by date and time',
    params: MemberId,
    status: 200,
    response: z.array(Event),
  }),
  listActivity: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/activity',
    summary: `List the band's activity of the last ${limits.activityMonths} months, newest first; \`before\` is the id of the last entry of the previous page`,
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
    summary: `Add an invited member and mail them an invitation that works once within ${limits.invitationDays} days`,
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
    summary: `Send an invitation by SMS that works once, for that number only, within ${limits.invitationDays} days; the list of open invitations shows the optional name`,
    params: BandId,
    body: z.strictObject({ phone: phone(messages.phoneInviteRequired.text), name: optionalLine(limits.nameLength) }),
    status: 201,
    response: PhoneInvitation,
    idempotent: true,
    changes: 'invites',
  }),
  listInvitations: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/invites',
    summary: 'List the open invitations, newest first, without their links',
    params: BandId,
    status: 200,
    response: z.array(LiveInvitation),
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/invites/:inviteId',
    summary: 'Revoke an invitation; deletes the member card that was created with it',
    params: InvitationId,
    status: 204,
    changes: 'invites',
  }),
  inviteByLink: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/invites/general',
    summary: `Create an invitation link for ${limits.generalInvitationUses} people within ${limits.invitationDays} days; the optional note is its name in the list`,
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
    summary: 'Get the preview of an invitation; does not count as a use',
    params: Token,
    status: 200,
    response: InvitationPreview,
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/api/invites/:token/accept',
    summary: 'Accept an invitation as the signed-in user',
    params: Token,
    status: 200,
    response: z.strictObject({ bandId: z.nullable(Id) }),
    changes: 'members',
  }),
  inviteFounder: endpoint({
    method: 'POST',
    path: '/api/platform/invites',
    summary: 'Create an invitation for the founder of a new band; platform admins only',
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
    summary: "List the band's events, the days away of its members and the caller's own days away",
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
    summary: "List the band's events and its members' days away, by date and time",
    params: BandId,
    query: DateRange,
    status: 200,
    response: z.array(Event),
  }),
  readEvent: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events/:eventId',
    summary: 'Get an event of the band, or days away of one of its members',
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
    summary: 'Change an event; fields left out stay unchanged',
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
    summary: 'Check which events and days away a booking would conflict with',
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
    summary: "Download the calendar as an iCalendar file: public events, all events or the caller's own",
    params: BandId,
    query: z.strictObject({ includePrivate: booleanParam, memberOnly: booleanParam }),
    status: 200,
    contentType: 'text/calendar',
  }),
  readAddresses: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/calendar/url',
    summary: "Get the caller's secret feed URLs",
    params: BandId,
    status: 200,
    response: CalendarAddresses,
  }),
  rotateAddresses: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/calendar/url/rotate',
    summary: "Replace the caller's feed URLs; the old ones stop working at once",
    params: BandId,
    status: 200,
    response: CalendarAddresses,
    changes: 'nothing',
  }),
  readFeed: endpoint({
    method: 'GET',
    path: '/feeds/:file',
    summary: 'Get a calendar feed; the secret in its URL is the only authorization',
    params: z.strictObject({ file: z.string().check(z.maxLength(300)) }),
    // Any query is accepted: calendar programs append parameters to bypass caches.
    query: z.looseObject({}),
    status: 200,
    contentType: 'text/calendar',
  }),
}

export const songsApi = {
  listSongs: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/songs',
    summary: 'List the practice list with readiness and vetoes, in the order in which the songs were added',
    params: BandId,
    status: 200,
    response: z.array(Song),
  }),
  addSong: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/songs',
    summary: 'Add a song from Spotify or by hand; 409 if the track, or the title and artist, is on the list',
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
    summary: 'Remove a song; allowed for any member',
    params: SongId,
    status: 204,
    changes: 'songs',
  }),
  setReadiness: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/songs/:songId/readiness',
    summary: "Set the caller's readiness for a song",
    params: SongId,
    body: ReadinessInput,
    status: 200,
    response: Song,
    changes: 'songs',
  }),
  addVeto: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/songs/:songId/veto',
    summary: "Add the caller's veto",
    params: SongId,
    body: VetoInput,
    status: 200,
    response: Song,
    changes: 'songs',
  }),
  deleteVeto: endpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/songs/:songId/veto/:membershipId',
    summary: "Withdraw the caller's veto",
    params: z.extend(SongId, { membershipId: Id }),
    status: 204,
    changes: 'songs',
  }),
}

export const liveApi = {
  listen: endpoint({
    method: 'GET',
    path: '/api/me/live',
    summary: "Stream the changes in the caller's bands as server-sent events; ids only",
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
    summary: 'Start connecting a Spotify account; returns the authorization URL for a pop-up',
    status: 200,
    response: z.strictObject({ authUrl: z.string() }),
  }),
  finishConnection: endpoint({
    method: 'GET',
    path: '/api/spotify/callback',
    summary: 'Finish connecting a Spotify account; the page stores the handle in the browser and closes itself',
    // Not strict: Spotify may add parameters.
    query: z.object({ state: UntrustedParam, code: UntrustedParam, error: UntrustedParam }),
    status: 200,
    contentType: 'text/html',
  }),
  readClosingScript: endpoint({
    method: 'GET',
    path: '/api/spotify/callback.js',
    summary: 'Get the script of the page that finishes connecting a Spotify account',
    status: 200,
    contentType: 'text/javascript',
  }),
  searchTracks: endpoint({
    method: 'GET',
    path: '/api/spotify/search',
    summary: 'Search tracks by title, artist or album; needs no connection',
    query: z.strictObject({ q: SearchText, limit: SearchLimit }),
    status: 200,
    response: z.array(Track),
  }),
  listPlaylists: endpoint({
    method: 'GET',
    path: '/api/spotify/playlists',
    summary: 'List the playlists of the connected account',
    status: 200,
    response: z.array(Playlist),
    requiresSpotify: true,
  }),
  readSpotifyUser: endpoint({
    method: 'GET',
    path: '/api/spotify/user',
    summary: 'Get the profile of the connected account',
    status: 200,
    response: SpotifyUser,
    requiresSpotify: true,
  }),
  listPlaylistTracks: endpoint({
    method: 'GET',
    path: '/api/spotify/playlists/:playlistId/tracks',
    summary: 'List all songs of a playlist; other entries and local files are left out',
    params: PlaylistId,
    status: 200,
    response: z.strictObject({ items: z.array(z.strictObject({ track: Track })) }),
    requiresSpotify: true,
  }),
  syncPlaylist: endpoint({
    method: 'POST',
    path: '/api/spotify/playlists/:playlistId/sync',
    summary: "Replace the playlist with the band's practice list, in practice order",
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
    summary: 'Add a track to a playlist unless it is there',
    params: PlaylistId,
    body: z.strictObject({ spotifyId: SpotifyId }),
    status: 204,
    requiresSpotify: true,
    changes: 'nothing',
  }),
  removeFromPlaylist: endpoint({
    method: 'DELETE',
    path: '/api/spotify/playlists/:playlistId/tracks/:spotifyId',
    summary: 'Remove a track from a playlist',
    params: z.extend(PlaylistId, { spotifyId: SpotifyId }),
    status: 204,
    requiresSpotify: true,
    changes: 'nothing',
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: '/api/spotify/connection',
    summary: 'Disconnect the Spotify account',
    status: 204,
    requiresSpotify: true,
    changes: 'nothing',
  }),
}

export const imagesApi = {
  readImage: endpoint({
    method: 'GET',
    path: '/images/:file',
    summary: 'Get a stored picture; the picture of a URL never changes',
    params: z.strictObject({ file: z.string().check(z.maxLength(60)) }),
    status: 200,
    contentType: 'image/webp',
  }),
}

export const settingsApi = {
  readSettings: endpoint({
    method: 'GET',
    path: '/api/settings',
    summary: 'Get the public settings of the server',
    status: 200,
    response: Settings,
  }),
}

export const operationsApi = {
  health: endpoint({
    method: 'GET',
    path: '/healthz',
    summary: 'Check that the process responds',
    status: 200,
    response: z.strictObject({ status: z.literal('ok') }),
  }),
  readiness: endpoint({
    method: 'GET',
    path: '/readyz',
    summary: 'Check that the database responds, accepts writes and is migrated',
    status: 200,
    response: z.strictObject({ status: z.literal('ready') }),
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    summary: 'Get metrics for Prometheus; for loopback requests, or with METRICS_TOKEN',
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
