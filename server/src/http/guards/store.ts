import * as z from 'zod/mini'
import { accessLevels } from '@gaffer/domain/bands/access'
import { BandEvent } from '@gaffer/domain/events/event'
import type { FeedKind } from '@gaffer/domain/calendar-feeds/feed-kind'
import { Id } from '@gaffer/domain/shared/common-schemas'
import type { Db } from '#platform/db/connection.ts'
import { command, hasRow, optionalRow, sql } from '#platform/db/statement.ts'
import type { SessionClaim } from '#platform/verified-identities.ts'

const SessionRow = z.strictObject({
  sessionId: Id,
  userId: Id,
  platformAdmin: z.boolean(),
  personalFeedVersion: z.int(),
  isLongUnseen: z.boolean(),
})
export type SessionRow = z.infer<typeof SessionRow>

/** The columns of the membership are null for users who are not an active member of the band. */
const MemberContextRow = z.extend(SessionRow, {
  membershipId: z.nullable(Id),
  access: z.nullable(z.enum(accessLevels)),
  feedVersion: z.nullable(z.int()),
})
export type MemberContextRow = z.infer<typeof MemberContextRow>

const isLongUnseen = sql`s.last_seen_at < $now - interval '5 minutes'`
const sessionColumns = sql`
  s.id as "sessionId", s.user_id as "userId", u.platform_admin as "platformAdmin", u.feed_version as "personalFeedVersion",
  ${isLongUnseen} as "isLongUnseen"`
const memberColumns = sql`${sessionColumns}, m.id as "membershipId", m.access, m.feed_version as "feedVersion"`
const membershipInBand = sql`memberships m on m.user_id = s.user_id and m.band_id = $bandId and m.status = 'active'`

type TokenHashParameter = { tokenHash: Buffer }
type SessionIdParameter = { sessionId: string }

const findSessionByToken = optionalRow(
  SessionRow,
  sql<TokenHashParameter>`
    select ${sessionColumns} from sessions s join users u on u.id = s.user_id
    where s.token_hash = $tokenHash and s.expires_at > $now`,
)
const findSessionById = optionalRow(
  SessionRow,
  sql<SessionIdParameter>`
    select ${sessionColumns} from sessions s join users u on u.id = s.user_id
    where s.id = $sessionId and s.expires_at > $now`,
)
const findMemberByToken = optionalRow(
  MemberContextRow,
  sql<TokenHashParameter & { bandId: string }>`
    select ${memberColumns} from sessions s join users u on u.id = s.user_id left join ${membershipInBand}
    where s.token_hash = $tokenHash and s.expires_at > $now`,
)
const findMemberById = optionalRow(
  MemberContextRow,
  sql<SessionIdParameter & { bandId: string }>`
    select ${memberColumns} from sessions s join users u on u.id = s.user_id left join ${membershipInBand}
    where s.id = $sessionId and s.expires_at > $now`,
)

export function findSession(db: Db, claim: SessionClaim): Promise<SessionRow | undefined> {
  return 'tokenHash' in claim ? findSessionByToken(db, claim) : findSessionById(db, claim)
}

/** The session and the user's active membership of the band. */
export function findMemberContext(db: Db, claim: SessionClaim, bandId: string): Promise<MemberContextRow | undefined> {
  return 'tokenHash' in claim ? findMemberByToken(db, { ...claim, bandId }) : findMemberById(db, { ...claim, bandId })
}

const FeedSubscriberRow = z.strictObject({ userId: Id, bandId: z.nullable(Id), feedVersion: z.int() })

const findPersonalFeedSubscriber = optionalRow(
  FeedSubscriberRow,
  sql<{ subscriberId: string }>`
    select id as "userId", null::uuid as "bandId", feed_version as "feedVersion" from users where id = $subscriberId`,
)
const findBandFeedSubscriber = optionalRow(
  FeedSubscriberRow,
  sql<{ subscriberId: string }>`
    select user_id as "userId", band_id as "bandId", feed_version as "feedVersion" from memberships
    where id = $subscriberId and status = 'active'`,
)

/** The subscriber of a feed (an active membership, or the user of a personal feed) and the version of the feed addresses that are valid. */
export function findFeedSubscriber(db: Db, { subscriberId, kind }: { subscriberId: string; kind: FeedKind }) {
  const find = kind === 'personal' ? findPersonalFeedSubscriber : findBandFeedSubscriber
  return find(db, { subscriberId })
}

const eventSpan = sql`
  e.date, e.end_date as "endDate", to_char(e.start_time, 'HH24:MI') as "startTime",
  to_char(e.end_time, 'HH24:MI') as "endTime", e.is_all_day as "isAllDay"`
const EventSpan = z.pick(BandEvent, { date: true, endDate: true, startTime: true, endTime: true, isAllDay: true })

/** The active member and the event that an answer link was made for. */
export const findAnswerLinkSubject = optionalRow(
  z.extend(EventSpan, { bandId: Id, userId: Id }),
  sql<{ membershipId: string; eventId: string }>`
    select m.band_id as "bandId", m.user_id as "userId", ${eventSpan}
    from memberships m join events e on e.band_id = m.band_id and e.id = $eventId and e.deleted_at is null
    where m.id = $membershipId and m.status = 'active'`,
)

/** The ask that a dep's link was made for. */
export const findDepAskOfToken = optionalRow(
  z.extend(EventSpan, { bandId: Id, eventId: Id, requestId: Id, depId: Id, askId: Id }),
  sql<{ tokenHash: Buffer }>`
    select a.band_id as "bandId", r.event_id as "eventId", a.request_id as "requestId", a.dep_id as "depId", a.id as "askId",
      ${eventSpan}
    from dep_asks a join dep_requests r on r.band_id = a.band_id and r.id = a.request_id
    join events e on e.band_id = r.band_id and e.id = r.event_id
    where a.token_hash = $tokenHash`,
)

/** The link to the event's gig sheet. The link may have ended, and the event may be deleted. */
export const findSheetLink = optionalRow(
  z.strictObject({
    linkId: Id,
    withFee: z.boolean(),
    withContact: z.boolean(),
    lastDay: z.string(),
    sharedOn: z.nullable(z.string()),
  }),
  sql<{ bandId: string; eventId: string }>`
    select l.link_id as "linkId", l.with_fee as "withFee", l.with_contact as "withContact",
      e.last_day as "lastDay", l.shared_on as "sharedOn"
    from gig_sheet_links l join events e on e.band_id = l.band_id and e.id = l.event_id
    where l.band_id = $bandId and l.event_id = $eventId`,
)

export const isExistingUser = hasRow(sql<{ userId: string }>`select from users where id = $userId`)

/** Updates `last_seen_at` at most once in five minutes per session. */
export const updateLastSeen = command(
  sql<{ sessionId: string }>`update sessions s set last_seen_at = $now where s.id = $sessionId and ${isLongUnseen}`,
)

/** Whether the enquiry exists, confirmed or not. */
export const isExistingEnquiry = hasRow(
  sql<{ bandId: string; enquiryId: string }>`
    select from unconfirmed_enquiries where band_id = $bandId and id = $enquiryId
    union all select from enquiries where band_id = $bandId and id = $enquiryId`,
)
