// SQL conditions that a row `t` belongs to a user, and queries of the user's rows. `$userId` and `$phone` identify the user.

import { sql } from '#platform/db/statement.ts'

export const isOfUser = sql`t.user_id = $userId`
export const isOfPhone = sql`t.phone = $phone`
// Invited cards belong to the user who filled them, also after that member was removed.
export const ownCards = sql`
  select m.id from memberships m where m.user_id = $userId
  union select a.about_membership_id from activity_names n join activity a on a.band_id = n.band_id
    where n.user_id = $userId and a.about_user_id = n.user_id and a.about_membership_id is not null`
// A union, because PostgreSQL uses no index for an "or" with a subquery.
export const isInvitationToUser = sql`t.id in (
  select i.id from invitations i where i.phone = $phone
  union select i.id from (${ownCards}) own join invitations i on i.membership_id = own.id)`
export const isInvitationMessageToUser = sql`t.id in (
  select o.id from outgoing_messages o where o.recipient = $phone and o.purpose = 'invitation'
  union select o.id from (${ownCards}) own join outgoing_messages o on o.membership_id = own.id)`
export const isActivityOfUser = sql`$userId in (t.user_id, t.about_user_id) and t.band_id in (
  select m.band_id from memberships m where m.user_id = $userId
  union select n.band_id from activity_names n where n.user_id = $userId)`
export const ownMemberships = sql`select m.band_id, m.id from memberships m where m.user_id = $userId`
export const isOfMembership = sql`(t.band_id, t.membership_id) in (${ownMemberships})`
export const isOfOwnEvent = sql`exists (
  select from events e
  where e.band_id = t.band_id and e.id = t.event_id and e.owner_user_id = $userId)`
export const ownPeople = sql`
  select p.band_id, p.id from ledger_people p where p.user_id = $userId
  union select p.band_id, p.id from memberships m
    join ledger_people p on p.band_id = m.band_id and p.membership_id = m.id where m.user_id = $userId`
export const depsWithNumber = sql`select d.band_id, d.id from deps d where d.phone = $phone`
export const ownPictures = sql`
  select p.url from (
    select u.id, u.avatar_url from users u union select m.user_id, m.avatar_url from memberships m
    union select i.user_id, '/images/' || i.image_id || '.webp' from image_uploads i
  ) p (user_id, url) where p.user_id = $userId`

export const noticesAboutUser = sql`
  select n.id from notices n
  where n.named_user_id = $userId and n.kind in ('member.joined', 'member.left', 'answer.withdrawn')
  union all
  select n.id from events e join notices n on n.band_id = e.band_id and n.event_id = e.id
  where e.owner_user_id = $userId`
export const pendingNoticesAboutUser = sql`
  select p.id from pending_notices p
  where (p.cause = 'joined' and $userId = any(p.actor_ids))
    or (p.cause in ('left', 'access', 'calendar', 'paid') and p.facts ->> 'userId' = $userId::uuid::text)
    or (p.event_id is not null and exists (
      select from events e where e.band_id = p.band_id and e.id = p.event_id and e.owner_user_id = $userId))`
