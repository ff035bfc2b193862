// Invitations: made by those who may, held while somebody signs in, redeemed once for each person.

import { randomUUIDv7 } from 'node:crypto'
import type { HeldInvitation, InvitationLink, InvitationPreview } from '@gaffer/domain/invitation'
import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { Deps } from '#deps.ts'
import { recordJoining, record } from '#features/activity/service.ts'
import { fillInvitedCard, hasRoomForBand, isMember, join, tooManyBands } from '#features/bands/service.ts'
import { findAccountById } from '#features/me/service.ts'
import type { Cookies } from '#http/cookies.ts'
import { hashSecret, newSecret } from '#platform/keys.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/auth-context.ts'
import { lockInviter } from './inviter.ts'
import {
  countUse,
  findInvitationToPhone,
  findLiveInvitation,
  holdFounding,
  insertInvitation,
  isUntouched,
  previewInvitation as findPreview,
  revokeFounderInvitations,
  type Invitation,
} from './store.ts'

export async function inviteByLink(
  { config }: Deps,
  db: Db,
  acting: MemberContext,
  { note }: { note: string | null },
): Promise<InvitationLink> {
  const { bandId, userId } = acting
  const { generalInvitationUses: maxUses, invitationDays: days } = limits
  return inTransaction(db, async (tx) => {
    // Somebody who is being removed would come back by it.
    await lockInviter(tx, acting)
    await record(tx, acting, { verb: 'invited_by_link' })
    const terms = { kind: 'general', bandId, invitedBy: userId, phone: null, maxUses, days, note } as const
    return makeLink(config.publicUrl, tx, terms)
  })
}

/** With a phone, it lets in that number only. */
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

/** On a product that nobody has signed in to yet: a fresh link for its founder, and the end of any older one. */
export async function inviteFirstFounder(deps: Deps): Promise<InvitationLink | null> {
  return inTransaction(deps.db, async (tx) => {
    // Two servers that start at once: the later one's link is the one that works.
    await holdFounding(tx)
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

/** What this browser holds, for the sign-in page. */
export async function readHeldInvitation(db: Db, cookies: Cookies): Promise<HeldInvitation | null> {
  const token = cookies.read('invite')
  const found = token && (await findPreview(db, hashSecret(token)))
  return found ? { ...found.preview, phoneEnding: found.phone?.slice(-3) ?? null } : null
}

/** Keeps the invitation in the browser until its owner has signed in. */
export async function holdInvitation(db: Db, token: string, cookies: Cookies): Promise<void> {
  alive(await findLiveInvitation(db, { tokenHash: hashSecret(token) }))
  cookies.write('invite', token)
}

/**
 * The live invitation that a browser holds or else one that was sent to the number. A browser that holds a dead one, or
 * another number's, gets a text of the same band only: nobody joins another band than the one they accepted.
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
  person: AuthenticatedUser,
  token: string,
): Promise<{ bandId: string | null }> {
  return inTransaction(db, async (tx) => {
    const invitation = alive(await findLiveInvitation(tx, { tokenHash: hashSecret(token) }))
    if (invitation.phone !== null) await refuseOtherPhone(tx, invitation, person)
    return { bandId: await redeem(tx, invitation, person.userId) }
  })
}

/** Uses the invitation for this person. A member of the band already costs it no use. Refuses one that died meanwhile. */
export async function redeem(tx: Db, invitation: Invitation, userId: string): Promise<string | null> {
  const { bandId, membershipId } = invitation
  // Locks the person before anything is read, so that nobody joins a band twice by two invitations.
  if (!(await hasRoomFor(tx, invitation, userId))) throw tooManyBands()
  if (bandId && (await isMember(tx, bandId, userId))) return bandId
  if (!(await countUse(tx, invitation.id))) throw dead()
  if (!bandId) return null
  if (membershipId) {
    if (!(await fillInvitedCard(tx, { bandId, membershipId, userId }))) throw dead()
  } else await join(tx, { bandId, userId, access: 'member', role: 'Member', displayName: null })
  await recordJoining(tx, { bandId, userId, membershipId })
  return bandId
}

/** Whether the invitation leads to no band, to one of the person's own, or to one more than they are in. Locks the person. */
export async function hasRoomFor(tx: Db, { bandId }: Invitation, userId: string): Promise<boolean> {
  return (await hasRoomForBand(tx, userId)) || bandId === null || (await isMember(tx, bandId, userId))
}

async function refuseOtherPhone(db: Db, invitation: Invitation, { userId }: AuthenticatedUser): Promise<void> {
  const account = await findAccountById(db, userId)
  if (account?.phone !== invitation.phone) throw new Refusal('not_allowed', messages.invitationOtherPhone)
}

function alive<T>(found: T | undefined): T {
  if (found === undefined) throw dead()
  return found
}

function dead(): Refusal {
  return new Refusal('not_found', messages.invitationDead)
}
