import type { parseCommand } from './arguments.ts'
import { inTransaction, type Database, type Db } from '#platform/db/connection.ts'
import { isUniqueViolation } from '#platform/db/errors.ts'
import { findAccountByPhone } from '#features/me/service.ts'
import { eraseEverythingOf, eraseFormerNumber } from '#features/privacy/service.ts'
import { announceSignOut } from '#live/live.ts'

/** Its message is printed without a stack trace. */
export class CommandFailed extends Error {}

export type AdminCommand = ReturnType<typeof parseCommand>

/** Returns the line to print. */
export async function runAdminCommand(db: Database, command: AdminCommand): Promise<string> {
  const account = await findAccountByPhone(db, command.phone)
  if (!account) throw new CommandFailed(`Nobody has an account with ${command.phone}.`)
  if (command.verb === 'erase') {
    await eraseEverythingOf(db, { userId: account.id })
    await announceSignOut(db, account.id)
    return `Erased: the account with ${command.phone}, and everything that was only there because of it.`
  }
  const { devices, identities } = await inTransaction(db, async (tx) => {
    if (command.verb === 'number') {
      await moveTo(tx, account.id, command.to)
      await eraseFormerNumber(tx, command.phone)
    }
    return signOut(tx, account.id)
  })
  await announceSignOut(db, account.id)
  const unlinked = identities > 0 ? ` and unlinked from ${counted(identities, 'Google account')}` : ''
  const signedOut = `Signed out on ${counted(devices, 'device')}${unlinked}`
  return command.verb === 'number' ? `${signedOut}. From now on ${command.to} signs in.` : `${signedOut}.`
}

/** Forgets known browsers too, so that a lost phone has no larger budget of sign-in guesses. */
async function signOut(tx: Db, userId: string): Promise<{ devices: number; identities: number }> {
  await tx`delete from known_browsers where user_id = ${userId}`
  await tx`delete from spotify_connections where user_id = ${userId}`
  // A lost phone may be signed in to the Google account as well.
  await tx`
    delete from waiting_identities w using identities i
    where i.user_id = ${userId} and (w.issuer, w.subject) = (i.issuer, i.subject)`
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
    if (isUniqueViolation(error, 'users_phone_key')) throw new CommandFailed(`${phone} has an account of its own.`)
    throw error
  }
}
