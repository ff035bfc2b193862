import type { Membership, NewMember } from '@gaffer/domain/member'
import type { Db } from '#platform/db/connection.ts'
import { sql } from '#platform/db/sql.ts'
import type { MemberContext } from '#platform/auth-context.ts'

export type InvitedMember = NewMember & { id: string; access: Membership['access']; icon: string; color: string }

export async function insertInvitedMember(tx: Db, { bandId }: MemberContext, member: InvitedMember): Promise<void> {
  await tx`
    insert into memberships (band_id, id, role, access, status, display_name, color, icon, email)
    values (${bandId}, ${member.id}, ${member.role}, ${member.access}, 'invited', ${member.displayName}, ${member.color},
      ${member.icon}, ${member.email})`
}

/** Deletes invited cards of this email address without an open invitation, so that it can be invited again. */
export async function deleteLapsedCards(tx: Db, { bandId }: MemberContext, email: string): Promise<void> {
  await tx`
    delete from memberships m where ${isInvitedAt(bandId, email)} and not exists (
      select from invitations i where i.band_id = m.band_id and i.membership_id = m.id
        and i.revoked_at is null and i.expires_at > now() and i.uses < i.max_uses)`
}

export async function isInvited(tx: Db, { bandId }: MemberContext, email: string): Promise<boolean> {
  const rows = await tx`select from memberships m where ${isInvitedAt(bandId, email)} limit 1`
  return rows.length > 0
}

const isInvitedAt = (bandId: string, email: string) =>
  sql`m.band_id = ${bandId} and m.status = 'invited' and lower(m.email) = lower(${email})`
