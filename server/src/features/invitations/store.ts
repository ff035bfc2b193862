import * as z from 'zod/mini'
import { InvitationListItem, InvitationPreview, type InvitationKind } from '@gaffer/domain/invitations/invitation'
import { Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import type { Db } from '#platform/db/connection.ts'
import { command, hasRow, isoText, literal, manyRows, oneRow, optionalRow, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { isInvitationOpen } from '#features/bands/invitation-columns.ts'

const Invitation = z.strictObject({
  id: z.string(),
  bandId: z.nullable(z.string()),
  /** The invited card that the invitation fills. */
  membershipId: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** The name on the invited card, otherwise the name that the inviter gave the invited person. */
  name: z.nullable(z.string()),
})
export type Invitation = z.infer<typeof Invitation>

const invitationColumns = sql`i.id, i.band_id as "bandId", i.membership_id as "membershipId", i.phone,
  coalesce((select m.display_name from memberships m where m.band_id = i.band_id and m.id = i.membership_id), i.name) as name`

/** The inviter's display name: the name in the band if the inviter is a member, otherwise the name of the profile. */
const inviterName = sql`(
  select coalesce(m.display_name, u.display_name) from users u
  left join memberships m on m.band_id = i.band_id and m.user_id = u.id
  where u.id = i.invited_by)`

type Recipient = { phone: string | null; email: string | null; name: string | null; membershipId: string | null }
export type NewInvitation = Partial<Recipient> & {
  id: string
  kind: InvitationKind
  /** Null if the token is generated later, when the message is sent. */
  tokenHash: Buffer | null
  bandId: string | null
  invitedBy: string | null
  maxUses: number
  days: number
  note?: string | null
}

const insertInvitationRow = oneRow(
  z.strictObject({ expiresAt: Timestamp }),
  sql<Required<NewInvitation>>`
    insert into invitations (
      id, kind, token_hash, band_id, membership_id, phone, email, name, invited_by, max_uses, note, created_at, expires_at)
    values ($id, $kind, $tokenHash, $bandId, $membershipId, $phone, $email, $name, $invitedBy, $maxUses, $note, $now,
      $now + make_interval(days => $days))
    returning ${isoText(sql`expires_at`)} as "expiresAt"`,
)

/** Returns the expiry of the invitation in ISO 8601. */
export async function insertInvitation(db: Db, invitation: NewInvitation): Promise<string> {
  const noRecipient = { phone: null, email: null, name: null, membershipId: null }
  return (await insertInvitationRow(db, { ...noRecipient, note: null, ...invitation })).expiresAt
}

export const findOpenInvitation = optionalRow(
  Invitation,
  sql<{ tokenHash: Buffer }>`
    select ${invitationColumns} from invitations i where i.token_hash = $tokenHash and ${isInvitationOpen}`,
)

export const isInvitationRowOpen = hasRow(sql<{ id: string }>`
  select from invitations i where i.id = $id and ${isInvitationOpen}`)

/** The newest open invitation to this number. */
export const findInvitationToPhone = optionalRow(
  Invitation,
  sql<{ phone: string }>`
    select ${invitationColumns} from invitations i where i.phone = $phone and ${isInvitationOpen}
    order by i.created_at desc limit 1`,
)

/** The newest open invitation to this number from the band of the invitation with this token, which may be closed. */
export const findInvitationToPhoneInBandOf = optionalRow(
  Invitation,
  sql<{ phone: string; tokenHash: Buffer }>`
    select ${invitationColumns} from invitations i
    where i.phone = $phone and ${isInvitationOpen} and exists (
      select from invitations held where held.token_hash = $tokenHash and held.band_id is not distinct from i.band_id)
    order by i.created_at desc limit 1`,
)

/** The preview of an open invitation, and the phone number if it was sent by text. */
export const findPreview = optionalRow(
  z.strictObject({ preview: InvitationPreview, phone: z.nullable(z.string()) }),
  sql<{ tokenHash: Buffer }>`
    select i.phone, json_build_object('kind', i.kind, 'invitedBy', ${inviterName},
      'expiresAt', ${isoText(sql`i.expires_at`)},
      'band', case when b.id is not null then json_build_object('name', b.name, 'avatarUrl', b.avatar_url, 'color', coalesce(
        (select m.color from memberships m where m.band_id = b.id and m.access = 'owner' order by m.joined_at limit 1),
        '#6b7280')) end) as preview
    from invitations i left join bands b on b.id = i.band_id
    where i.token_hash = $tokenHash and ${isInvitationOpen}`,
)

/** Locks an invitation by text or mail until the transaction ends, and returns its content; undefined if the invitation is not open. */
export const lockInvitationToSend = optionalRow(
  z.strictObject({
    recipient: z.string(),
    bandName: z.string(),
    invitedBy: z.nullable(z.string()),
    expiresAt: Timestamp,
  }),
  sql<{ id: string }>`
    select coalesce(i.phone, i.email) as recipient, b.name as "bandName", ${inviterName} as "invitedBy", ${isoText(sql`i.expires_at`)} as "expiresAt"
    from invitations i join bands b on b.id = i.band_id
    where i.id = $id and ${isInvitationOpen} for no key update of i`,
)

/** Stores the name that the inviter gave for a user whose profile has no name. The user can change it in the profile form. */
export const setMissingDisplayName = command(sql<{ userId: string; name: string }>`
  update users set display_name = $name, updated_at = $now where id = $userId and display_name is null`)

export const updateInvitationToken = command(sql<{ id: string; tokenHash: Buffer }>`
  update invitations set token_hash = $tokenHash where id = $id`)

export const isMember = hasRow(sql<{ bandId: string; userId: string }>`
  select from memberships where band_id = $bandId and user_id = $userId`)

/** Whether the account with this number is a member of the band. */
export const isMemberByPhone = hasRow(sql<{ bandId: string; phone: string }>`
  select from memberships m join users u on u.id = m.user_id where m.band_id = $bandId and u.phone = $phone`)

export const isPhoneOfUser = hasRow(sql<{ userId: string; phone: string }>`
  select from users where id = $userId and phone = $phone`)

/** Counts a use of the invitation; false if it is no longer open. Locks the row until the transaction ends. */
export const consumeInvitationUse = hasRow(sql<{ id: string }>`
  update invitations i set uses = i.uses + 1 where i.id = $id and ${isInvitationOpen} returning 1`)

export const hasAccounts = hasRow(sql`select from users limit 1`)

export const revokeFounderInvitations = command(sql`
  update invitations set revoked_at = $now where kind = 'founder' and revoked_at is null and invited_by is null`)

/** Whether the band has as many open links as the limit allows. */
export const isOpenLinkLimitReached = hasRow(sql<MemberContext>`
  select from invitations i where i.band_id = $bandId and i.kind = 'general' and ${isInvitationOpen}
  offset ${literal(limits.openInvitationLinks - 1)} limit 1`)

/** Open invitations of the band, the newest first. */
export const listOpenInvitations = manyRows(
  InvitationListItem,
  sql<MemberContext>`
    select i.id, i.kind, i.phone, i.email, coalesce(card.display_name, i.name) as "displayName", i.uses, i.note,
      i.membership_id as "membershipId", ${inviterName} as "invitedBy", i.max_uses as "maxUses",
      ${isoText(sql`i.created_at`)} as "createdAt", ${isoText(sql`i.expires_at`)} as "expiresAt"
    from invitations i left join memberships card on card.band_id = i.band_id and card.id = i.membership_id
    where i.band_id = $bandId and ${isInvitationOpen}
    order by i.created_at desc, i.id desc`,
)

/** Returns the open invitation and locks it until the transaction ends. */
export const lockOpenInvitation = optionalRow(
  z.pick(Invitation, { membershipId: true }),
  sql<MemberContext & { id: string }>`
    select i.membership_id as "membershipId" from invitations i
    where i.band_id = $bandId and i.id = $id and ${isInvitationOpen} for update`,
)

/** Revokes the invitation. The card that a mail invitation made stays. */
export const revokeOpenInvitation = command(sql<MemberContext & { id: string }>`
  update invitations i set revoked_at = $now where i.band_id = $bandId and i.id = $id and ${isInvitationOpen}`)

export const revokeInvitationsToPhone = command(sql<MemberContext & { phone: string }>`
  update invitations i set revoked_at = $now where i.band_id = $bandId and i.phone = $phone and ${isInvitationOpen}`)
