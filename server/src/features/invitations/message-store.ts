import type { InvitationKind, LiveInvitation } from '@gaffer/domain/invitation'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { secondsUntilAdmitted, type Window } from '#platform/db/rate-limit.ts'
import { sql } from '#platform/db/sql.ts'
import { canSendText } from '#platform/db/texts-sent.ts'
import type { MemberContext } from '#platform/auth-context.ts'
import { isLive } from './store.ts'

export type Channel = 'sms' | 'mail'
export type NewMessage = {
  id: string
  invitationId: string
  bandId: string | null
  channel: Channel
  recipient: string
  /** The requesting user and IP address (IPv4 or IPv6 /64); null for an operator's command. */
  requestedBy: string | null
  address: string | null
  /** The invited card, for an invitation by mail. */
  membershipId?: string | undefined
}

/** Conditions for messages that share a budget. */
const budgets = {
  band: ({ bandId, channel }: NewMessage) => sql`band_id = ${bandId} and channel = ${channel}`,
  address: ({ address }: NewMessage) => sql`address = ${address}`,
  recipient: ({ recipient }: NewMessage) => sql`recipient = ${recipient}`,
  service: ({ channel }: NewMessage) => sql`channel = ${channel}`,
}
export type Budget = keyof typeof budgets

/** Seconds until the user may send another message, in any band. */
export function secondsUntilMessageBy(db: Db, userId: string, windows: readonly Window[]): Promise<number> {
  const events = sql`select requested_at as at from invitation_messages where requested_by = ${userId}`
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
  return secondsUntilAdmitted(tx, events, windows)
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
  bandName: string | null
  invitedBy: string | null
  expiresAt: Date
}

/** Undefined when the message is claimed already or its invitation is not open. */
export async function findQueuedMessage(db: Db, id: string): Promise<QueuedMessage | undefined> {
  const [row] = await db<QueuedMessage[]>`
    select msg.channel, msg.recipient, msg.invitation_id as "invitationId", b.name as "bandName",
      ${inviterName} as "invitedBy", i.expires_at as "expiresAt"
    from invitation_messages msg join invitations i on i.id = msg.invitation_id
    left join bands b on b.id = i.band_id
    where msg.id = ${id} and msg.sent_at is null and ${isLive}`
  return row
}

const inviterName = sql`(
  select coalesce(m.display_name, u.display_name) from users u
  left join memberships m on m.band_id = i.band_id and m.user_id = u.id
  where u.id = i.invited_by)`

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
      update invitations i set token_hash = ${tokenHash} where i.id = ${claimed.invitationId} and ${isLive}
      returning 1`
    return rows.length === 1
  })
}

/** Releases the message for a retry after it was certainly not sent. */
export async function releaseMessage(db: Db, id: string): Promise<void> {
  await db`update invitation_messages set sent_at = null where id = ${id}`
}

type LiveRow = {
  id: string
  kind: InvitationKind
  phone: string | null
  email: string | null
  display_name: string | null
  membership_id: string | null
  invited_by_name: string | null
  uses: number
  max_uses: number
  created_at: Date
  expires_at: Date
  note: string | null
}

export async function listLiveInvitations(db: Db, { bandId }: MemberContext): Promise<LiveInvitation[]> {
  const rows = await db<LiveRow[]>`
    select i.*, card.display_name, ${inviterName} as invited_by_name
    from invitations i left join memberships card on card.band_id = i.band_id and card.id = i.membership_id
    where i.band_id = ${bandId} and ${isLive}
    order by i.created_at desc, i.id desc`
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    phone: row.phone,
    email: row.email,
    displayName: row.display_name,
    membershipId: row.membership_id,
    invitedBy: row.invited_by_name,
    uses: row.uses,
    maxUses: row.max_uses,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    note: row.note,
  }))
}

/** Returns the open invitation and locks it until the transaction ends. */
export async function lockInvitation(
  tx: Db,
  { bandId }: MemberContext,
  id: string,
): Promise<{ id: string; membershipId: string | null } | undefined> {
  const [row] = await tx<{ id: string; membershipId: string | null }[]>`
    select i.id, i.membership_id as "membershipId" from invitations i
    where i.band_id = ${bandId} and i.id = ${id} and ${isLive} for update`
  return row
}

/** Revokes one open invitation of the band, or all texts to a number. */
export async function revokeInvitations(
  tx: Db,
  { bandId }: MemberContext,
  which: { id: string } | { phone: string },
): Promise<void> {
  const condition = 'id' in which ? sql`i.id = ${which.id}` : sql`i.phone = ${which.phone}`
  await tx`
    update invitations i set revoked_at = now()
    where i.band_id = ${bandId} and ${condition} and i.kind <> 'email' and ${isLive}`
}
