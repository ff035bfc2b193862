import type { InvitationKind, InvitationPreview, InvitationListItem } from '@gaffer/domain/invitations/invitation'
import { limits } from '@gaffer/domain/shared/limits'
import type { Db } from '#platform/db/connection.ts'
import {
  preparedHasRow,
  preparedCommand,
  preparedRequiredRow,
  preparedQuery,
  preparedOptionalRow,
} from '#platform/db/prepared-query.ts'
import { instantSql } from '#platform/db/sql.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { isInvitationOpenSql } from '#features/bands/invitation-columns.ts'

export type Invitation = {
  id: string
  bandId: string | null
  /** The invited card that the invitation fills. */
  membershipId: string | null
  phone: string | null
}

const invitationColumns = 'i.id, i.band_id as "bandId", i.membership_id as "membershipId", i.phone'

/** SQL: the display name of the inviter, in the band if they are a member, otherwise that of their profile. */
export const inviterNameSql = `(
  select coalesce(m.display_name, u.display_name) from users u
  left join memberships m on m.band_id = i.band_id and m.user_id = u.id
  where u.id = i.invited_by)`

type Recipient = { phone: string | null; email: string | null; name: string | null; membershipId: string | null }
export type NewInvitation = Partial<Recipient> & {
  id: string
  kind: InvitationKind
  /** Null when the job generates the link later. */
  tokenHash: Buffer | null
  bandId: string | null
  invitedBy: string | null
  maxUses: number
  days: number
  note?: string | null
}

const insertion = preparedRequiredRow<{ expiresAt: string }, Required<NewInvitation>>(`
  insert into invitations (
    id, kind, token_hash, band_id, membership_id, phone, email, name, invited_by, max_uses, note, expires_at)
  values ($id, $kind, $tokenHash, $bandId, $membershipId, $phone, $email, $name, $invitedBy, $maxUses, $note,
    now() + make_interval(days => $days))
  returning ${instantSql('expires_at')} as "expiresAt"`)

/** Returns when the invitation expires. */
export async function insertInvitation(db: Db, invitation: NewInvitation): Promise<string> {
  const toNobody = { phone: null, email: null, name: null, membershipId: null }
  return (await insertion(db, { ...toNobody, note: null, ...invitation })).expiresAt
}

export const findOpenInvitation = preparedOptionalRow<Invitation, { tokenHash: Buffer }>(`
  select ${invitationColumns} from invitations i where i.token_hash = $tokenHash and ${isInvitationOpenSql}`)

export const isInvitationRowOpen = preparedHasRow<{ id: string }>(`
  select from invitations i where i.id = $id and ${isInvitationOpenSql}`)

const newestToPhone = (condition = '') => `
  select ${invitationColumns} from invitations i
  where i.phone = $phone and ${isInvitationOpenSql} ${condition}
  order by i.created_at desc limit 1`

/** The newest open invitation to this number. */
export const findInvitationToPhone = preparedOptionalRow<Invitation, { phone: string }>(newestToPhone())

/** The newest open invitation to this number of the band of another invitation, which may be closed. */
export const findInvitationToPhoneInBandOf = preparedOptionalRow<Invitation, { phone: string; tokenHash: Buffer }>(
  newestToPhone(`and exists (
    select from invitations held where held.token_hash = $tokenHash and held.band_id is not distinct from i.band_id)`),
)

/** The preview, and the number of a text invitation. */
export const findPreview = preparedOptionalRow<
  { preview: InvitationPreview; phone: string | null },
  { tokenHash: Buffer }
>(`
  select i.phone, json_build_object('kind', i.kind, 'invitedBy', ${inviterNameSql}, 'expiresAt', ${instantSql('i.expires_at')},
    'band', case when b.id is not null then json_build_object('name', b.name, 'avatarUrl', b.avatar_url, 'color', coalesce(
      (select m.color from memberships m where m.band_id = b.id and m.access = 'owner' order by m.joined_at limit 1),
      '#6b7280')) end) as preview
  from invitations i left join bands b on b.id = i.band_id
  where i.token_hash = $tokenHash and ${isInvitationOpenSql}`)

export const isMember = preparedHasRow<{ bandId: string; userId: string }>(
  `select from memberships where band_id = $bandId and user_id = $userId`,
)

/** Whether the account with this number is a member of the band. */
export const isMemberByPhone = preparedHasRow<{ bandId: string; phone: string }>(`
  select from memberships m join users u on u.id = m.user_id where m.band_id = $bandId and u.phone = $phone`)

export const isPhoneOfUser = preparedHasRow<{ userId: string; phone: string }>(
  `select from users where id = $userId and phone = $phone`,
)

/** Counts a use; false when the invitation is no longer open. Locks the row until the transaction ends. */
export const consumeInvitationUse = preparedHasRow<{ id: string }>(`
  update invitations i set uses = i.uses + 1 where i.id = $id and ${isInvitationOpenSql} returning 1`)

export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db`select from users limit 1`).length > 0
}

export async function revokeFounderInvitations(db: Db): Promise<void> {
  await db`
    update invitations set revoked_at = now() where kind = 'founder' and revoked_at is null and invited_by is null`
}

/** Whether the band has as many open links as the limit allows. */
export const isOpenLinkLimitReached = preparedHasRow<MemberContext>(`
  select from invitations i where i.band_id = $bandId and i.kind = 'general' and ${isInvitationOpenSql}
  offset ${limits.openInvitationLinks - 1} limit 1`)

/** Newest first. */
export const listOpenInvitations = preparedQuery<InvitationListItem, MemberContext>(`
  select i.id, i.kind, i.phone, i.email, coalesce(card.display_name, i.name) as "displayName", i.uses, i.note,
    i.membership_id as "membershipId", ${inviterNameSql} as "invitedBy", i.max_uses as "maxUses",
    ${instantSql('i.created_at')} as "createdAt", ${instantSql('i.expires_at')} as "expiresAt"
  from invitations i left join memberships card on card.band_id = i.band_id and card.id = i.membership_id
  where i.band_id = $bandId and ${isInvitationOpenSql}
  order by i.created_at desc, i.id desc`)

/** Returns the open invitation and locks it until the transaction ends. */
export const lockOpenInvitation = preparedOptionalRow<
  Pick<Invitation, 'membershipId'>,
  MemberContext & { id: string }
>(`
  select i.membership_id as "membershipId" from invitations i
  where i.band_id = $bandId and i.id = $id and ${isInvitationOpenSql} for update`)

const revocation = (condition: string) => `
  update invitations i set revoked_at = now()
  where i.band_id = $bandId and ${condition} and ${isInvitationOpenSql}`

/** Revokes the invitation, and keeps the card of one by mail. */
export const revokeOpenInvitation = preparedCommand<MemberContext & { id: string }>(revocation('i.id = $id'))

export const revokeInvitationsToPhone = preparedCommand<MemberContext & { phone: string }>(
  revocation('i.phone = $phone'),
)
