import { messages } from '@gaffer/domain/shared/messages'
import { profileMessages } from '@gaffer/domain/sign-in/profile-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import type { ParsedProfile, User } from '@gaffer/domain/sign-in/user'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { storeImageIfUploaded, type ReencodedImage } from '#features/images/service.ts'
import { announceWaitingJoins } from '#features/bands/joining.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import { listOwnMemberships, updateProfile } from './me-store.ts'
import { findUser } from './user-store.ts'

export async function readMe(db: Db, user: AuthenticatedUser): Promise<{ user: User; bands: OwnMembership[] }> {
  const [me, bands] = await Promise.all([findUser(db, user.userId), listOwnMemberships(db, user)])
  if (!me) throw new AppError('not_signed_in', messages.notSignedIn)
  return { user: me, bands }
}

export async function saveProfile(
  db: Db,
  user: AuthenticatedUser,
  profile: ParsedProfile,
  picture: ReencodedImage | null,
): Promise<{ message: string; user: User }> {
  const avatarUrl = await storeImageIfUploaded(db, user, profile.avatarUrl, picture)
  return inTransaction(db, async (tx) => {
    const updatedUser = await updateProfile(tx, user, { ...profile, avatarUrl })
    if (!updatedUser) throw new AppError('not_signed_in', messages.notSignedIn)
    await announceWaitingJoins(tx, user)
    return { message: profileMessages.profileUpdated, user: updatedUser }
  })
}
