import { inTransaction, type Db } from '#platform/db/connection.ts'
import { preparedCommand } from '#platform/db/prepared-query.ts'
import { secondsUntilAdmitted, type Window } from '#platform/db/rate-limit.ts'
import { sql } from '#platform/db/sql.ts'
import { canSendText } from '#platform/db/texts-sent.ts'
import { inviterName, isOpen } from './store.ts'

export type Channel = 'sms' | 'mail'
export type NewMessage = {
  id: string
  invitationId: string
  bandId: string
  channel: Channel
  recipient: string
  /** The requesting user and IP address (IPv4 or IPv6 /64). */
  requestedBy: string
  address: string
  /** The invited card, for an invitation by mail. */
  membershipId?: string | undefined
}

/** Conditions for messages that share a budget. */
const budgets = {
  band: ({ bandId, channel }: NewMessage) => sql`band_id = ${bandId} and channel = ${channel}`,
  // Mail servers ignore case. Unindexed: the table has the messages of one day.
  recipient: ({ recipient }: NewMessage) => sql`lower(recipient) = lower(${recipient})`,
  service: ({ channel }: NewMessage) => sql`channel = ${channel}`,
}
export type Budget = keyof typeof budgets

/** Seconds until the user may send another message, in any band. */
export function secondsUntilMessageBy(db: Db, userId: string, windows: readonly Window[]): Promise<number> {
  const events = sql`select requested_at as at from requested_messages where requested_by = ${userId}`
  return secondsUntilAdmitted(db, events, windows)
}

/** Seconds until another message may be requested from the IP address, in any band. */
export function secondsUntilMessageFrom(db: Db, address: string, windows: readonly Window[]): Promise<number> {
  const events = sql`select requested_at as at from requested_messages where address = ${address}`
  return secondsUntilAdmitted(db, events, windows)
}

/** Seconds until this budget allows the message. */
export function secondsUntilMessage(
  tx: Db,
  budget: Budget,
  message: NewMessage,
  windows: readonly Window[],
): Promise<number> {
  const events = sql`select requested_at as at from invitation_messages where ${budgets[budget](message)}`
  // Texts with notices and to deps use the same half of the daily limit.
  const isTextsOfService = budget === 'service' && message.channel === 'sms'
  const all = isTextsOfService
    ? sql`${events} union all select sent_at from notice_texts_sent
        union all select requested_at from dep_texts`
    : events
  return secondsUntilAdmitted(tx, all, windows)
}

export async function insertMessage(db: Db, message: NewMessage): Promise<void> {
  await db`
    insert into invitation_messages (id, invitation_id, band_id, channel, recipient, membership_id, requested_by, address)
    values (${message.id}, ${message.invitationId}, ${message.bandId}, ${message.channel}, ${message.recipient},
      ${message.membershipId ?? null}, ${message.requestedBy}, ${message.address})`
}

export type QueuedMessage = {
  channel: Channel
  recipient: string
  invitationId: string
  bandName: string
  invitedBy: string | null
  expiresAt: Date
}

/** Undefined when the message is claimed already or its invitation is not open. */
export async function findQueuedMessage(db: Db, id: string): Promise<QueuedMessage | undefined> {
  const [row] = await db<QueuedMessage[]>`
    select msg.channel, msg.recipient, msg.invitation_id as "invitationId", b.name as "bandName",
      ${inviterName} as "invitedBy", i.expires_at as "expiresAt"
    from invitation_messages msg join invitations i on i.id = msg.invitation_id
    join bands b on b.id = i.band_id
    where msg.id = ${id} and msg.sent_at is null and ${isOpen}`
  return row
}

/** Claims the message and stores the hash of its token; false when it is claimed already or the day's texts are used up. */
export function claimMessage(
  db: Db,
  { id, channel, tokenHash, textsPerDay }: { id: string; channel: Channel; tokenHash: Buffer; textsPerDay: number },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (channel === 'sms' && !(await canSendText(tx, textsPerDay))) return false
    const [claimed] = await tx<{ invitationId: string }[]>`
      update invitation_messages set sent_at = now() where id = ${id} and sent_at is null
      returning invitation_id as "invitationId"`
    if (!claimed) return false
    const rows = await tx`
      update invitations i set token_hash = ${tokenHash} where i.id = ${claimed.invitationId} and ${isOpen}
      returning 1`
    return rows.length === 1
  })
}

/** Releases the message for a retry after it was certainly not sent. */
export const releaseMessage = preparedCommand<{ id: string }>(
  `update invitation_messages set sent_at = null where id = $id`,
)
