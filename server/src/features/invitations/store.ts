import type { InvitationKind, InvitationPreview, LiveInvitation } from '@gaffer/domain/invitation'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/connection.ts'
import { preparedCheck } from '#platform/db/prepared-query.ts'
import { sql } from '#platform/db/sql.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

export type Invitation = {
  id: string
  kind: InvitationKind
  bandId: string | null
  /** The invited card that the invitation fills. */
  membershipId: string | null
  phone: string | null
  expiresAt: Date
}

const invitationColumns = sql`
  i.id, i.kind, i.band_id as "bandId", i.membership_id as "membershipId", i.phone, i.expires_at as "expiresAt"`

export const isOpen = sql`i.revoked_at is null and i.expires_at > now() and i.uses < i.max_uses`

/** Display name of the inviter: in the band if they are a member, otherwise that of their profile. */
export const inviterName = sql`(
  select coalesce(m.display_name, u.display_name) from users u
  left join memberships m on m.band_id = i.band_id and m.user_id = u.id
  where u.id = i.invited_by)`

export type NewInvitation = {
  id: string
  kind: InvitationKind
  /** Null when the job generates the link later. */
  tokenHash: Buffer | null
  bandId: string | null
  membershipId?: string | undefined
  phone: string | null
  email?: string | null
  name?: string | null | undefined
  invitedBy: string | null
  maxUses: number
  days: number
  note?: string | null
}

export async function insertInvitation(db: Db, invitation: NewInvitation): Promise<Date> {
  const [row] = await db<{ expires_at: Date }[]>`
    insert into invitations (
      id, kind, token_hash, band_id, membership_id, phone, email, name, invited_by, max_uses, note, expires_at)
    values (${invitation.id}, ${invitation.kind}, ${invitation.tokenHash}, ${invitation.bandId},
      ${invitation.membershipId ?? null}, ${invitation.phone}, ${invitation.email ?? null}, ${invitation.name ?? null},
      ${invitation.invitedBy}, ${invitation.maxUses}, ${invitation.note ?? null}, now() + make_interval(days => ${invitation.days}))
    returning expires_at`
  return (row as { expires_at: Date }).expires_at
}

export async function findOpenInvitation(
  db: Db,
  by: { tokenHash: Buffer } | { id: string },
): Promise<Invitation | undefined> {
  const named = 'id' in by ? sql`i.id = ${by.id}` : sql`i.token_hash = ${by.tokenHash}`
  const [row] = await db<Invitation[]>`select ${invitationColumns} from invitations i where ${named} and ${isOpen}`
  return row
}

/** The newest open invitation to this number. `inBandOf` limits it to the band of that invitation, open or not. */
export async function findInvitationToPhone(
  db: Db,
  phone: string,
  { inBandOf }: { inBandOf?: Buffer } = {},
): Promise<Invitation | undefined> {
  const [row] = await db<Invitation[]>`
    select ${invitationColumns} from invitations i
    where i.phone = ${phone} and ${isOpen} ${
      inBandOf
        ? sql`and exists (
            select from invitations held
            where held.token_hash = ${inBandOf} and held.band_id is not distinct from i.band_id)`
        : sql``
    }
    order by i.created_at desc limit 1`
  return row
}

/** The preview, and the number of a text invitation. */
export async function previewInvitation(
  db: Db,
  tokenHash: Buffer,
): Promise<{ preview: InvitationPreview; phone: string | null } | undefined> {
  const [row] = await db<
    {
      kind: InvitationKind
      phone: string | null
      expires_at: Date
      invited_by: string | null
      name: string | null
      avatar_url: string | null
      color: string | null
    }[]
  >`
    select i.kind, i.phone, i.expires_at, coalesce(inviter.display_name, u.display_name) as invited_by,
      b.name, b.avatar_url, owner.color
    from invitations i
    left join bands b on b.id = i.band_id
    left join users u on u.id = i.invited_by
    left join memberships inviter on inviter.band_id = i.band_id and inviter.user_id = i.invited_by
    left join lateral (
      select m.color from memberships m where m.band_id = i.band_id and m.access = 'owner' order by m.joined_at limit 1
    ) owner on true
    where i.token_hash = ${tokenHash} and ${isOpen}`
  if (!row) return undefined
  const preview = {
    kind: row.kind,
    band: row.name === null ? null : { name: row.name, avatarUrl: row.avatar_url, color: row.color ?? '#6b7280' },
    invitedBy: row.invited_by,
    expiresAt: row.expires_at.toISOString(),
  }
  return { preview, phone: row.phone }
}

export const isMember = preparedCheck<{ bandId: string; userId: string }>(
  `select from memberships where band_id = $bandId and user_id = $userId`,
)

/** Whether the account with this number is a member of the band. */
export const isMemberByPhone = preparedCheck<{ bandId: string; phone: string }>(`
  select from memberships m join users u on u.id = m.user_id where m.band_id = $bandId and u.phone = $phone`)

export const hasPhone = preparedCheck<{ userId: string; phone: string }>(
  `select from users where id = $userId and phone = $phone`,
)

/** Counts a use; false when the invitation is no longer open. Locks the row until the transaction ends. */
export async function countUse(tx: Db, id: string): Promise<boolean> {
  const rows = await tx`update invitations i set uses = i.uses + 1 where i.id = ${id} and ${isOpen} returning 1`
  return rows.length === 1
}

/** Serialises creation of the first founder invitation until the transaction ends. */
export async function lockFirstFounder(tx: Db): Promise<void> {
  await acquireAdvisoryLocks(tx, 'first founder')
}

/** Whether the installation has no account. */
export async function hasNoAccounts(db: Db): Promise<boolean> {
  const [row] = await db<{ untouched: boolean }[]>`select not exists (select from users) as untouched`
  return row?.untouched ?? false
}

export async function revokeFounderInvitations(db: Db): Promise<void> {
  await db`update invitations set revoked_at = now() where kind = 'founder' and revoked_at is null and invited_by is null`
}

export async function countOpenLinks(db: Db, bandId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from invitations i where i.band_id = ${bandId} and i.kind = 'general' and ${isOpen}`
  return row?.count ?? 0
}

type OpenInvitationRow = Omit<LiveInvitation, 'createdAt' | 'expiresAt'> & { createdAt: Date; expiresAt: Date }

export async function listOpenInvitations(db: Db, { bandId }: MemberContext): Promise<LiveInvitation[]> {
  const rows = await db<OpenInvitationRow[]>`
    select i.id, i.kind, i.phone, i.email, coalesce(card.display_name, i.name) as "displayName", i.uses, i.note,
      i.membership_id as "membershipId", ${inviterName} as "invitedBy", i.max_uses as "maxUses",
      i.created_at as "createdAt", i.expires_at as "expiresAt"
    from invitations i left join memberships card on card.band_id = i.band_id and card.id = i.membership_id
    where i.band_id = ${bandId} and ${isOpen}
    order by i.created_at desc, i.id desc`
  return rows.map(({ createdAt, expiresAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
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
    where i.band_id = ${bandId} and i.id = ${id} and ${isOpen} for update`
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
    where i.band_id = ${bandId} and ${condition} and i.kind <> 'email' and ${isOpen}`
}
