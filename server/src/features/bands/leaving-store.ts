import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { softDeletionAssignments } from '#platform/db/soft-deletion.ts'
import { command, hasRow, manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import { isInvitationOpen } from './invitation-columns.ts'
import { cardHasHistory } from './member-columns.ts'

export type MembershipKey = { bandId: string; membershipId: string }
/** `userId` is null for an invited member. */
export type EventOwner = MembershipKey & { userId: string | null }
export type LeavingMember = MembershipKey & { userId: string }
type UserInBand = Omit<LeavingMember, 'membershipId'>

const IdRow = z.strictObject({ id: Id })

/** Locks the band. `for update` would deadlock with event inserts, which take a key share lock on the band. */
export const lockBandRow = command(sql<{ bandId: string }>`select from bands where id = $bandId for no key update`)

const NewEventOwner = z.strictObject({ membershipId: Id, userId: Id })
export type NewEventOwner = z.infer<typeof NewEventOwner>

/** The owner who joined first, other than the member who leaves. */
export const findLongestStandingOwner = optionalRow(
  NewEventOwner,
  sql<MembershipKey>`
    select id as "membershipId", user_id as "userId" from memberships
    where band_id = $bandId and id <> $membershipId and access = 'owner' and status = 'active'
    order by joined_at, id limit 1`,
)

/** Locks the membership until the transaction ends, so that no row that references it is added. */
export const lockMembership = command(
  sql<MembershipKey>`select from memberships where band_id = $bandId and id = $membershipId for update`,
)

/** Transfers the events `ids` that belong to the member `membershipId`. Returns the ids of the transferred events. */
export const transferEvents = manyRows(
  IdRow,
  sql<EventOwner & { ids: readonly string[]; newMembershipId: string; newUserId: string }>`
    update events set
      added_by = $newMembershipId, owner_user_id = $newUserId, version = version + 1, updated_at = $now
    where band_id = $bandId and id = any($ids::uuid[]) and deleted_at is null
      and (added_by = $membershipId or owner_user_id = $userId)
    returning id`,
)

/**
 * Soft-deletes the member's events: feeds show them as cancelled, and admins can restore them. Deletes the links to their gig sheets.
 * `deletionId` is the activity entry of the departure.
 */
export const softDeleteEventsOfMember = manyRows(
  IdRow,
  sql<LeavingMember & { deletionId: string }>`
    with gone as (
      update events set ${softDeletionAssignments}, version = version + 1, updated_at = $now
      where band_id = $bandId and (added_by = $membershipId or owner_user_id = $userId) and deleted_at is null
      returning id),
    links as (delete from gig_sheet_links l using gone where l.band_id = $bandId and l.event_id = gone.id)
    select id from gone`,
)

/** Detaches the days away that the member wrote in the band from the band. Soft-deletes them if the member is in no other band. */
export const detachOrDeleteDaysAway = command(
  sql<LeavingMember>`
    update unavailabilities set
      band_id = null, version = version + 1, updated_at = $now,
      deleted_at = case when exists (
        select from memberships where user_id = $userId and band_id <> $bandId and status = 'active'
      ) then null else $now end
    where user_id = $userId and band_id = $bandId and deleted_at is null`,
)

/** Locks the invitations that the member created, so that none is accepted meanwhile. */
export const lockInvitationsBy = command(
  sql<MembershipKey>`
    select from invitations i join memberships m on m.band_id = i.band_id and m.user_id = i.invited_by
    where i.band_id = $bandId and m.id = $membershipId order by i.id for update of i`,
)

/** Locks the open invitation of the card: an acceptance in progress finishes first, and a later one fails. */
export const lockInvitationOfCard = command(
  sql<MembershipKey>`
    select from invitations i
    where i.band_id = $bandId and i.membership_id = $membershipId and ${isInvitationOpen} for update`,
)

/** Revokes the open invitations that a former member may know: general links, and texts to the member's number. */
export const revokeInvitationsKnownTo = command(
  sql<UserInBand>`
    update invitations i set revoked_at = $now
    where i.band_id = $bandId and i.kind <> 'email' and ${isInvitationOpen}
      and (i.kind = 'general' or i.phone = (select phone from users where id = $userId))`,
)

/** Deletes the cards with an open invitation by the user, except cards with a history; foreign keys delete the invitations. */
export const deleteInvitedCardsBy = command(
  sql<UserInBand>`
    delete from memberships m using invitations i
    where m.band_id = $bandId and m.status = 'invited' and i.band_id = m.band_id and i.membership_id = m.id
      and i.invited_by = $userId and ${isInvitationOpen} and not ${cardHasHistory}`,
)

/** Revokes all invitations that the user created in the band: a removed member must not rejoin by their own link. */
export const revokeInvitationsBy = command(
  sql<UserInBand>`
    update invitations set revoked_at = $now
    where band_id = $bandId and invited_by = $userId and revoked_at is null`,
)

export const deleteMembership = command(
  sql<MembershipKey>`delete from memberships where band_id = $bandId and id = $membershipId`,
)

/** Waits for acceptances in progress and blocks new ones until the transaction ends. */
export const lockInvitationsOfBand = command(
  sql<{ bandId: string }>`select from invitations where band_id = $bandId order by id for update`,
)

export const lockBandForDeletion = command(sql<{ bandId: string }>`select from bands where id = $bandId for update`)

export const hasOtherMember = hasRow(
  sql<MembershipKey>`
    select from memberships where band_id = $bandId and id <> $membershipId and status = 'active' limit 1`,
)

export const deleteBand = command(sql<{ bandId: string }>`delete from bands where id = $bandId`)

/** Locks the user's bands in id order, so that parallel erasures do not deadlock. */
export const lockBandsOfUser = command(
  sql<{ userId: string }>`
    select from bands where id in (select band_id from memberships where user_id = $userId)
    order by id for no key update`,
)

const EndingMembership = z.strictObject({
  bandId: Id,
  membershipId: Id,
  userId: Id,
  bandName: z.string(),
  isAlone: z.boolean(),
  isOnlyOwner: z.boolean(),
})
export type EndingMembership = z.infer<typeof EndingMembership>

/** Locks the user's memberships until the transaction ends, and returns them. */
export const lockMembershipsOfUser = manyRows(
  EndingMembership,
  sql<{ userId: string }>`
    select m.band_id as "bandId", m.id as "membershipId", m.user_id as "userId", b.name as "bandName",
      not exists (select from memberships o where o.band_id = m.band_id and o.id <> m.id and o.status = 'active')
        as "isAlone",
      m.access = 'owner' and not exists (
        select from memberships o
        where o.band_id = m.band_id and o.id <> m.id and o.status = 'active' and o.access = 'owner'
      ) as "isOnlyOwner"
    from memberships m join bands b on b.id = m.band_id
    where m.user_id = $userId
    order by m.band_id
    for update of m`,
)
