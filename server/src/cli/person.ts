import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { inTransaction, type DatabasePool, type Db } from '#platform/db/connection.ts'
import { isUniqueViolation } from '#platform/db/errors.ts'
import { command, manyRows, sql } from '#platform/db/statement.ts'
import { findUserByPhone } from '#features/sign-in/user-store.ts'
import { eraseAccount, eraseFormerPhoneData } from '#features/own-data/service.ts'
import { listReportsWithSubjects, setReportedSubjectHidden } from '#features/notes/reports.ts'
import { withJobInserter } from '#platform/jobs.ts'
import { announceSignOut } from '#http/live/live.ts'
import { CommandError, parseMobileNumber, type Command, type CommandContext } from './run-command.ts'

export type AccountAction =
  | { verb: 'sign-out' | 'erase'; phone: string }
  /** Moves the account to the number `to`. */
  | { verb: 'number'; phone: string; to: string }

/** Lists the reports of members, or hides or shows the subject of one report. */
export type ReportAction = { verb: 'reports' } | { verb: 'hide' | 'show'; reportId: string }

const maxListedReports = 50

/** Operator commands for one account, and for content that members reported. */
export const personCommand: Command<AccountAction | ReportAction> = {
  usage: `npm run person 07… sign-out     ends all sessions of the person with that number, replaces their calendar links and unlinks their Google accounts (a lost phone)
npm run person 07… number 07…  gives them another number, and does the same
npm run person 07… erase        deletes the account and everything about them, for good
npm run person reports          lists the newest ${maxListedReports} reports of notes, charts and recordings
npm run person hide ID          hides what the report with that id is about, and tells its member
npm run person show ID          shows it again`,
  parse([phone = '', verb, to, ...more], config) {
    if (phone === 'reports' && verb === undefined) return { verb: phone }
    if ((phone === 'hide' || phone === 'show') && to === undefined) {
      return Id.safeParse(verb).success ? { verb: phone, reportId: verb as string } : null
    }
    const parseNumber = (text: string) => parseMobileNumber(text, config)
    if (verb === 'number' && to && more.length === 0) return { verb, phone: parseNumber(phone), to: parseNumber(to) }
    if ((verb === 'sign-out' || verb === 'erase') && to === undefined) return { verb, phone: parseNumber(phone) }
    return null
  },
  run: (context, action) =>
    'phone' in action ? runAccountAction(context, action) : runReportAction(context.db, action),
}

/** Returns the text to print. */
export async function runReportAction(db: DatabasePool, action: ReportAction): Promise<string> {
  if (action.verb === 'reports') {
    const reported = await listReportsWithSubjects(db, maxListedReports)
    return reported.length === 0 ? 'Nothing was reported.' : reported.map(describeReport).join('\n\n')
  }
  const isHidden = action.verb === 'hide'
  const report = await setReportedSubjectHidden(db, action.reportId, isHidden)
  if (!report) throw new CommandError(`There is no report ${action.reportId}, or what it is about is deleted.`)
  return `${isHidden ? 'Hidden' : 'Shown again'}: the ${report.kind} in ${report.bandName}.`
}

function describeReport({ report, subject }: Awaited<ReturnType<typeof listReportsWithSubjects>>[number]): string {
  const { id, reportedAt, kind, bandName, reporter, reason } = report
  const state = subject ? (subject.isHidden ? 'hidden' : 'shown') : 'deleted'
  return [
    `${id}  ${reportedAt}  ${kind} in ${bandName}, ${state}`,
    `  reported by ${reporter ?? 'a former member'}: ${reason}`,
    ...(subject ? [`  by ${subject.by ?? 'a former member'}: ${subject.text.replaceAll('\n', '\n    ')}`] : []),
  ].join('\n')
}

/** Returns the line to print. */
export async function runAccountAction(
  { db, config, address }: CommandContext,
  action: AccountAction,
): Promise<string> {
  const account = await findUserByPhone(db, action.phone)
  if (!account) throw new CommandError(`There is no account with ${action.phone}.`)
  if (action.verb === 'erase') {
    await withJobInserter(address, (jobs) => eraseAccount({ jobs, config }, db, { userId: account.id }))
    await announceSignOut(db, account.id)
    return `Erased: the account with ${action.phone}, and everything that was only there because of it.`
  }
  const { devices, identities } = await inTransaction(db, async (tx) => {
    if (action.verb === 'number') {
      await changeNumber(tx, account.id, action.to)
      await eraseFormerPhoneData(tx, action.phone)
    }
    return revokeAllAccess(tx, account.id)
  })
  await announceSignOut(db, account.id)
  const unlinked = identities > 0 ? ` and unlinked from ${formatCount(identities, 'Google account')}` : ''
  const signedOut = `Signed out on ${formatCount(devices, 'device')}${unlinked}`
  return action.verb === 'number' ? `${signedOut}. From now on ${action.to} signs in.` : `${signedOut}.`
}

type UserKey = { userId: string }
const IdRow = z.strictObject({ id: Id })

const deleteKnownBrowsers = command(sql<UserKey>`delete from known_browsers where user_id = $userId`)
const deleteSpotifyConnections = command(sql<UserKey>`delete from spotify_connections where user_id = $userId`)
const deletePendingIdentities = command(
  sql<UserKey>`
    delete from pending_identities w using identities i
    where i.user_id = $userId and (w.issuer, w.subject) = (i.issuer, i.subject)`,
)
const changePersonalFeedAddress = command(
  sql<UserKey>`update users set feed_version = feed_version + 1 where id = $userId`,
)
const changeFeedAddresses = command(
  sql<UserKey>`update memberships set feed_version = feed_version + 1 where user_id = $userId`,
)
const deleteIdentities = manyRows(IdRow, sql<UserKey>`delete from identities where user_id = $userId returning id`)
const deleteSessions = manyRows(IdRow, sql<UserKey>`delete from sessions where user_id = $userId returning id`)

/** Deletes known browsers too: a lost phone must not keep its larger budget of sign-in attempts. */
async function revokeAllAccess(tx: Db, userId: string): Promise<{ devices: number; identities: number }> {
  await deleteKnownBrowsers(tx, { userId })
  await deleteSpotifyConnections(tx, { userId })
  // The lost phone may have started a Google sign-in that would link the Google account again.
  await deletePendingIdentities(tx, { userId })
  // Feed addresses work without a session, and may have been copied from the lost phone.
  await changePersonalFeedAddress(tx, { userId })
  await changeFeedAddresses(tx, { userId })
  const identities = await deleteIdentities(tx, { userId })
  const sessions = await deleteSessions(tx, { userId })
  return { devices: sessions.length, identities: identities.length }
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const updatePhone = command(
  sql<UserKey & { phone: string }>`update users set phone = $phone, updated_at = $now where id = $userId`,
)

async function changeNumber(tx: Db, userId: string, phone: string): Promise<void> {
  try {
    await updatePhone(tx, { userId, phone })
  } catch (error) {
    if (isUniqueViolation(error, 'users_phone_key')) throw new CommandError(`${phone} has an account of its own.`)
    throw error
  }
}
