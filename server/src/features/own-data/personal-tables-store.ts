// Long because it is one list: how the export and the erasure of an account treat each table. A test fails for a table that is in
// neither list of this file.

import { isDaysAwayVerb } from '#features/activity/columns.ts'
import { sql, type Sql } from '#platform/db/statement.ts'
import {
  depsWithNumber,
  noticesAboutUser,
  isActivityOfUser,
  isInvitationToUser,
  isInvitationMessageToUser,
  isOfMembership,
  isOfOwnEvent,
  isOfPhone,
  isOfUser,
  ownCards,
  ownMemberships,
  ownPeople,
  ownPictures,
  pendingNoticesAboutUser,
} from './owner-conditions.ts'

/** Whose rows are selected: those of a user, or with `userId` null only those about a phone number that a user had before. */
export type DataSubject = { userId: string | null; phone: string }

/** The SQL refers to a row of the table as `t`, and to the user as `$userId` and `$phone`. */
export type PersonalTable = {
  /** Key in the export file. */
  exportKey: string
  table: Sql
  /** Condition for the user's rows. */
  owner: Sql
  /** Columns left out of the export: secrets and their hashes, data of other users, and internal values that mean nothing to the user. */
  excludedColumns?: string[]
  /** The exported JSON, where the columns are not human-readable. */
  exported?: Sql
  /** Set if erasure itself must delete the rows, because neither leaving the bands nor a foreign key to the account deletes them. */
  isErased?: true
  /** The statement that erasure runs instead of deleting the rows. */
  erase?: Sql
}

// Columns that identify who caused a message. The export of its recipient leaves them out, because anyone can ask for a code to a number.
const senderColumns = ['caused_by', 'network_address']

/** Deletes waiting messages, and removes the recipient from sent ones: they still count towards the budgets of the band and the installation. */
const eraseRecipient = (owner: Sql) => sql`
  with waiting as (delete from outgoing_messages t where ${owner} and t.claimed_at is null)
  update outgoing_messages t set recipient = null, invitation_id = null, membership_id = null
  where ${owner} and t.claimed_at is not null`
const isCodeToPhone = sql`t.recipient = $phone and t.purpose = 'sign-in code'`
const isDepTextToPhone = sql`t.recipient = $phone and t.purpose = 'dep text'`

export const personalTables: PersonalTable[] = [
  { exportKey: 'account', table: sql`users`, owner: sql`t.id = $userId` },
  {
    exportKey: 'pictures',
    table: sql`images`,
    owner: sql`'/images/' || t.id || '.webp' in (${ownPictures})`,
    excludedColumns: ['content_hash'],
    exported: sql`jsonb_build_object(
      'id', t.id, 'created_at', t.created_at, 'webp_in_base64', replace(encode(t.content, 'base64'), E'\\n', ''))`,
  },
  { exportKey: 'pictureUploads', table: sql`image_uploads`, owner: isOfUser },
  { exportKey: 'identities', table: sql`identities`, owner: isOfUser },
  {
    exportKey: 'pendingIdentities',
    table: sql`pending_identities`,
    owner: sql`(t.issuer, t.subject) in (select i.issuer, i.subject from identities i where i.user_id = $userId)`,
    excludedColumns: ['secret_hash'],
    erase: sql`delete from pending_identities t using identities i
      where i.user_id = $userId and (t.issuer, t.subject) = (i.issuer, i.subject)`,
  },
  { exportKey: 'sessions', table: sql`sessions`, owner: isOfUser, excludedColumns: ['token_hash', 'browser_hash'] },
  { exportKey: 'knownBrowsers', table: sql`known_browsers`, owner: isOfUser, excludedColumns: ['browser_hash'] },
  {
    exportKey: 'codes',
    table: sql`phone_codes`,
    owner: isOfPhone,
    excludedColumns: ['flow_hash', 'code_mac'],
    isErased: true,
  },
  {
    exportKey: 'codeRequests',
    table: sql`outgoing_messages`,
    owner: isCodeToPhone,
    excludedColumns: senderColumns,
    erase: eraseRecipient(isCodeToPhone),
  },
  { exportKey: 'wrongCodes', table: sql`phone_failures`, owner: isOfPhone, isErased: true },
  { exportKey: 'memberships', table: sql`memberships`, owner: isOfUser },
  {
    exportKey: 'invitationsReceived',
    table: sql`invitations`,
    owner: isInvitationToUser,
    excludedColumns: ['token_hash'],
    isErased: true,
  },
  {
    exportKey: 'invitationsMade',
    table: sql`invitations`,
    owner: sql`t.invited_by = $userId`,
    excludedColumns: ['token_hash', 'phone', 'email', 'name'],
  },
  {
    exportKey: 'events',
    table: sql`events`,
    owner: sql`t.owner_user_id = $userId`,
    // The columns have ids of other members. `erase` clears only texts: the row of a deleted event stays for feeds.
    excludedColumns: ['answered_yes', 'answered_maybe', 'answered_no', 'notes_unread_by'],
    erase: sql`update events t set title = null, location = null, venue = null, notes = null, moved_from = null,
        ticket_url = null, price_text = null, has_gig_sheet = false
      where t.owner_user_id = $userId`,
  },
  {
    exportKey: 'answers',
    table: sql`answers`,
    owner: isOfMembership,
    // `set_by` is another member's id, `schedule` a fingerprint of the event.
    excludedColumns: ['set_by', 'schedule'],
  },
  {
    exportKey: 'eventChanges',
    table: sql`event_changes`,
    owner: isOfUser,
    // The history of the user's own events has the texts of the events.
    erase: sql`delete from event_changes t where ${isOfOwnEvent}`,
  },
  { exportKey: 'gigSheets', table: sql`gig_sheets`, owner: isOfOwnEvent, isErased: true },
  {
    exportKey: 'gigSheetLinks',
    table: sql`gig_sheet_links`,
    owner: isOfOwnEvent,
    excludedColumns: ['link_id'],
    isErased: true,
  },
  { exportKey: 'noticeEmails', table: sql`notice_emails`, owner: isOfUser },
  { exportKey: 'noticeEmailCodes', table: sql`notice_email_codes`, owner: isOfUser, excludedColumns: ['code_mac'] },
  {
    exportKey: 'notices',
    table: sql`notices`,
    owner: isOfUser,
    // The id of another member, and keys that mean nothing to the user.
    excludedColumns: ['named_user_id', 'dedup_key', 'cause_id', 'schedule'],
    // Clears bodies, which name the actor. Deletes notices whose title has the user's name or is about their event.
    erase: sql`with unnamed as (
        update notices t set body = '', named_user_id = null
        where t.named_user_id = $userId and t.id not in (${noticesAboutUser}))
      delete from notices t where t.id in (${noticesAboutUser})`,
  },
  {
    exportKey: 'noticeDeliveries',
    table: sql`outgoing_messages`,
    owner: sql`t.notice_id in (select n.id from notices n where n.user_id = $userId)`,
    excludedColumns: senderColumns,
  },
  { exportKey: 'noticeSettings', table: sql`notice_settings`, owner: isOfUser },
  {
    exportKey: 'pushSubscriptions',
    table: sql`push_subscriptions`,
    owner: isOfUser,
    excludedColumns: ['p256dh', 'auth'],
  },
  {
    exportKey: 'pendingNotices',
    table: sql`pending_notices`,
    owner: sql`$userId = any(t.actor_ids)`,
    // The columns have data of other members who changed the same event: ids, the IP address of the last actor, and texts.
    excludedColumns: ['actor_ids', 'address', 'facts'],
    // Removes the user's id from pending notices, and deletes pending notices about the user's joining, leaving and own events.
    erase: sql`with unnamed as (
        update pending_notices t set actor_ids = array_remove(t.actor_ids, $userId), address = null,
          facts = replace(t.facts::text, $userId::uuid::text, 'erased')::jsonb
        where $userId = any(t.actor_ids) and t.id not in (${pendingNoticesAboutUser}))
      delete from pending_notices t where t.id in (${pendingNoticesAboutUser})`,
  },
  { exportKey: 'freeMonths', table: sql`free_months`, owner: isOfUser },
  { exportKey: 'daysAway', table: sql`unavailabilities`, owner: isOfUser },
  {
    exportKey: 'songsAdded',
    table: sql`songs`,
    owner: sql`(t.band_id, t.added_by) in (${ownMemberships})`,
    excludedColumns: ['notes_unread_by'],
  },
  { exportKey: 'readiness', table: sql`song_readiness`, owner: isOfMembership },
  // `driver_id` is the id of another member.
  { exportKey: 'lifts', table: sql`lifts`, owner: isOfMembership, excludedColumns: ['driver_id'] },
  { exportKey: 'vetos', table: sql`song_vetos`, owner: isOfMembership },
  {
    exportKey: 'spotifyConnections',
    table: sql`spotify_connections`,
    owner: isOfUser,
    excludedColumns: ['handle_hash', 'key_id', 'sealed_tokens'],
  },
  {
    exportKey: 'connectedCalendars',
    table: sql`busy_calendars`,
    owner: isOfUser,
    excludedColumns: ['key_id', 'sealed_url', 'etag', 'last_modified', 'times_hash'],
  },
  {
    exportKey: 'busyTimes',
    table: sql`busy_intervals`,
    owner: sql`t.calendar_id in (select c.id from busy_calendars c where c.user_id = $userId)`,
  },
  { exportKey: 'oauthStates', table: sql`oauth_states`, owner: isOfUser, excludedColumns: ['secret_hash'] },
  {
    exportKey: 'messagesToThem',
    table: sql`outgoing_messages`,
    owner: isInvitationMessageToUser,
    excludedColumns: senderColumns,
    erase: eraseRecipient(isInvitationMessageToUser),
  },
  {
    exportKey: 'messagesCaused',
    table: sql`outgoing_messages`,
    owner: sql`t.caused_by = $userId`,
    // The columns have data of the recipient.
    excludedColumns: ['recipient', 'recipient_id', 'membership_id', 'notice_id', 'claimed_devices'],
    // A foreign key clears caused_by. Codes for email addresses were sent to the user, so that their messages are deleted.
    erase: sql`with codes as (
        delete from outgoing_messages t where t.caused_by = $userId and t.purpose = 'email code')
      update outgoing_messages t set network_address = null where t.caused_by = $userId and t.purpose <> 'email code'`,
  },
  {
    exportKey: 'asDepInDepBooks',
    table: sql`deps`,
    owner: isOfPhone,
    // The export must not reveal to a dep which bands have them in the dep book. The note belongs to the band.
    excludedColumns: ['band_id', 'id', 'phone_mac', 'note'],
    erase: sql`delete from deps t where ${isOfPhone}`,
  },
  {
    exportKey: 'asksToThemAsDep',
    table: sql`dep_asks`,
    owner: sql`t.texted_kind is not null and (t.band_id, t.dep_id) in (${depsWithNumber})`,
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
    table: sql`dep_refusals`,
    owner: sql`(t.band_id, t.phone_mac) in (
      select d.band_id, d.phone_mac from deps d where d.phone = $phone)`,
    excludedColumns: ['band_id', 'phone_mac'],
  },
  {
    exportKey: 'textsToThemAsDep',
    table: sql`outgoing_messages`,
    owner: isDepTextToPhone,
    excludedColumns: [...senderColumns, 'band_id', 'event_id', 'ask_id'],
    erase: eraseRecipient(isDepTextToPhone),
  },
  {
    exportKey: 'requestsToDeps',
    table: sql`dep_requests`,
    owner: sql`(t.band_id, t.requested_by) in (${ownMemberships})`,
    excludedColumns: ['covers_membership_id', 'filled_by', 'timer_at'],
  },
  { exportKey: 'chartsAdded', table: sql`charts`, owner: sql`(t.band_id, t.uploaded_by) in (${ownMemberships})` },
  {
    exportKey: 'chartVersionsAdded',
    table: sql`chart_versions`,
    owner: sql`(t.band_id, t.uploaded_by) in (${ownMemberships})`,
  },
  {
    exportKey: 'recordingsAdded',
    table: sql`recordings`,
    owner: sql`(t.band_id, t.uploaded_by) in (${ownMemberships})`,
  },
  { exportKey: 'recordingConsents', table: sql`recording_consents`, owner: isOfMembership },
  { exportKey: 'chartMarkup', table: sql`chart_markup`, owner: isOfUser },
  { exportKey: 'miles', table: sql`gig_miles`, owner: sql`(t.band_id, t.person_id) in (${ownPeople})`, isErased: true },
  {
    exportKey: 'ledgerPeople',
    table: sql`ledger_people`,
    owner: isOfUser,
    // Erasure keeps the amounts, and removes the name. `keepNameInLedger` renames current members when their membership ends.
    erase: sql`update ledger_people t set name = 'Former member', user_id = null where ${isOfUser}`,
  },
  {
    exportKey: 'ledger',
    table: sql`ledger_entries`,
    owner: sql`(t.band_id, t.person_id) in (${ownPeople})`,
    excludedColumns: ['made_by', 'file_id'],
  },
  { exportKey: 'uploads', table: sql`files`, owner: isOfMembership },
  { exportKey: 'zipUploads', table: sql`zip_uploads`, owner: isOfUser },
  { exportKey: 'zipUploadDays', table: sql`zip_upload_days`, owner: isOfUser },
  { exportKey: 'bandImports', table: sql`band_imports`, owner: isOfUser, excludedColumns: ['file_ids'] },
  {
    // Erasure keeps the text, without the name of the writer.
    exportKey: 'notesWritten',
    table: sql`notes`,
    owner: isOfUser,
    // The columns have ids of other members, and the name in a band file.
    excludedColumns: ['mentions', 'member_name'],
  },
  { exportKey: 'votes', table: sql`note_votes`, owner: isOfMembership },
  { exportKey: 'notesRead', table: sql`note_readers`, owner: isOfMembership },
  { exportKey: 'reports', table: sql`reports`, owner: isOfUser, isErased: true },
  { exportKey: 'namesInHistory', table: sql`activity_names`, owner: isOfUser },
  {
    exportKey: 'history',
    table: sql`activity`,
    owner: isActivityOfUser,
    // The rows that other members see stay without names and subjects.
    erase: sql`with own as (delete from activity t where ${isOfUser} and ${isDaysAwayVerb(sql`t.verb`)})
      update activity t set subject = null where ${isActivityOfUser} and not ${isDaysAwayVerb(sql`t.verb`)}`,
  },
  {
    exportKey: 'repeatableRequests',
    table: sql`idempotency_keys`,
    owner: isOfUser,
    excludedColumns: ['request_hash', 'response'],
    // Deletes stored responses of inviters, which contain the number or the card of the user whom they invited.
    erase: sql`delete from idempotency_keys t where (t.user_id, t.key) in (
        select mention.user_id, mention.key from idempotency_keys mention where mention.response ->> 'phone' = $phone
        union all
        select mention.user_id, mention.key from (${ownCards}) own
        join idempotency_keys mention on mention.response ->> 'id' = own.id::text)`,
  },
]

/** Tables that the export and the erasure of an account skip, because they have no data of users. A test fails for a table in neither list. */
export const tablesWithoutPersonalData = [
  'migrations',
  'bands',
  'leases',
  'link_keys',
  'setlists',
  'setlist_items',
  'practised_songs',
  'played_lists',
  'played_songs',
  'recording_marks',
  'upload_days',
  'deleted_files',
  'settlements',
  'public_pages',
  'public_slugs',
  // The two tables of enquiries have data of people without an account.
  'unconfirmed_enquiries',
  'enquiries',
]
