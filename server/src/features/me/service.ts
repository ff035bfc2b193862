// The signed-in person: who they are, their bands, their profile.

import type { OwnMembership } from '@gaffer/domain/member'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import type { Profile, User } from '@gaffer/domain/user'
import type { Db } from '#db/connection.ts'
import { listOwnMemberships } from '#features/bands/service.ts'
import { storeImage } from '#features/images/service.ts'
import type { SignedInPerson } from '#http/gate/gates.ts'
import { findUser, findUserByPhone, insertUser, updateProfile } from './store.ts'

export async function readMe(db: Db, person: SignedInPerson): Promise<{ user: User; bands: OwnMembership[] }> {
  const [user, bands] = await Promise.all([findUser(db, person.userId), listOwnMemberships(db, person)])
  if (!user) throw new Refusal('not_found', messages.notFound)
  return { user, bands }
}

export async function saveProfile(
  db: Db,
  person: SignedInPerson,
  profile: Profile,
): Promise<{ message: string; user: User }> {
  const avatarUrl = await storeImage(db, profile.avatarUrl)
  const user = await updateProfile(db, person, { ...profile, avatarUrl })
  return { message: messages.profileUpdated, user }
}

// For signing in, which knows a phone number and no session yet.
export { findUser as findAccountById, findUserByPhone as findAccountByPhone, insertUser as addAccount }
