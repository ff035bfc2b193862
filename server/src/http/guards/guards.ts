// Guards run before a request's body is read. They authenticate the caller and check the permission. Only guards create the types of
// verified-identities.ts, so a store call without a guard does not compile.

import { messages } from '@gaffer/domain/shared/messages'
import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { canEditPublicPage } from '@gaffer/domain/public-page/access'
import { publicPageMessages } from '@gaffer/domain/public-page/public-page-messages'
import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { noticeGroups } from '@gaffer/domain/notices/notice'
import { canExportBand, canInvite } from '@gaffer/domain/bands/access'
import { isEventLinkValid } from '@gaffer/domain/answers/answer'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { depMessages } from '@gaffer/domain/deps/dep-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { ApiErrorCode } from '@gaffer/domain/shared/endpoint'
import { lastDayOfSheetLink } from '@gaffer/domain/gig-sheets/sheet-link'
import type { Db } from '#platform/db/connection.ts'
import type { Services } from '#services.ts'
import { hashSecret, timingSafeEqual } from '#platform/keys.ts'
import type {
  AnswerLinkHolder,
  AuthenticatedUser,
  DepLinkHolder,
  EnquiryLinkHolder,
  FeedSubscriber,
  MemberContext,
  PersonalFeedSubscriber,
  SessionClaim,
  SheetLinkHolder,
  UnsubscribeLinkHolder,
} from '#platform/verified-identities.ts'
import { notFoundError } from '#platform/refusals.ts'
import type { AllowedSessionTransport } from './session-claim.ts'
import {
  findAnswerLinkSubject,
  findDepAskOfToken,
  findMemberContext,
  findSession,
  findFeedSubscriber,
  findSheetLink,
  isExistingEnquiry,
  isExistingUser,
  updateLastSeen,
  type MemberContextRow,
  type SessionRow,
} from './store.ts'

/** Replaces a malformed band id in lookups. No band has this id, so the caller gets 404. */
const unknownBandId = '00000000-0000-0000-0000-000000000000'

/** What guards read of a request, and the services that they use. */
export type GuardInput = {
  services: Services
  claim: SessionClaim | null
  params: Record<string, string>
  authorization: string | undefined
  /** The caller's IPv4 address or IPv6 /64. */
  address: string
  /** Whether the request comes from this machine itself and not through a proxy. */
  isLocal(): boolean
}

/** Resolves to `Principal`, the verified caller, which is passed to the handler. */
export type AuthGuard<Principal extends object> = ((context: GuardInput) => Promise<Principal>) & {
  guardName: string
  /** The error codes of the guard's refusals. */
  errors: readonly ApiErrorCode[]
  sessionFrom: AllowedSessionTransport
  /** Only callers with a live session pass, and a 401 means that the session is not live. The rate limits rely on that. */
  requiresSession: boolean
}

type GuardOptions = Partial<Pick<AuthGuard<object>, 'sessionFrom' | 'requiresSession'>>

function makeGuard<Principal extends object>(
  guardName: string,
  errors: readonly ApiErrorCode[],
  authorize: (context: GuardInput) => Promise<Principal>,
  { sessionFrom = 'anywhere', requiresSession = false }: GuardOptions = {},
): AuthGuard<Principal> {
  return Object.assign(authorize, { guardName, errors, sessionFrom, requiresSession })
}

/** Makes a guard that requires a live session. `errors` are its error codes besides `not_signed_in`. */
function makeSessionGuard<Principal extends object>(
  guardName: string,
  errors: readonly ApiErrorCode[],
  authorize: (context: GuardInput) => Promise<Principal>,
  sessionFrom: AllowedSessionTransport = 'anywhere',
): AuthGuard<Principal> {
  return makeGuard(guardName, ['not_signed_in', ...errors], authorize, { sessionFrom, requiresSession: true })
}

export const allowAnyone = makeGuard('allowAnyone', [], async () => ({}))

/** For sign-out, which succeeds with an expired session too. */
export const optionalSession = makeGuard('optionalSession', [], async ({ services, claim, address }) => {
  const row = claim && (await findSession(services.db, claim))
  return { claim, user: row ? toPrincipal(row, address) : null }
})

export const requireSession = makeSessionGuard('requireSession', [], async (context) => {
  const { services, claim } = context
  const row = claim && (await findSession(services.db, claim))
  return { user: authenticateSessionRow(context, row) }
})

/** Cookie sessions only: a bearer token must not renew itself. */
export const requireCookieSession = makeSessionGuard(
  'requireCookieSession',
  [],
  async (context) => requireSession(context),
  'cookie',
)

/** A session in the cookie, and a Spotify connection's handle as the bearer. The service looks the handle up. */
export const requireSpotify = makeGuard(
  'requireSpotify',
  ['not_signed_in', 'not_connected'],
  async (context) => {
    const { user } = await requireSession(context)
    const handle = /^Bearer ([\w-]{43})$/i.exec(context.authorization ?? '')?.[1]
    if (!handle) throw new AppError('not_connected', spotifyMessages.spotifyExpired)
    return { user, handleHash: hashSecret(handle) }
  },
  { sessionFrom: 'cookie' },
)

/** Other users get 403 and not 404: the API document lists these endpoints anyway. */
export const requirePlatformAdmin = makeSessionGuard('requirePlatformAdmin', ['not_allowed'], async (context) => {
  const { user } = await requireSession(context)
  if (!user.platformAdmin) throw new AppError('not_allowed', messages.notAllowed)
  return { user }
})

/** Active members of the band in the path. Other users get 404, callers without a session 401. */
export const requireMember = makeSessionGuard('requireMember', ['not_found'], async (context) => {
  const { services, claim, params } = context
  const bandId = readBandId(params)
  const row = claim && (await findMemberContext(services.db, claim, bandId))
  return { member: toMemberContext(authenticateSessionRow(context, row), row, bandId) }
})

/** Makes a guard for members of the band in the path who have a permission. Other members get 403 with the message `refusal`. */
function makePermissionGuard(guardName: string, isPermitted: (member: MemberContext) => boolean, refusal: string) {
  return makeSessionGuard(guardName, ['not_found', 'not_allowed'], async (context) => {
    const { member } = await requireMember(context)
    if (!isPermitted(member)) throw new AppError('not_allowed', refusal)
    return { member }
  })
}

/**
 * Admins and owners. For invitations this is a guard and not a check in the service: a repeated idempotent request gets the stored response
 * without a call of the service. That response may contain a link, which a member who has lost the right must not get.
 */
export const requireAdminOrOwner = makePermissionGuard('requireAdminOrOwner', canInvite, messages.notAllowed)

/** Owners, for the export of the band. */
export const requireOwner = makePermissionGuard('requireOwner', canExportBand, bandFileMessages.bandExportNotAllowed)

/** Owners, for changes to the band's public page. */
export const requirePageOwner = makePermissionGuard(
  'requirePageOwner',
  canEditPublicPage,
  publicPageMessages.ownersOnly,
)

function readBandId(params: Record<string, string>): string {
  return Id.safeParse(params['bandId']).data ?? unknownBandId
}

/** Calendar programs cannot sign in: the secret in the feed's address authorizes them, as long as the membership or account exists. */
export const requireFeedToken = makeGuard('requireFeedToken', ['not_found'], async ({ services, params }) => {
  const claim = services.links.readFeed(/^(.*)\.ics$/.exec(params['file'] ?? '')?.[1] ?? '')
  const row = claim && (await findFeedSubscriber(services.db, claim))
  if (!row || !claim.isGenuine(row.feedVersion)) throw notFoundError()
  const { subscriberId, kind } = claim
  if (kind === 'personal') return { kind, subscriber: { userId: subscriberId } as PersonalFeedSubscriber }
  return {
    kind,
    subscriber: { userId: row.userId, bandId: row.bandId, membershipId: subscriberId } as FeedSubscriber,
  }
})

/** The token of an answer link authorizes the answer of one member to one event, until 24 hours after the event. */
export const requireAnswerToken = makeGuard('requireAnswerToken', ['not_found'], async ({ services, params }) => {
  const link = await services.links.readLink('answer', params['token'] ?? '')
  const [membershipId = '', eventId = ''] = link?.ids ?? []
  const claim = link?.isGenuine() ? { membershipId, eventId } : null
  const row = claim && (await findAnswerLinkSubject(services.db, claim))
  if (!claim || !row || !isEventLinkValid(row, services.clock.now()))
    throw new AppError('not_found', eventMessages.linkDead)
  return { answerer: { ...claim, bandId: row.bandId, userId: row.userId } as AnswerLinkHolder }
})

/** The token of a dep's link authorizes the answer to one ask, until 24 hours after the event or the deletion of the dep. */
export const requireDepToken = makeGuard('requireDepToken', ['not_found'], async ({ services, params }) => {
  const row = await findDepAskOfToken(services.db, { tokenHash: hashSecret(params['token'] ?? '') })
  if (!row || !isEventLinkValid(row, services.clock.now())) throw new AppError('not_found', depMessages.linkDead)
  const { bandId, eventId, requestId, depId, askId } = row
  return { dep: { bandId, eventId, requestId, depId, askId } as DepLinkHolder }
})

/** The token of a gig sheet's link authorizes reading the sheet until the link ends, or a member revokes it or deletes the event. */
export const requireSheetToken = makeGuard('requireSheetToken', ['not_found'], async ({ services, params }) => {
  const claim = await services.links.readLink('sheet', params['token'] ?? '')
  const [bandId = '', eventId = ''] = claim?.ids ?? []
  const link = claim && (await findSheetLink(services.db, { bandId, eventId }))
  if (!link || !claim.isGenuine(link.linkId) || lastDayOfSheetLink(link) < todayInLondon(services.clock.now())) {
    throw new AppError('not_found', eventMessages.linkDead)
  }
  const { withFee, withContact } = link
  return { reader: { bandId, eventId, withFee, withContact } as SheetLinkHolder }
})

/** The token of an enquiry's link authorizes confirming it, within 48 hours. */
export const requireEnquiryToken = makeGuard('requireEnquiryToken', ['not_found'], async ({ services, params }) => {
  const link = await services.links.readLink('enquiry', params['token'] ?? '')
  const [bandId = '', enquiryId = ''] = link?.isGenuine() ? link.ids : []
  if (bandId === '' || !(await isExistingEnquiry(services.db, { bandId, enquiryId })))
    throw new AppError('not_found', publicPageMessages.linkEnded)
  return { enquirer: { bandId, enquiryId } as EnquiryLinkHolder }
})

/** The token of an unsubscribe link authorizes turning off the mails of one group to one user, until 13 months after the mail. */
export const requireUnsubscribeToken = makeGuard(
  'requireUnsubscribeToken',
  ['not_found'],
  async ({ services, params }) => {
    const link = await services.links.readLink('unsubscribe', params['token'] ?? '')
    const [userId = ''] = link?.ids ?? []
    const group = noticeGroups.find((one) => link?.isGenuine(one))
    if (!group || !(await isExistingUser(services.db, { userId })))
      throw new AppError('not_found', eventMessages.linkDead)
    return { unsubscriber: { userId, group } as UnsubscribeLinkHolder }
  },
)

/** Programs on this machine, or programs that send METRICS_TOKEN. Other callers get 404. */
export const requireMetricsAccess = makeGuard(
  'requireMetricsAccess',
  ['not_found'],
  async ({ services, authorization, isLocal }) => {
    const { metricsToken } = services.config
    // Hashes have equal lengths, so the comparison takes the same time for any token.
    const isToken =
      metricsToken !== null && timingSafeEqual(hashSecret(authorization ?? ''), hashSecret(`Bearer ${metricsToken}`))
    if (!isToken && !isLocal()) throw notFoundError()
    return {}
  },
  { sessionFrom: 'cookie' },
)

/** Loads the caller's membership for endpoints whose band is in the body. */
export async function loadMemberContext(db: Db, user: AuthenticatedUser, bandId: string): Promise<MemberContext> {
  return toMemberContext(user, await findMemberContext(db, { sessionId: user.sessionId }, bandId), bandId)
}

type SessionContext = Pick<GuardInput, 'services' | 'address'>

function authenticateSessionRow(
  { services, address }: SessionContext,
  row: SessionRow | null | undefined,
): AuthenticatedUser {
  if (!row) throw new AppError('not_signed_in', messages.notSignedIn)
  updateLastSeenIfDue(services, row)
  return toPrincipal(row, address)
}

function toMemberContext(
  user: AuthenticatedUser,
  row: MemberContextRow | null | undefined,
  bandId: string,
): MemberContext {
  if (!row?.membershipId || !row.access || row.feedVersion === null) throw notFoundError()
  return { ...user, bandId, membershipId: row.membershipId, access: row.access, feedVersion: row.feedVersion }
}

/** Starts the update in the background: the request neither waits for it nor fails with it. */
function updateLastSeenIfDue({ db, log }: Services, { sessionId, isLongUnseen }: SessionRow): void {
  if (isLongUnseen)
    updateLastSeen(db, { sessionId }).catch((err: unknown) =>
      log.warn({ err }, 'last_seen_at of a session not updated: the database query failed'),
    )
}

function toPrincipal(row: SessionRow, address: string): AuthenticatedUser {
  return {
    userId: row.userId,
    sessionId: row.sessionId,
    platformAdmin: row.platformAdmin,
    personalFeedVersion: row.personalFeedVersion,
    address,
  } as AuthenticatedUser
}
