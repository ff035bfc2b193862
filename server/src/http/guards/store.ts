// The guards' statements, and the authorized queries that contain one of them.

import { createHash } from 'node:crypto'
import type { AccessLevel } from '@gaffer/domain/bands/access'
import type { Event } from '@gaffer/domain/events/event'
import type { FeedKind } from '@gaffer/domain/calendar-feeds/feed-kind'
import type { GigSheetShareOptions } from '@gaffer/domain/gig-sheets/gig-sheet'
import type { Db } from '#platform/db/connection.ts'
import {
  preparedHasRow,
  preparedCommand,
  preparedQuery,
  preparedOptionalRow,
  type PreparedQuery,
} from '#platform/db/prepared-query.ts'
import type { DepLinkHolder, SessionClaim } from '#platform/verified-identities.ts'

export type SessionRow = {
  session_id: string
  user_id: string
  platform_admin: boolean
  personal_feed_version: number
  is_long_unseen: boolean
}
export type MemberContextRow = SessionRow & {
  membership_id: string | null
  access: AccessLevel | null
  feed_version: number | null
}

const longUnseenSql = `s.last_seen_at < now() - interval '5 minutes'`

/** Makes a statement from the condition that finds the session. */
type SqlBySession = (sessionCondition: string) => string
const sessionColumns = `s.id as session_id, s.user_id, u.platform_admin, u.feed_version as personal_feed_version,
  ${longUnseenSql} as is_long_unseen`
const sessions = `sessions s join users u on u.id = s.user_id`

const authenticatedUserSql: SqlBySession = (sessionCondition) => `
  select ${sessionColumns} from ${sessions} where ${sessionCondition} and s.expires_at > now()`

/** The session and the user's active membership of the band. */
const activeMemberSql: SqlBySession = (sessionCondition) => `
  select ${sessionColumns}, m.id as membership_id, m.access, m.feed_version
  from ${sessions} left join memberships m on m.user_id = s.user_id and m.band_id = $bandId and m.status = 'active'
  where ${sessionCondition} and s.expires_at > now()`

/** Prepares the statement twice: for a session found by the cookie's hash, and for one found by a bearer token's id. */
function preparedForBothClaims<Row extends object>(sqlOf: SqlBySession) {
  const byToken: PreparedQuery<Row> = preparedQuery(sqlOf('s.token_hash = $tokenHash'))
  const byId: PreparedQuery<Row> = preparedQuery(sqlOf('s.id = $sessionId'))
  return async (db: Db, claim: SessionClaim, values: object = {}): Promise<Row | undefined> => {
    const [row] = await ('tokenHash' in claim ? byToken : byId)(db, { ...values, ...claim })
    return row
  }
}

export const findSession = preparedForBothClaims<SessionRow>(authenticatedUserSql)
const findMemberContextRow = preparedForBothClaims<MemberContextRow>(activeMemberSql)

export function findMemberContext(db: Db, claim: SessionClaim, bandId: string): Promise<MemberContextRow | undefined> {
  return findMemberContextRow(db, claim, { bandId })
}

/**
 * The SQL expressions of an authorized query. They name the user `$userId`, in a band also `$membershipId` and `$bandId`, and
 * other values by their own names. `json` is of type text. `tags` identify the state of the result without building the JSON. `rows` are
 * CTEs that `tags` and `json` share.
 */
export type AuthorizedQuerySql = { json: string; tags: string[]; rows?: Record<string, string> }
/** `tag` and `json` are null when the guard refuses; `json` also when the client already has that tag. */
export type AuthorizedRow<Row> = Row & { tag: string | null; json: string | null }

const guardQueries = {
  user: { guardSql: authenticatedUserSql, isAdmittedSql: 'true' },
  member: { guardSql: activeMemberSql, isAdmittedSql: 'principal.membership_id is not null' },
}

/** The guard's CTE comes first: for refused callers the statement reads nothing else. */
export function preparedAuthorizedQuery<Row extends object>(
  admitted: keyof typeof guardQueries,
  { json, tags, rows = {} }: AuthorizedQuerySql,
) {
  const { guardSql, isAdmittedSql } = guardQueries[admitted]
  const named = (sql: string) =>
    sql.replace(/\$userId\b/g, 'principal.user_id').replace(/\$membershipId\b/g, 'principal.membership_id')
  const ctes = Object.entries(rows).map(
    ([name, sql]) => `
      ${name} as materialized (
        select one.* from principal cross join lateral (${named(sql)}) one where ${isAdmittedSql}),`,
  )
  // Part of the tag, so that a release with another JSON format, and another user, get another tag.
  const format = createHash('sha256')
    .update(ctes.join('') + json)
    .digest('hex')
    .slice(0, 16)
  const state = `concat_ws(' ', '${format}', principal.user_id, ${named(tags.join(', '))})`
  return preparedForBothClaims<AuthorizedRow<Row>>(
    (sessionCondition) => `
      with principal as materialized (${guardSql(sessionCondition)}),${ctes.join('')}
      admitted as materialized (
        select encode(sha256(convert_to(${state}, 'UTF8')), 'hex') as tag from principal where ${isAdmittedSql})
      select principal.*, admitted.tag,
        case when ${isAdmittedSql} and strpos($ifNoneMatch, admitted.tag) = 0 then ${named(json)} end as json
      from principal left join admitted on true`,
  )
}

type FeedSubscriberRow = { user_id: string; band_id: string; feed_version: number }

/** The active membership, or the user, that a feed was made for, and which version of its addresses is live. */
export async function findFeedSubscriber(
  db: Db,
  { subscriberId, kind }: { subscriberId: string; kind: FeedKind },
): Promise<FeedSubscriberRow | undefined> {
  const [row] =
    kind === 'personal'
      ? await db<FeedSubscriberRow[]>`
          select id as user_id, null as band_id, feed_version from users where id = ${subscriberId}`
      : await db<FeedSubscriberRow[]>`
          select user_id, band_id, feed_version from memberships where id = ${subscriberId} and status = 'active'`
  return row
}

type EventSpan = Pick<Event, 'date' | 'endDate' | 'startTime' | 'endTime' | 'isAllDay'>
const eventSpan = `
  e.date, e.end_date as "endDate", to_char(e.start_time, 'HH24:MI') as "startTime",
  to_char(e.end_time, 'HH24:MI') as "endTime", e.is_all_day as "isAllDay"`

type AnswerClaim = { membershipId: string; eventId: string }
type AnswerTarget = { bandId: string; userId: string } & EventSpan
/** The active member and the event that an answer link was made for. */
export const findAnswerTarget = preparedOptionalRow<AnswerTarget, AnswerClaim>(`
  select m.band_id as "bandId", m.user_id as "userId", ${eventSpan}
  from memberships m join events e on e.band_id = m.band_id and e.id = $eventId and e.deleted_at is null
  where m.id = $membershipId and m.status = 'active'`)

type DepTarget = Pick<DepLinkHolder, 'bandId' | 'eventId' | 'requestId' | 'depId' | 'askId'> & EventSpan
/** The ask that a dep's link was made for. */
export const findDepTarget = preparedOptionalRow<DepTarget, { tokenHash: Buffer }>(`
  select a.band_id as "bandId", r.event_id as "eventId", a.request_id as "requestId", a.dep_id as "depId", a.id as "askId",
    ${eventSpan}
  from dep_asks a join dep_requests r on r.band_id = a.band_id and r.id = a.request_id
  join events e on e.band_id = r.band_id and e.id = r.event_id
  where a.token_hash = $tokenHash`)

/** The link to the event's gig sheet, which may have ended. The event itself may be deleted. */
export const findSheetLink = preparedOptionalRow<
  GigSheetShareOptions & { linkId: string; lastDay: string; sharedOn: string | null },
  { bandId: string; eventId: string }
>(`
  select l.link_id as "linkId", l.with_fee as "withFee", l.with_contact as "withContact",
    e.last_day as "lastDay", l.shared_on as "sharedOn"
  from gig_sheet_links l join events e on e.band_id = l.band_id and e.id = l.event_id
  where l.band_id = $bandId and l.event_id = $eventId`)

export const isExistingUser = preparedHasRow<{ userId: string }>(`select from users where id = $userId`)

/** At most once in five minutes per session. */
export const updateLastSeen = preparedCommand<{ sessionId: string }>(
  `update sessions s set last_seen_at = now() where s.id = $sessionId and ${longUnseenSql}`,
)
