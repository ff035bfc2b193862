import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { canInvite } from '@gaffer/domain/bands/access'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { defaultAllowedEventTypes, type Band, type BandChanges, type NewBand } from '@gaffer/domain/bands/band'
import type { Membership } from '@gaffer/domain/bands/member'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { refuseStaleEdit, type SeenVersions } from '#platform/version-check.ts'
import { logActivity } from '#features/activity/service.ts'
import { storeImageIfUploaded, type ReencodedImage, type PreparedPicture } from '#features/images/service.ts'
import { lockUserAndCheckBandLimit, addUserToBand, tooManyBandsError } from './joining.ts'
import { lockBandAsMember } from './member-service.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { orNotFound } from '#platform/refusals.ts'
import { findBand, insertBand, lockBand, updateBand, type NewBandRow } from './store.ts'

/** Creates the band with the caller as owner. The text in `role` grants no access. */
export async function createBand(
  db: Db,
  user: AuthenticatedUser,
  input: NewBand,
  picture: ReencodedImage | null,
): Promise<Band & { membership: Membership }> {
  return inTransaction(db, async (tx) => {
    const { userId } = user
    if (!(await lockUserAndCheckBandLimit(tx, userId))) throw tooManyBandsError()
    const { name, description } = input
    const avatarUrl = await storeImageIfUploaded(tx, user, input.avatarUrl, picture)
    const allowedEventTypes = [...defaultAllowedEventTypes]
    const band = await createEmptyBand(tx, { name, description, avatarUrl, allowedEventTypes, ledgerVisibleTo: 'own' })
    const membership = await addUserToBand(tx, {
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

/** Creates a band without members: the caller's transaction must add an owner. */
export function createEmptyBand(tx: Db, band: Omit<NewBandRow, 'id'>): Promise<Band> {
  return insertBand(tx, { id: randomUUIDv7(), ...band })
}

export async function readBand(db: Db, member: MemberContext): Promise<Band> {
  return orNotFound(await findBand(db, member))
}

export async function changeBand(
  db: Db,
  member: MemberContext,
  changes: BandChanges,
  { seenVersions, picture }: PreparedPicture & { seenVersions: SeenVersions },
): Promise<Band> {
  const { avatarUrl } = changes
  const storableChanges =
    avatarUrl === undefined
      ? changes
      : { ...changes, avatarUrl: await storeImageIfUploaded(db, member, avatarUrl, picture) }
  return inTransaction(db, async (tx) => {
    const actor = await lockBandAsMember(tx, member)
    if (changes.ledgerVisibleTo !== undefined && !canInvite(actor)) {
      throw new AppError('not_allowed', bandMessages.ledgerVisibilityNotAllowed)
    }
    const stored = orNotFound(await lockBand(tx, member))
    refuseStaleEdit(stored, seenVersions)
    // A field that a PATCH leaves out is absent, never undefined, so that the spread keeps the stored value.
    const changed = { ...stored, ...(storableChanges as Partial<Band>) }
    // An unchanged band keeps its version, so that parallel edits get no 412.
    if (isDeepStrictEqual(changed, stored)) return stored
    const band = await updateBand(tx, changed)
    await logActivity(tx, member, { verb: 'changed_settings' })
    return band
  })
}
