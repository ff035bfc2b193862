import * as z from 'zod/mini'
import {
  EventNoticeRecipient,
  Notice,
  noticeDeliveryWays,
  noticeGroupByKind,
  type NoticeGroup,
} from '@gaffer/domain/notices/notice'
import { RecipientReach } from '@gaffer/domain/notices/notice-recipients'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import type { Config } from '#config.ts'
import { nameInBand } from '#features/events/conditions.ts'
import type { Db } from '#platform/db/connection.ts'
import { command, hasRow, isoText, literal, manyRows, oneRow, sql } from '#platform/db/statement.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import type { NoticeDraft } from './notice-draft.ts'
import { chosenGroups } from './settings-store.ts'
import { liveSubscriptions } from './subscription-store.ts'

export type NewNotice = Omit<NoticeDraft, 'path' | 'startsAt'> & {
  id: string
  bandId: string | null
  causeId: string
  url: string
  /** A recipient gets at most one notice with this key. */
  dedupKey: string | null
  schedule: string | null
  /** The time of the delivery: later than now in quiet hours. */
  dueAt: Date
  /** The member who made the change; null for notices of the server itself. */
  causedBy: string | null
}

const PlannedDelivery = z.strictObject({
  noticeId: Id,
  userId: Id,
  way: z.enum(noticeDeliveryWays),
  dueAt: z.date(),
  /** The member who made the change; null for reminders and other notices of the server itself. */
  causedBy: z.nullable(Id),
})
export type PlannedDelivery = z.infer<typeof PlannedDelivery>

/** SQL: one row for each way (`wanted.way`) in which a notice `g` is delivered to its recipient `g."userId"`. */
const plannedWays = sql`
  left join notice_settings s on s.user_id = g."userId",
  lateral (select ${chosenGroups} -> g."group" as ways) w,
  lateral (select (w.ways ->> 'push')::boolean as push, (w.ways ->> 'email')::boolean as email,
    (w.ways ->> 'sms')::boolean and $canSendTexts::boolean as sms) chosen,
  lateral (select exists (select from ${liveSubscriptions(sql`g."userId"`)}) as "hasDevice",
    exists (select from notice_emails m where m.user_id = g."userId" and m.bounced_at is null) as "hasAddress") d,
  lateral (values
    ('push', chosen.push and d."hasDevice"),
    ('email', chosen.email and d."hasAddress" and (g."isUrgent" or not (chosen.push and d."hasDevice"))),
    ('sms', chosen.sms and g."isForText" and not d."hasDevice")) as wanted (way, is_wanted)
  where wanted.is_wanted`

type DraftRows = { rows: string; canSendTexts: boolean }

const insertNoticeRows = manyRows(
  PlannedDelivery,
  sql<DraftRows>`
    with given as (
      select * from jsonb_to_recordset($rows::jsonb) as g (
        id uuid, "userId" uuid, "bandId" uuid, "eventId" uuid, "causeId" uuid, kind text, "group" text, title text, body text,
        url text, "namedUserId" uuid, "dedupKey" text, "isUrgent" boolean, "isForText" boolean, schedule text,
        "dueAt" timestamptz, "causedBy" uuid)),
    added as (
      insert into notices (id, user_id, band_id, event_id, cause_id, kind, title, body, url, named_user_id, dedup_key,
        schedule, created_at)
      select g.id, g."userId", g."bandId", g."eventId", g."causeId", g.kind, g.title, g.body, g.url, g."namedUserId",
        g."dedupKey", g.schedule, $now
      from given g
      on conflict (user_id, dedup_key) where dedup_key is not null do nothing
      returning id)
    select g.id as "noticeId", g."userId", wanted.way, g."dueAt", g."causedBy"
    from added a join given g on g.id = a.id ${plannedWays}`,
)

type TextSetting = Pick<Config, 'smsNotices'>

/** Inserts notices; returns the deliveries that their recipients chose. Skips a notice whose dedup key the recipient already has. */
export function insertNotices(
  tx: Db,
  notices: readonly NewNotice[],
  { smsNotices }: TextSetting,
): Promise<PlannedDelivery[]> {
  const rows = notices.map((notice) => ({ ...notice, group: noticeGroupByKind[notice.kind] }))
  return insertNoticeRows(tx, { rows: JSON.stringify(rows), canSendTexts: smsNotices })
}

// `limit 1` instead of `exists`: for `exists` the planner may read and hash all subscriptions and addresses.
/** For a notice `g`: whether push, mail or text would deliver it, and whether its recipient can get push messages or mails at all. */
const reachColumns = sql`
  exists (select from (select g."userId", g."group", g."isUrgent", g."isForText") g ${plannedWays}) as "isReached",
  coalesce(
    (select true from ${liveSubscriptions(sql`g."userId"`)} limit 1),
    (select true from notice_emails c where c.user_id = g."userId" and c.bounced_at is null limit 1),
    false) as "hasPushOrMail"`

const Reach = z.pick(RecipientReach, { isReached: true, hasPushOrMail: true })

const listReachRows = manyRows(
  z.extend(Reach, { userId: z.string() }),
  sql<DraftRows>`
    select g."userId", ${reachColumns}
    from jsonb_to_recordset($rows::jsonb) as g ("userId" uuid, "group" text, "isUrgent" boolean, "isForText" boolean)`,
)

/** For each draft, whether push, mail or text would deliver it, and whether its recipient can get push messages or mails at all. */
export function listReachOfDrafts(db: Db, drafts: readonly NoticeDraft[], { smsNotices }: TextSetting) {
  const rows = drafts.map(({ userId, kind, isUrgent, isForText }) => ({
    userId,
    isUrgent,
    isForText,
    group: noticeGroupByKind[kind],
  }))
  return listReachRows(db, { rows: JSON.stringify(rows), canSendTexts: smsNotices })
}

/** The other members of the band, in member order, with their reach for notices of the group that are not urgent and not for texts. */
export const listReachOfMembers = manyRows(
  RecipientReach,
  sql<MemberContext & { group: NoticeGroup; canSendTexts: boolean }>`
    select g."membershipId", g."displayName", ${reachColumns}
    from (
      select m.id as "membershipId", ${nameInBand} as "displayName", m.joined_at, m.user_id as "userId",
        $group::text as "group", false as "isUrgent", false as "isForText"
      from memberships m join users p on p.id = m.user_id
      where m.band_id = $bandId and m.status = 'active' and m.user_id <> $userId) g
    order by g.joined_at, g."membershipId"`,
)

const isShown = sql`created_at > $now - make_interval(days => ${literal(limits.noticeDays)})`

// `own` is materialized: a join with bands would look up the band of each notice.
/** A page of the user's notices, newest first. `before` is the id of the last notice of the previous page. */
export const listNoticePage = manyRows(
  Notice,
  sql<AuthenticatedUser & { before: string | null }>`
    with own as materialized (
      select b.id, b.name from memberships m join bands b on b.id = m.band_id where m.user_id = $userId)
    select n.id, n.kind, n.band_id as "bandId", b.name as "bandName", n.event_id as "eventId", n.title, n.body, n.url,
      ${isoText(sql`n.created_at`)} as "createdAt", ${isoText(sql`n.read_at`)} as "readAt"
    from notices n left join own b on b.id = n.band_id
    where n.user_id = $userId and ($before::uuid is null or n.id < $before) and ${isShown}
    order by n.id desc limit ${literal(limits.noticesShown)}`,
)

export const countUnread = oneRow(
  z.strictObject({ unread: z.int() }),
  sql<AuthenticatedUser>`
    select count(*)::int as unread from notices where user_id = $userId and read_at is null and ${isShown}`,
)

export const markNoticesReadUpTo = command(
  sql<AuthenticatedUser & { upTo: string }>`
    update notices set read_at = $now where user_id = $userId and read_at is null and id <= $upTo`,
)

export const hasEvent = hasRow(
  sql<MemberContext & { eventId: string }>`
    select from events where band_id = $bandId and id = $eventId and deleted_at is null`,
)

/**
 * Recipients of the last notice about a change of the event, or of a question about several options, in member order. Nudges and reminders
 * do not count, because they go to some members only.
 */
export const listEventNoticeRecipients = manyRows(
  EventNoticeRecipient,
  sql<MemberContext & { eventId: string }>`
    with dates as materialized (
      select $eventId::uuid as id
      union
      select o.id from events e join events o on o.band_id = e.band_id and o.option_group_id = e.option_group_id
      where e.band_id = $bandId and e.id = $eventId),
    last as (
      select n.cause_id from dates join notices n on n.band_id = $bandId and n.event_id = dates.id
      where (n.event_id = $eventId and n.kind like 'event.%') or n.kind in ('answer.asked', 'event.added')
      order by n.id desc limit 1)
    select m.id as "membershipId", ${nameInBand} as "displayName", ${isoText(sql`n.read_at`)} as "readAt"
    from last cross join dates join notices n on n.band_id = $bandId and n.event_id = dates.id and n.cause_id = last.cause_id
    join memberships m on m.band_id = n.band_id and m.user_id = n.user_id and m.status = 'active'
    join users p on p.id = m.user_id
    order by m.joined_at, m.id`,
)
