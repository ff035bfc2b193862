import { randomUUIDv7 } from 'node:crypto'
import type { HeldInvitation, InvitationLink, InvitationPreview } from '@gaffer/domain/invitation'
import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { Deps } from '#deps.ts'
import { logJoin, logActivity } from '#features/activity/service.ts'
import { fillInvitedCard, hasRoomForBand, isMember, join, tooManyBandsError } from '#features/bands/service.ts'
import { findAccountById } from '#features/me/service.ts'
import type { Cookies } from '#http/cookies.ts'
import { hashSecret, newSecret } from '#platform/keys.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/auth-context.ts'
import { lockInviter } from './inviter.ts'
import {
  countOpenLinks,
  countUse,
  findInvitationToPhone,
  findLiveInvitation,
  lockFirstFounder,
  insertInvitation,
  type Invitation,
  isUntouched,
  previewInvitation as findPreview,
  revokeFounderInvitations,
} from './store.ts'

export async function inviteByLink(
  { config }: Deps,
  db: Db,
  member: MemberContext,
  { note }: { note: string | null },
): Promise<InvitationLink> {
  const { bandId, userId } = member
  const { generalInvitationUses: maxUses, invitationDays: days } = limits
  return inTransaction(db, async (tx) => {
    // A member who is being removed must not create a link to rejoin.
    await lockInviter(tx, member)
    if ((await countOpenLinks(tx, bandId)) >= limits.openInvitationLinks)
      throw new AppError('conflict', messages.openLinksTooMany)
    await logActivity(tx, member, { verb: 'invited_by_link' })
    const terms = { kind: 'general', bandId, invitedBy: userId, phone: null, maxUses, days, note } as const
    return makeLink(config.publicUrl, tx, terms)
  })
}

/** With a phone, only that number can accept it. */
export function inviteFounder(
  { config }: Pick<Deps, 'config'>,
  db: Db,
  invitedBy: AuthenticatedUser | null,
  phone: string | null = null,
): Promise<InvitationLink> {
  return makeLink(config.publicUrl, db, {
    kind: 'founder',
    bandId: null,
    invitedBy: invitedBy?.userId ?? null,
    phone,
    maxUses: 1,
    days: limits.founderInvitationDays,
  })
}

/** Replaces the founder link of an installation without accounts; null when there is an account. */
export async function inviteFirstFounder(deps: Deps): Promise<InvitationLink | null> {
  return inTransaction(deps.db, async (tx) => {
    // When two servers start in parallel, only the later link works.
    await lockFirstFounder(tx)
    if (!(await isUntouched(tx))) return null
    await revokeFounderInvitations(tx)
    return inviteFounder(deps, tx, null)
  })
}

type LinkTerms = {
  kind: 'general' | 'founder'
  bandId: string | null
  invitedBy: string | null
  phone: string | null
  maxUses: number
  days: number
  note?: string | null
}

async function makeLink(publicUrl: string, db: Db, terms: LinkTerms): Promise<InvitationLink> {
  const token = newSecret()
  const expiresAt = await insertInvitation(db, { ...terms, id: randomUUIDv7(), tokenHash: hashSecret(token) })
  return { inviteLink: `${publicUrl}/invite/${token}`, expiresAt: expiresAt.toISOString() }
}

export async function previewInvitation(db: Db, token: string): Promise<InvitationPreview> {
  return alive(await findPreview(db, hashSecret(token))).preview
}

/** The invitation that the browser holds in its cookie; null without one or when it is not open. */
export async function readHeldInvitation(db: Db, cookies: Cookies): Promise<HeldInvitation | null> {
  const token = cookies.read('invite')
  const found = token && (await findPreview(db, hashSecret(token)))
  return found ? { ...found.preview, phoneEnding: found.phone?.slice(-3) ?? null } : null
}

/** Stores the invitation in a cookie until sign-in. */
export async function holdInvitation(db: Db, token: string, cookies: Cookies): Promise<void> {
  alive(await findLiveInvitation(db, { tokenHash: hashSecret(token) }))
  cookies.write('invite', token)
}

/**
 * The open invitation that the browser holds, otherwise one sent to the number. If the held one is not open or for
 * another number, only a text of the same band counts: a user must not join another band than the one they accepted.
 */
export async function findInvitationFor(
  db: Db,
  { heldToken, phone }: { heldToken: string | undefined; phone: string },
): Promise<Invitation | undefined> {
  if (!heldToken) return findInvitationToPhone(db, phone)
  const tokenHash = hashSecret(heldToken)
  const held = await findLiveInvitation(db, { tokenHash })
  if (held && (held.phone === null || held.phone === phone)) return held
  return findInvitationToPhone(db, phone, { inBandOf: tokenHash })
}

export function findInvitationById(db: Db, id: string): Promise<Invitation | undefined> {
  return findLiveInvitation(db, { id })
}

export async function acceptInvitation(
  db: Db,
  user: AuthenticatedUser,
  token: string,
): Promise<{ bandId: string | null }> {
  return inTransaction(db, async (tx) => {
    const invitation = alive(await findLiveInvitation(tx, { tokenHash: hashSecret(token) }))
    if (invitation.phone !== null) await refuseOtherPhone(tx, invitation, user)
    return { bandId: await redeem(tx, invitation, user.userId) }
  })
}

/** Accepts the invitation; returns the band id. Consumes no use for a member of the band. Refuses one that is not open. */
export async function redeem(tx: Db, invitation: Invitation, userId: string): Promise<string | null> {
  const { bandId, membershipId } = invitation
  // Locks the user before reading, so that two parallel acceptances create one membership.
  if (!(await hasRoomFor(tx, invitation, userId))) throw tooManyBandsError()
  if (bandId && (await isMember(tx, bandId, userId))) return bandId
  if (!(await countUse(tx, invitation.id))) throw dead()
  if (!bandId) return null
  if (membershipId) {
    if (!(await fillInvitedCard(tx, { bandId, membershipId, userId }))) throw dead()
  } else await join(tx, { bandId, userId, access: 'member', role: 'Member', displayName: null })
  await logJoin(tx, { bandId, userId, membershipId })
  return bandId
}

/** Whether the user is below the band limit, or the invitation is for no band or one of theirs. Locks the user. */
export async function hasRoomFor(tx: Db, { bandId }: Invitation, userId: string): Promise<boolean> {
  return (await hasRoomForBand(tx, userId)) || bandId === null || (await isMember(tx, bandId, userId))
}

async function refuseOtherPhone(db: Db, invitation: Invitation, { userId }: AuthenticatedUser): Promise<void> {
  const account = await findAccountById(db, userId)
  if (account?.phone !== invitation.phone) throw new AppError('not_allowed', messages.invitationOtherPhone)
}

function alive<T>(found: T | undefined): T {
  if (found === undefined) throw dead()
  return found
}

function dead(): AppError {
  return new AppError('not_found', messages.invitationDead)
}
