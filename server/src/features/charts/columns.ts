import { formerMemberName } from '@gaffer/domain/bands/member'
import { literal, sql } from '#platform/db/statement.ts'

/** Joins the markup layers `k` with their members `m`. A layer from a band file belongs to the invited card until its member joins. */
export const joinMembersOfMarkup = sql`
  left join users u on u.id = k.user_id
  left join memberships m on m.band_id = k.band_id and m.id = coalesce(k.membership_id, (
    select c.id from memberships c where c.band_id = k.band_id and c.user_id = k.user_id and c.status = 'active'))
  left join activity_names n on n.band_id = k.band_id and n.user_id = k.user_id`

/** The name of a layer's member, now or when they left; `formerMemberName` if it is unknown. */
export const nameOfMarkupMember = sql`
  coalesce(m.display_name, case when m.id is null then n.name else u.display_name end, k.member_name, ${literal(formerMemberName)})`
