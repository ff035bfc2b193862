// Long because it is one list: export and erasure of each table. A test fails for a table that is in neither list below.

import { isDaysAwayEntrySql } from '#features/activity/columns.ts'
import { clearTextAssignmentsSql } from '#features/events/columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { preparedCommand, preparedOptionalRow } from '#platform/db/prepared-query.ts'

/** The user whose rows are selected. `userId` is null for a former number. */
export type DataSubject = { userId: string | null; phone: string }

/** SQL fragments refer to the table as `t` and to the user as `data_subject` (user_id, phone). */
export type PersonalTable = {
  /** Key in the export file. */
  exportKey: string
  table: string
  /** Condition for the user's rows. */
  ownerCondition: string
  /** Columns left out of the export: hashes of secrets and data of other users. */
  excludedColumns?: string[]
  /** SQL for the exported JSON, where the columns are not human-readable. */
  exportSql?: string
  /** Erasure deletes these rows, which neither leaving the bands nor a foreign key to the account does. */
  isErased?: true
  /** The statement that erasure runs in place of that delete. */
  erase?: string
}

const ofUser = 't.user_id = data_subject.user_id'
const ofPhone = 't.phone = data_subject.phone'
// Invited cards belong to the user who filled them, also after that member was removed.
const ownCards = `
  select m.id from memberships m where m.user_id = data_subject.user_id
  union select a.about_membership_id from activity_names n join activity a on a.band_id = n.band_id
    where n.user_id = data_subject.user_id and a.about_user_id = n.user_id and a.about_membership_id is not null`
// A union, because PostgreSQL uses no index for an "or" with a subquery.
const ofInvitation = `t.id in (
  select i.id from invitations i where i.phone = data_subject.phone
  union select i.id from (${ownCards}) own join invitations i on i.membership_id = own.id)`
const ofMessage = `t.id in (
  select i.id from invitation_messages i where i.recipient = data_subject.phone
  union select i.id from (${ownCards}) own join invitation_messages i on i.membership_id = own.id)`
const ofActivity = `data_subject.user_id in (t.user_id, t.about_user_id) and t.band_id in (
  select m.band_id from memberships m where m.user_id = data_subject.user_id
  union select n.band_id from activity_names n where n.user_id = data_subject.user_id)`
const ownMemberships = 'select m.band_id, m.id from memberships m where m.user_id = data_subject.user_id'
const ofMembership = `(t.band_id, t.membership_id) in (${ownMemberships})`
const ofOwnEvent = `exists (
  select from events e
  where e.band_id = t.band_id and e.id = t.event_id and e.owner_user_id = data_subject.user_id)`
const depsWithNumber = 'select d.band_id, d.id from deps d where d.phone = data_subject.phone'
const ownPictures = `
  select p.url from (
    select u.id, u.avatar_url from users u union select m.user_id, m.avatar_url from memberships m
    union select i.user_id, '/images/' || i.image_id || '.webp' from image_uploads i
  ) p (user_id, url) where p.user_id = data_subject.user_id`

const noticesOfThem = `
  select n.id from notices n
  where n.named_user_id = data_subject.user_id and n.kind in ('member.joined', 'member.left', 'answer.withdrawn')
  union all
  select n.id from events e join notices n on n.band_id = e.band_id and n.event_id = e.id
  where e.owner_user_id = data_subject.user_id`
const pendingOfThem = `
  select p.id from pending_notices p
  where (p.cause = 'joined' and data_subject.user_id = any(p.actor_ids))
    or (p.cause in ('left', 'access', 'calendar') and p.facts ->> 'userId' = data_subject.user_id::text)
    or (p.event_id is not null and exists (
      select from events e where e.band_id = p.band_id and e.id = p.event_id and e.owner_user_id = data_subject.user_id))`

export const personalTables: PersonalTable[] = [
  { exportKey: 'account', table: 'users', ownerCondition: 't.id = data_subject.user_id' },
  {
    exportKey: 'pictures',
    table: 'images',
    ownerCondition: `'/images/' || t.id || '.webp' in (${ownPictures})`,
    excludedColumns: ['content_hash'],
    exportSql: `jsonb_build_object(
      'id', t.id, 'created_at', t.created_at, 'webp_in_base64', replace(encode(t.content, 'base64'), E'\\n', ''))`,
  },
  { exportKey: 'pictureUploads', table: 'image_uploads', ownerCondition: ofUser },
  { exportKey: 'identities', table: 'identities', ownerCondition: ofUser },
  {
    exportKey: 'pendingIdentities',
    table: 'pending_identities',
    ownerCondition:
      '(t.issuer, t.subject) in (select i.issuer, i.subject from identities i where i.user_id = data_subject.user_id)',
    excludedColumns: ['secret_hash'],
    erase: `delete from pending_identities t using identities i, data_subject
      where i.user_id = data_subject.user_id and (t.issuer, t.subject) = (i.issuer, i.subject)`,
  },
  { exportKey: 'sessions', table: 'sessions', ownerCondition: ofUser, excludedColumns: ['token_hash', 'browser_hash'] },
  { exportKey: 'knownBrowsers', table: 'known_browsers', ownerCondition: ofUser, excludedColumns: ['browser_hash'] },
  {
    exportKey: 'codes',
    table: 'phone_codes',
    ownerCondition: ofPhone,
    excludedColumns: ['flow_hash', 'code_mac'],
    isErased: true,
  },
  {
    exportKey: 'codeRequests',
    table: 'code_requests',
    ownerCondition: ofPhone,
    // The IP address may be another user's: anyone can request a code for this number.
    excludedColumns: ['address'],
    isErased: true,
  },
  { exportKey: 'wrongCodes', table: 'phone_failures', ownerCondition: ofPhone, isErased: true },
  { exportKey: 'memberships', table: 'memberships', ownerCondition: ofUser },
  {
    exportKey: 'invitationsReceived',
    table: 'invitations',
    ownerCondition: ofInvitation,
    excludedColumns: ['token_hash'],
    isErased: true,
  },
  {
    exportKey: 'invitationsMade',
    table: 'invitations',
    ownerCondition: 't.invited_by = data_subject.user_id',
    excludedColumns: ['token_hash', 'phone', 'email', 'name'],
  },
  {
    exportKey: 'events',
    table: 'events',
    ownerCondition: 't.owner_user_id = data_subject.user_id',
    // Ids of other members, and the other columns again. Soft-deleted events keep their rows for feeds; clear their texts.
    excludedColumns: ['answered_yes', 'answered_maybe', 'answered_no', 'fields_json'],
    erase: `update events t set ${clearTextAssignmentsSql}, has_gig_sheet = false
      from data_subject where t.owner_user_id = data_subject.user_id`,
  },
  {
    exportKey: 'answers',
    table: 'answers',
    ownerCondition: ofMembership,
    // `set_by` is another member's id, `schedule` a fingerprint of the event.
    excludedColumns: ['set_by', 'schedule'],
  },
  {
    exportKey: 'eventChanges',
    table: 'event_changes',
    ownerCondition: ofUser,
    // The history of the account's own events has their texts.
    erase: `delete from event_changes t using data_subject where ${ofOwnEvent}`,
  },
  { exportKey: 'gigSheets', table: 'gig_sheets', ownerCondition: ofOwnEvent, isErased: true },
  {
    exportKey: 'gigSheetLinks',
    table: 'gig_sheet_links',
    ownerCondition: ofOwnEvent,
    excludedColumns: ['link_id'],
    isErased: true,
  },
  { exportKey: 'noticeEmails', table: 'notice_emails', ownerCondition: ofUser },
  { exportKey: 'noticeEmailCodes', table: 'notice_email_codes', ownerCondition: ofUser, excludedColumns: ['code_mac'] },
  {
    exportKey: 'notices',
    table: 'notices',
    ownerCondition: ofUser,
    // Another member's id, and keys without meaning.
    excludedColumns: ['named_user_id', 'dedup_key', 'cause_id', 'schedule'],
    // Bodies say who did it. Notices whose title has the name or is of their event are deleted.
    erase: `, unnamed as (
        update notices t set body = '', named_user_id = null from data_subject
        where t.named_user_id = data_subject.user_id and t.id not in (${noticesOfThem}))
      delete from notices t using data_subject where t.id in (${noticesOfThem})`,
  },
  {
    exportKey: 'noticeDeliveries',
    table: 'notice_deliveries',
    ownerCondition: 't.notice_id in (select n.id from notices n where n.user_id = data_subject.user_id)',
  },
  { exportKey: 'noticeSettings', table: 'notice_settings', ownerCondition: ofUser },
  {
    exportKey: 'pushSubscriptions',
    table: 'push_subscriptions',
    ownerCondition: ofUser,
    excludedColumns: ['p256dh', 'auth'],
  },
  {
    exportKey: 'pendingNotices',
    table: 'pending_notices',
    ownerCondition: 'data_subject.user_id = any(t.actor_ids)',
    // Other members who changed the same event: their ids, the IP address of the last one, and their texts.
    excludedColumns: ['actor_ids', 'address', 'facts'],
    // Pending notices about what the account did lose its name; those about its joining, leaving and own events are deleted.
    erase: `, unnamed as (
        update pending_notices t set actor_ids = array_remove(t.actor_ids, data_subject.user_id), address = null,
          facts = replace(t.facts::text, data_subject.user_id::text, 'erased')::jsonb
        from data_subject
        where data_subject.user_id = any(t.actor_ids) and t.id not in (${pendingOfThem}))
      delete from pending_notices t using data_subject where t.id in (${pendingOfThem})`,
  },
  { exportKey: 'freeMonths', table: 'free_months', ownerCondition: ofUser },
  { exportKey: 'daysAway', table: 'unavailabilities', ownerCondition: ofUser },
  { exportKey: 'songsAdded', table: 'songs', ownerCondition: `(t.band_id, t.added_by) in (${ownMemberships})` },
  { exportKey: 'readiness', table: 'song_readiness', ownerCondition: ofMembership },
  { exportKey: 'vetos', table: 'song_vetos', ownerCondition: ofMembership },
  {
    exportKey: 'spotifyConnections',
    table: 'spotify_connections',
    ownerCondition: ofUser,
    excludedColumns: ['handle_hash', 'key_id', 'sealed_tokens'],
  },
  {
    exportKey: 'connectedCalendars',
    table: 'busy_calendars',
    ownerCondition: ofUser,
    excludedColumns: ['key_id', 'sealed_url', 'etag', 'last_modified', 'times_hash'],
  },
  {
    exportKey: 'busyTimes',
    table: 'busy_intervals',
    ownerCondition: 't.calendar_id in (select c.id from busy_calendars c where c.user_id = data_subject.user_id)',
  },
  { exportKey: 'oauthStates', table: 'oauth_states', ownerCondition: ofUser, excludedColumns: ['secret_hash'] },
  {
    exportKey: 'messagesToThem',
    table: 'invitation_messages',
    ownerCondition: ofMessage,
    // Data of the inviter.
    excludedColumns: ['requested_by', 'address'],
    isErased: true,
  },
  {
    exportKey: 'messagesAskedFor',
    table: 'invitation_messages',
    ownerCondition: 't.requested_by = data_subject.user_id',
    excludedColumns: ['recipient'],
    // A foreign key clears requested_by.
    erase:
      'update invitation_messages t set address = null from data_subject where t.requested_by = data_subject.user_id',
  },
  {
    exportKey: 'asDepInDepBooks',
    table: 'deps',
    ownerCondition: ofPhone,
    // A dep learns nothing of a band but the gig that they are asked for. The note is the band's.
    excludedColumns: ['band_id', 'id', 'phone_mac', 'note'],
    // Deleted with the asks: the gigs have no dep then.
    erase: `, unfilled as (
        update events e set answers_changed_at = clock_timestamp()
        from dep_requests r join deps d on d.band_id = r.band_id and d.id = r.filled_by, data_subject
        where e.band_id = r.band_id and e.id = r.event_id and d.phone = data_subject.phone)
      delete from deps t using data_subject where ${ofPhone}`,
  },
  {
    exportKey: 'asksToThemAsDep',
    table: 'dep_asks',
    ownerCondition: `t.texted_kind is not null and (t.band_id, t.dep_id) in (${depsWithNumber})`,
    excludedColumns: [
      'band_id',
      'request_id',
      'position',
      'token_hash',
      'link_key_id',
      'texted_schedule',
      'answered_schedule',
    ],
  },
  {
    // Kept after an erasure, as an HMAC: the band must not ask the number again.
    exportKey: 'doNotAskAsDep',
    table: 'dep_refusals',
    ownerCondition: `(t.band_id, t.phone_mac) in (
      select d.band_id, d.phone_mac from deps d where d.phone = data_subject.phone)`,
    excludedColumns: ['band_id', 'phone_mac'],
  },
  {
    exportKey: 'textsToThemAsDep',
    table: 'dep_texts',
    ownerCondition: 't.recipient = data_subject.phone',
    excludedColumns: ['band_id', 'event_id', 'ask_id', 'requested_by', 'address'],
    isErased: true,
  },
  {
    exportKey: 'requestsToDeps',
    table: 'dep_requests',
    ownerCondition: `(t.band_id, t.requested_by) in (${ownMemberships})`,
    excludedColumns: ['covers_membership_id', 'filled_by', 'timer_at'],
  },
  {
    exportKey: 'textsToDepsAskedFor',
    table: 'dep_texts',
    ownerCondition: 't.requested_by = data_subject.user_id',
    excludedColumns: ['recipient'],
    // A foreign key clears requested_by.
    erase: 'update dep_texts t set address = null from data_subject where t.requested_by = data_subject.user_id',
  },
  { exportKey: 'namesInHistory', table: 'activity_names', ownerCondition: ofUser },
  {
    exportKey: 'history',
    table: 'activity',
    ownerCondition: ofActivity,
    // The rows that other members see stay without names and subjects.
    erase: `, own as (delete from activity t using data_subject where ${ofUser} and t.${isDaysAwayEntrySql})
      update activity t set subject = null from data_subject where ${ofActivity} and not (t.${isDaysAwayEntrySql})`,
  },
  {
    exportKey: 'repeatableRequests',
    table: 'idempotency_keys',
    ownerCondition: ofUser,
    excludedColumns: ['request_hash', 'response'],
    // The inviter's stored response to an invitation contains the invited number or card.
    erase: `delete from idempotency_keys t where (t.user_id, t.key) in (
      select mention.user_id, mention.key from data_subject
      join idempotency_keys mention on mention.response ->> 'phone' = data_subject.phone
      union all
      select mention.user_id, mention.key from data_subject, lateral (${ownCards}) own
      join idempotency_keys mention on mention.response ->> 'id' = own.id::text)`,
  },
]

/** Tables without personal data. */
export const tablesWithoutPersonalData = [
  'migrations',
  'bands',
  'leases',
  'setlists',
  'setlist_items',
  'practised_songs',
]

export const findDataSubject = preparedOptionalRow<DataSubject, { userId: string }>(
  `select id as "userId", phone from users where id = $userId`,
)

function run<Row extends object>(db: Db, { userId, phone }: DataSubject, statement: string) {
  const cte = 'with data_subject as (select $1::uuid as user_id, $2::text as phone)'
  return db.query<Row[]>({ text: `${cte} ${statement}`, values: [userId, phone] })
}

/** Rows of one table without withheld columns, with snake_case keys. */
export async function readPersonalTableRows(
  db: Db,
  subject: DataSubject,
  { table, ownerCondition, excludedColumns = [], exportSql }: PersonalTable,
): Promise<Record<string, unknown>[]> {
  const row = exportSql ?? `to_jsonb(t) - '{${excludedColumns.join(',')}}'::text[]`
  const rows = await run<{ row: Record<string, unknown> }>(
    db,
    subject,
    `select ${row} as row from ${table} t, data_subject where ${ownerCondition}`,
  )
  return rows.map(({ row }) => row)
}

/** URLs of the user's pictures. Call it before leaving the bands. */
export async function listPictureUrls(db: Db, subject: DataSubject): Promise<string[]> {
  const statement = `select own.url from data_subject, lateral (${ownPictures}) own`
  return (await run<{ url: string }>(db, subject, statement)).map(({ url }) => url)
}

/** Deletes the rows of tables with `isErased` and runs the `erase` statements. Call it before leaving the bands, whose rows these use. */
export async function erasePersonalData(tx: Db, subject: DataSubject): Promise<void> {
  for (const { erase, isErased, table, ownerCondition } of personalTables) {
    const statement = isErased ? `delete from ${table} t using data_subject where ${ownerCondition}` : erase
    if (statement) await run(tx, subject, statement)
  }
}

export const deleteUserRow = preparedCommand<{ userId: string }>(`delete from users where id = $userId`)

/**
 * Keeps pictures that another user or band uses, and those stored in the last minute: an upload in progress may be about to refer
 * to them. Retention deletes these later if they stay unused.
 */
export const deleteUnusedPictures = preparedCommand<{ urls: string[] }>(`
  delete from images where created_at < now() - interval '1 minute' and '/images/' || id || '.webp' in (
    select unnest($urls::text[])
    except select avatar_url from users
    except select avatar_url from memberships
    except select avatar_url from bands
    except select profile_image from bands)`)
