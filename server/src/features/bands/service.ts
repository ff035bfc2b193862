import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Band, BandChanges, NewBand } from '@gaffer/domain/band'
import { defaultColor, defaultIcon } from '@gaffer/domain/band-icons'
import { canInvite, canSetAccess, type Access } from '@gaffer/domain/access'
import type { MemberChanges, Membership } from '@gaffer/domain/member'
import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { refuseStaleEdit } from '#platform/version-check.ts'
import { record } from '#features/activity/service.ts'
import { storeImage, type Picture, type WithPicture } from '#features/images/service.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/auth-context.ts'
import { endInvitationsBy } from './leaving.ts'
import { holdInvitationsBy } from './leaving-store.ts'
import {
  countBands,
  fillInvitedCard,
  findBand,
  findMembership,
  insertBand,
  insertMembership,
  isMember,
  listMemberships,
  lockBand,
  lockBandFor,
  lockPerson,
  membershipsOfPerson,
  updateBand,
  updateMembership,
} from './store.ts'

/** Creates the band with the caller as owner. The role label grants no access. */
export async function createBand(
  db: Db,
  person: AuthenticatedUser,
  input: NewBand,
  picture: Picture | null,
): Promise<Band & { membership: Membership }> {
  return inTransaction(db, async (tx) => {
    const { userId } = person
    if (!(await hasRoomForBand(tx, userId))) throw tooManyBands()
    const { name, description } = input
    const avatarUrl = await storeImage(tx, person, input.avatarUrl, picture)
    const band = await insertBand(tx, { id: randomUUIDv7(), name, description, avatarUrl })
    const membership = await join(tx, {
      bandId: band.id,
      userId,
      access: 'owner',
      role: input.role ?? 'owner',
      displayName: input.displayName ?? null,
      icon: input.icon,
      color: input.color,
    })
    return { ...band, membership: membership as Membership }
  })
}

/** Whether the user is below the band limit. Locks the user, so that parallel joins are counted. */
export async function hasRoomForBand(tx: Db, userId: string): Promise<boolean> {
  await lockPerson(tx, userId)
  return (await countBands(tx, userId)) < limits.bandsPerPerson
}

export function tooManyBands(): AppError {
  return new AppError('conflict', messages.bandsTooMany)
}

export type Joining = {
  bandId: string
  userId: string
  access: Membership['access']
  role: string
  displayName: string | null
  icon?: string | undefined
  color?: string | undefined
}

/** Adds a user to a band; null when they are a member already. */
export async function join(tx: Db, { icon, color, ...joining }: Joining): Promise<Membership | null> {
  const id = randomUUIDv7()
  const added = await insertMembership(tx, {
    ...joining,
    id,
    icon: icon ?? defaultIcon,
    color: color ?? defaultColor,
  })
  return added ? ((await findMembership(tx, joining.bandId, id)) ?? null) : null
}

export async function readBand(db: Db, acting: MemberContext): Promise<Band> {
  const band = await findBand(db, acting)
  if (!band) throw new AppError('not_found', messages.notFound)
  return band
}

export async function changeBand(
  db: Db,
  acting: MemberContext,
  changes: BandChanges,
  { seenVersion, picture }: WithPicture & { seenVersion: number | null },
): Promise<Band> {
  const { avatarUrl } = changes
  const settled =
    avatarUrl === undefined ? changes : { ...changes, avatarUrl: await storeImage(db, acting, avatarUrl, picture) }
  return inTransaction(db, async (tx) => {
    const stored = (await lockBandFor(tx, acting)) && (await lockBand(tx, acting))
    if (!stored) throw new AppError('not_found', messages.notFound)
    refuseStaleEdit(stored, seenVersion)
    // An unchanged band keeps its version, so that parallel edits get no 412.
    if (isDeepStrictEqual({ ...stored, ...settled }, stored)) return stored
    const band = await updateBand(tx, acting, settled)
    await record(tx, acting, { verb: 'changed_settings' })
    return band
  })
}

export function listMembers(db: Db, acting: MemberContext): Promise<Membership[]> {
  return listMemberships(db, acting)
}

/**
 * Edits the caller's own card or, as an owner, the access of another member. Locks the band, so that two owners who
 * demote each other in parallel do not leave it without an owner.
 */
export async function changeMember(
  db: Db,
  acting: MemberContext,
  memberId: string,
  { access, picture, ...card }: MemberChanges & WithPicture,
): Promise<Membership> {
  const avatarUrl = card.avatarUrl === undefined ? undefined : await storeImage(db, acting, card.avatarUrl, picture)
  return inTransaction(db, async (tx) => {
    // Lock order: invitations, band, as when an invitation is accepted.
    if (access !== undefined) await holdInvitationsBy(tx, { bandId: acting.bandId, membershipId: memberId })
    const actorAccess = await lockBandFor(tx, acting)
    const target = await findMembership(tx, acting.bandId, memberId)
    if (!target || !actorAccess) throw new AppError('not_found', messages.notFound)
    const isOwn = memberId === acting.membershipId
    if (!isOwn && Object.values(card).some((value) => value !== undefined)) {
      throw new AppError('not_allowed', messages.onlyOwnCard)
    }
    if (access !== undefined && !canSetAccess({ ...acting, access: actorAccess }, memberId)) {
      throw new AppError('not_allowed', messages.onlyOwnersSetAccess)
    }
    if (access !== undefined) await recordAccess(tx, acting, target, access)
    await updateMembership(tx, acting, memberId, { ...card, avatarUrl, access })
    if (access !== undefined && target.userId && !canInvite({ access })) {
      await endInvitationsBy(tx, { bandId: acting.bandId, userId: target.userId })
    }
    return (await findMembership(tx, acting.bandId, memberId)) as Membership
  })
}

async function recordAccess(tx: Db, acting: MemberContext, target: Membership, access: Access): Promise<void> {
  // The access of an invited member is fixed by the invitation and is never owner.
  if (target.status === 'invited') throw new AppError('not_allowed', messages.notJoinedYet)
  if (access !== target.access) await record(tx, acting, { verb: `made_${access}`, aboutUserId: target.userId })
}

// For joining and leaving, where the caller is not a member yet or any more.
export { findMembership, fillInvitedCard, isMember, lockBandFor }
// For GET /api/me.
export { membershipsOfPerson }
