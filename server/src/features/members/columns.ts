// The columns of memberships `m` with their users `u`, for GET /api/me too.

import { permissionsOf, type Access } from '@gaffer/domain/access'
import type { Membership } from '@gaffer/domain/member'

export type MembershipRow = {
  band_id: string
  id: string
  user_id: string | null
  role: string
  access: Access
  status: 'active' | 'invited'
  display_name: string | null
  color: string
  icon: string
  avatar_url: string | null
  email: string | null
  /** A string when the row was read as JSON. */
  joined_at: Date | string | null
  user_display_name: string | null
  user_email: string | null
  user_avatar_url: string | null
}

export function toMembership(row: MembershipRow): Membership {
  return {
    id: row.id,
    bandId: row.band_id,
    userId: row.user_id,
    role: row.role,
    access: row.access,
    status: row.status,
    displayName: row.display_name ?? row.user_display_name ?? 'New member',
    color: row.color,
    icon: row.icon,
    avatarUrl: row.avatar_url ?? row.user_avatar_url,
    joinedAt: row.joined_at && new Date(row.joined_at).toISOString(),
    permissions: row.status === 'active' ? permissionsOf(row.access) : [],
    user: row.user_id
      ? { displayName: row.user_display_name, email: row.user_email }
      : row.email
        ? { displayName: null, email: row.email }
        : null,
  }
}

export const membershipColumns = `
  m.*, u.display_name as user_display_name, u.email as user_email, u.avatar_url as user_avatar_url`
