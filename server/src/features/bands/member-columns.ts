// The columns of a membership `m` and its user `u`, for the members of a band and for GET /api/me.

import * as z from 'zod/mini'
import { permissionsOfAccessLevel } from '@gaffer/domain/bands/access'
import { Membership } from '@gaffer/domain/bands/member'
import { isoText, sql } from '#platform/db/statement.ts'

export const MembershipRow = z.omit(Membership, { permissions: true })
export type MembershipRow = z.infer<typeof MembershipRow>

export const membershipColumns = sql`
  m.id, m.band_id as "bandId", m.user_id as "userId", m.role, m.part, m.access, m.status, m.color, m.icon,
  coalesce(m.display_name, u.display_name, 'New member') as "displayName",
  coalesce(m.avatar_url, u.avatar_url) as "avatarUrl", ${isoText(sql`m.joined_at`)} as "joinedAt",
  case when coalesce(m.user_id::text, m.email) is not null then json_build_object(
    'displayName', u.display_name, 'email', case when m.user_id is null then m.email else u.email end) end as "user"`

/** SQL condition: the invited card `m` has a history from a band file, such as answers or readiness. A new card has none. */
export const cardHasHistory = sql`(
  exists (select from answers a where a.band_id = m.band_id and a.membership_id = m.id)
  or exists (select from song_readiness r where r.band_id = m.band_id and r.membership_id = m.id)
  or exists (select from song_vetos v where v.band_id = m.band_id and v.membership_id = m.id)
  or exists (select from events e where e.band_id = m.band_id and e.added_by = m.id)
  or exists (select from event_changes c where c.band_id = m.band_id and c.membership_id = m.id)
  or exists (select from notes n where n.band_id = m.band_id and n.written_by = m.id)
  or exists (select from note_votes v where v.band_id = m.band_id and v.membership_id = m.id)
  or exists (select from chart_markup k where k.band_id = m.band_id and k.membership_id = m.id))`

export function toMembership(row: MembershipRow): Membership {
  return { ...row, permissions: row.status === 'active' ? permissionsOfAccessLevel(row.access) : [] }
}
