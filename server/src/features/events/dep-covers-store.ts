import { preparedQuery } from '#platform/db/prepared-query.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

/** A dep who plays at the event in the member's place. */
export type DepCover = { eventId: string; membershipId: string; name: string }

export const listDepCovers = preparedQuery<DepCover, MemberContext & { eventIds: readonly string[] }>(`
  select r.event_id as "eventId", r.covers_membership_id as "membershipId", d.name
  from dep_requests r join deps d on d.band_id = r.band_id and d.id = r.filled_by
  where r.band_id = $bandId and r.event_id = any($eventIds::uuid[]) and r.covers_membership_id is not null
  order by r.requested_at`)
