// Decides before a request's body is read whether it may come in, and as whom. The only place that mints a
// SignedInPerson, an ActingMember or a Subscriber, so a store function that asks for one cannot be called without
// passing here.

import { messages } from '@gaffer/domain/messages'
import { canInvite, type Access } from '@gaffer/domain/access'
import { Id } from '@gaffer/domain/identifiers'
import { Refusal } from '@gaffer/domain/refusal'
import type { Db } from '#db/connection.ts'
import type { Deps } from '#deps.ts'
import { isGenuineFeed, readFeedToken } from './feed-token.ts'
import { hashSecret, isSame } from '#keys.ts'
import { findActing, findSession, findSubscriber, markSeen, type ActingRow, type SessionRow } from './store.ts'
import type { SessionClaim, SessionPlace } from './session.ts'

const nobodysBand = '00000000-0000-0000-0000-000000000000'

declare const minted: unique symbol

export type SignedInPerson = {
  readonly [minted]: true
  readonly userId: string
  readonly sessionId: string
  readonly platformAdmin: boolean
}

/** A signed-in person acting in one of their bands. Its bandId is the only one a store will query by. */
export type ActingMember = SignedInPerson & {
  readonly bandId: string
  readonly membershipId: string
  readonly access: Access
}

/** Reads one band's calendar as one of its members, and does nothing else. An ActingMember may do what they may. */
export type Subscriber = {
  readonly [minted]: true
  readonly userId: string
  readonly bandId: string
  readonly membershipId: string
}

export type Ask = {
  deps: Deps
  claim: SessionClaim | null
  params: Record<string, string>
  authorization: string | undefined
  /** Whether a program on this machine asks, and nobody through it. */
  isLocal(): boolean
}
/** What a gate adds to the handler's call. */
export type Gate<Admitted extends object> = ((ask: Ask) => Promise<Admitted>) & {
  gateName: string
  sessionIn: SessionPlace
  /** Whoever comes through has a live session, and 401 says that they have none. */
  provesSession: boolean
}

function gate<Admitted extends object>(
  gateName: string,
  admit: (ask: Ask) => Promise<Admitted>,
  { sessionIn = 'anywhere', provesSession = false }: { sessionIn?: SessionPlace; provesSession?: boolean } = {},
): Gate<Admitted> {
  return Object.assign(admit, { gateName, sessionIn, provesSession })
}
const provesSession = true

/** Anybody. */
export const open = gate('open', async () => ({}))

/** Anybody, with what they claim to be and who that is, if anybody: for signing out, which must work with a dead session too. */
export const anyClaim = gate('anyClaim', async ({ deps, claim }: Ask) => {
  const row = claim && (await findSession(deps.db, claim))
  return { claim, person: row ? mintPerson(row) : null }
})

/** Anybody with a live session. */
export const signedIn = gate(
  'signedIn',
  async ({ deps, claim }: Ask) => {
    const row = claim && (await findSession(deps.db, claim))
    return { person: admitPerson(deps, row) }
  },
  { provesSession },
)

/** The same by the cookie alone: a bearer that could make the next one would never end. */
export const signedInBrowser = gate('signedInBrowser', async (ask: Ask) => signedIn(ask), {
  sessionIn: 'cookie',
  provesSession,
})

/**
 * Anybody with a live session in the cookie, and with the secret handle of their music-service connection as the bearer.
 * Whether the handle opens one, and whose, is for the service to find out.
 */
export const connected = gate(
  'connected',
  async (ask: Ask) => {
    const { person } = await signedIn(ask)
    const handle = /^Bearer ([\w-]{43})$/i.exec(ask.authorization ?? '')?.[1]
    if (!handle) throw new Refusal('not_connected', messages.spotifyExpired)
    return { person, handleHash: hashSecret(handle) }
  },
  { sessionIn: 'cookie' },
)

/** Platform admins only. That there are such calls is no secret: the API document lists them. */
export const platformAdmin = gate(
  'platformAdmin',
  async (ask: Ask) => {
    const { person } = await signedIn(ask)
    if (!person.platformAdmin) throw new Refusal('not_allowed', messages.notAllowed)
    return { person }
  },
  { provesSession },
)

/** Active members of the band in the path. To everybody else the band does not exist. */
export const member = gate(
  'member',
  async ({ deps, claim, params }: Ask) => {
    const bandId = bandIn(params)
    const row = claim && (await findActing(deps.db, claim, bandId))
    return { acting: admitMember(deps, row, bandId) }
  },
  { provesSession },
)

/**
 * Members who may invite. Decided here and not in the service: a repeated create is answered without the service, and its kept
 * reply, which may hold a link, is not for a member who has lost the right.
 */
export const inviter = gate(
  'inviter',
  async (ask: Ask) => {
    const { acting } = await member(ask)
    if (!canInvite(acting)) throw new Refusal('not_allowed', messages.notAllowed)
    return { acting }
  },
  { provesSession },
)

/** The band in the path. A malformed id is nobody's band; it is looked up as the one that never exists. */
export function bandIn(params: Record<string, string>): string {
  return Id.safeParse(params['bandId']).data ?? nobodysBand
}

/** Whoever holds the secret address of a live membership's feed: calendar programs, which cannot sign in. */
export const subscriber = gate('subscriber', async ({ deps, params }: Ask) => {
  const claim = readFeedToken(/^(.*)\.ics$/.exec(params['file'] ?? '')?.[1] ?? '')
  const row = claim && (await findSubscriber(deps.db, claim.membershipId))
  if (!row || !isGenuineFeed(deps.keys, claim, row.feed_version)) throw new Refusal('not_found', messages.notFound)
  const { membershipId, kind } = claim
  return { kind, subscriber: { userId: row.user_id, bandId: row.band_id, membershipId } as Subscriber }
})

/** Whoever watches over this server: a program on its machine, or one with the token. For others the call does not exist. */
export const watcher = gate(
  'watcher',
  async ({ deps, authorization, isLocal }: Ask) => {
    const { metricsToken } = deps.config
    // Hashes are compared, so that neither the token's length nor its beginning shows in the time it takes.
    const isToken =
      metricsToken !== null && isSame(hashSecret(authorization ?? ''), hashSecret(`Bearer ${metricsToken}`))
    if (!isToken && !isLocal()) throw new Refusal('not_found', messages.notFound)
    return {}
  },
  { sessionIn: 'cookie' },
)

/** The same for a call whose band stands in its body. */
export async function actIn(db: Db, person: SignedInPerson, bandId: string): Promise<ActingMember> {
  const row = await findActing(db, { sessionId: person.sessionId }, bandId)
  if (!row?.membership_id || !row.access) throw new Refusal('not_found', messages.notFound)
  return { ...person, bandId, membershipId: row.membership_id, access: row.access }
}

/** For the row that the database has for a claim, if any. */
export function admitPerson(deps: Deps, row: SessionRow | null | undefined): SignedInPerson {
  if (!row) throw new Refusal('not_signed_in', messages.notSignedIn)
  noteSeen(deps, row)
  return mintPerson(row)
}

export function admitMember(deps: Deps, row: ActingRow | null | undefined, bandId: string): ActingMember {
  const person = admitPerson(deps, row)
  if (!row?.membership_id || !row.access) throw new Refusal('not_found', messages.notFound)
  return { ...person, bandId, membershipId: row.membership_id, access: row.access }
}

/** Beside the request, which does not wait for it and does not fail with it. */
function noteSeen({ db, log }: Deps, { session_id: sessionId, is_long_unseen: isLongUnseen }: SessionRow): void {
  if (isLongUnseen)
    markSeen(db, sessionId).catch((err: unknown) => log.warn({ err }, 'Last-seen time of a session not stored'))
}

function mintPerson(row: SessionRow): SignedInPerson {
  return { userId: row.user_id, sessionId: row.session_id, platformAdmin: row.platform_admin } as SignedInPerson
}
