import { inTransaction, type Db } from '#platform/db/connection.ts'
import { preparedHasRow, preparedCommand, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import { instantSql, sql } from '#platform/db/sql.ts'
import { lockTextsIfBudgetLeft } from '#platform/db/texts-sent.ts'
import { isInvitationOpenSql } from '#features/bands/invitation-columns.ts'
import { inviterNameSql } from './store.ts'

export type MessageChannel = 'sms' | 'mail'
export type NewMessage = {
  id: string
  invitationId: string
  bandId: string
  channel: MessageChannel
  recipient: string
  /** The requesting user and IP address (IPv4 or IPv6 /64). */
  requestedBy: string
  address: string
  /** The invited card, for an invitation by mail. */
  membershipId: string | null
}

// Messages that share a budget: queries for `secondsUntilAdmitted`.

/** Invitation messages and texts to deps that a user requested, in any band. */
export const messagesByUserSql = (userId: string) =>
  sql`select requested_at as at from requested_messages where requested_by = ${userId}`

/** Invitation messages and texts to deps that were requested from an IP address, in any band. */
export const messagesFromIpAddressSql = (address: string) =>
  sql`select requested_at as at from requested_messages where address = ${address}`

export const invitationMessagesOfBandSql = ({ bandId, channel }: NewMessage) =>
  sql`select requested_at as at from invitation_messages where band_id = ${bandId} and channel = ${channel}`

// Mail servers ignore case. Unindexed: the table has the messages of one day.
export const invitationMessagesByRecipientSql = (recipient: string) =>
  sql`select requested_at as at from invitation_messages where lower(recipient) = lower(${recipient})`

/**
 * All texts but sign-in codes: invitations, notices and texts to deps share one half of SMS_PER_DAY. The other half is reserved for codes.
 */
export const nonCodeTextsSql = () => sql`
  select requested_at as at from invitation_messages where channel = 'sms'
  union all select sent_at from notice_texts_sent
  union all select requested_at from dep_texts`

export const insertMessage = preparedCommand<NewMessage>(`
  insert into invitation_messages (id, invitation_id, band_id, channel, recipient, membership_id, requested_by, address)
  values ($id, $invitationId, $bandId, $channel, $recipient, $membershipId, $requestedBy, $address)`)

export type QueuedMessage = Pick<NewMessage, 'channel' | 'recipient'> & {
  bandName: string
  invitedBy: string | null
  expiresAt: string
}

/** Undefined when the message is claimed already or its invitation is not open. */
export const findQueuedMessage = preparedOptionalRow<QueuedMessage, { id: string }>(`
  select msg.channel, msg.recipient, b.name as "bandName", ${inviterNameSql} as "invitedBy",
    ${instantSql('i.expires_at')} as "expiresAt"
  from invitation_messages msg join invitations i on i.id = msg.invitation_id
  join bands b on b.id = i.band_id
  where msg.id = $id and msg.sent_at is null and ${isInvitationOpenSql}`)

const claim = preparedOptionalRow<{ invitationId: string }, { id: string }>(`
  update invitation_messages set sent_at = now() where id = $id and sent_at is null
  returning invitation_id as "invitationId"`)

const setToken = preparedHasRow<{ id: string; tokenHash: Buffer }>(`
  update invitations i set token_hash = $tokenHash where i.id = $id and ${isInvitationOpenSql} returning 1`)

/** Claims the message and stores the hash of its token; false when it is claimed already or the day's texts are used up. */
export function claimMessage(
  db: Db,
  {
    id,
    channel,
    tokenHash,
    textsPerDay,
  }: { id: string; channel: MessageChannel; tokenHash: Buffer; textsPerDay: number },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (channel === 'sms' && !(await lockTextsIfBudgetLeft(tx, textsPerDay))) return false
    const claimed = await claim(tx, { id })
    if (!claimed) return false
    return setToken(tx, { tokenHash, id: claimed.invitationId })
  })
}

/** Releases the message for a retry after it was certainly not sent. */
export const releaseMessage = preparedCommand<{ id: string }>(
  `update invitation_messages set sent_at = null where id = $id`,
)
