import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import type { Profile, User } from '@gaffer/domain/user'
import type { Db } from '#db/connection.ts'
import { membershipsOfPerson } from '#features/bands/service.ts'
import { storeImage, type Picture } from '#features/images/service.ts'
import type { SignedInPerson } from '#http/gate/gates.ts'
import { reading } from '#http/gate/reading.ts'
import { findUser, findUserByPhone, insertUser, personWith, updateProfile } from './store.ts'

export const readMe = reading(personWith(membershipsOfPerson))

export async function saveProfile(
  db: Db,
  person: SignedInPerson,
  profile: Profile,
  picture: Picture | null,
): Promise<{ message: string; user: User }> {
  const avatarUrl = await storeImage(db, person, profile.avatarUrl, picture)
  const user = await updateProfile(db, person, { ...profile, avatarUrl })
  if (!user) throw new Refusal('not_signed_in', messages.notSignedIn)
  return { message: messages.profileUpdated, user }
}

// For sign-in, where there is no session yet.
export { findUser as findAccountById, findUserByPhone as findAccountByPhone, insertUser as addAccount }
