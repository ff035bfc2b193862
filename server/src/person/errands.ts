// What an operator does for one person who asks: sign their devices out, give them another number, erase them.

import type { readErrand } from './arguments.ts'
import { inTransaction, type Database, type Db } from '#platform/db/connection.ts'
import { isUniqueViolation } from '#platform/db/errors.ts'
import { findAccountByPhone } from '#features/me/service.ts'
import { eraseEverythingOf, eraseFormerNumber } from '#features/privacy/service.ts'
import { announceSignOut } from '#live/live.ts'

/** Said to the operator. */
export class CannotDo extends Error {}

export type Errand = ReturnType<typeof readErrand>

/** The sentence for the operator. */
export async function runForPerson(db: Database, errand: Errand): Promise<string> {
  const account = await findAccountByPhone(db, errand.phone)
  if (!account) throw new CannotDo(`Nobody has an account with ${errand.phone}.`)
  if (errand.verb === 'erase') {
    await eraseEverythingOf(db, { userId: account.id })
    await announceSignOut(db, account.id)
    return `Erased: the account with ${errand.phone}, and everything that was only there because of it.`
  }
  const { devices, identities } = await inTransaction(db, async (tx) => {
    if (errand.verb === 'number') {
      await moveTo(tx, account.id, errand.to)
      await eraseFormerNumber(tx, errand.phone)
    }
    return signOut(tx, account.id)
  })
  await announceSignOut(db, account.id)
  const unlinked = identities > 0 ? ` and unlinked from ${counted(identities, 'Google account')}` : ''
  const signedOut = `Signed out on ${counted(devices, 'device')}${unlinked}`
  return errand.verb === 'number' ? `${signedOut}. From now on ${errand.to} signs in.` : `${signedOut}.`
}

/** No browser of theirs is known any more either: whoever holds a lost phone guesses as a stranger does. */
async function signOut(tx: Db, userId: string): Promise<{ devices: number; identities: number }> {
  await tx`delete from known_browsers where user_id = ${userId}`
  await tx`delete from spotify_connections where user_id = ${userId}`
  // A lost phone may be signed in to the Google account as well.
  const identities = await tx`delete from identities where user_id = ${userId} returning 1`
  const sessions = await tx`delete from sessions where user_id = ${userId} returning 1`
  return { devices: sessions.length, identities: identities.length }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

async function moveTo(tx: Db, userId: string, phone: string): Promise<void> {
  try {
    await tx`update users set phone = ${phone}, updated_at = clock_timestamp() where id = ${userId}`
  } catch (error) {
    if (isUniqueViolation(error, 'users_phone_key')) throw new CannotDo(`${phone} has an account of its own.`)
    throw error
  }
}
