// Export and erasure per table. A test fails for a table that is in neither list below.

import type { Db } from '#platform/db/connection.ts'

/** The user whose rows are selected. `userId` is null for a former number. */
export type Who = { userId: string | null; phone: string }

/** SQL fragments refer to the table as `t` and to the user as `who` (user_id, phone). */
export type PersonalTable = {
  /** Key in the export file. */
  noun: string
  table: string
  /** Condition for the user's rows. */
  mine: string
  /** Columns left out of the export: hashes of secrets and data of other users. */
  withheld?: string[]
  /** SQL for the exported JSON, where the columns are not human-readable. */
  readable?: string
  /** Statement that erases rows which neither leaving the bands nor a foreign key to the account deletes. */
  erase?: string
}

const byUser = 't.user_id = who.user_id'
const byPhone = 't.phone = who.phone'
// Invited cards belong to the user who filled them, also after that member was removed.
const ownCards = `
  select m.id from memberships m where m.user_id = who.user_id
  union select a.about_membership_id from activity_names n join activity a on a.band_id = n.band_id
    where n.user_id = who.user_id and a.about_user_id = n.user_id and a.about_membership_id is not null`
const byInvitation = `(t.phone = who.phone or t.membership_id in (${ownCards}))`
const byMessage = `(t.recipient = who.phone or t.membership_id in (${ownCards}))`
const byHistory = `who.user_id in (t.user_id, t.about_user_id) and t.band_id in (
  select m.band_id from memberships m where m.user_id = who.user_id
  union select n.band_id from activity_names n where n.user_id = who.user_id)`
const ownMemberships = 'select m.band_id, m.id from memberships m where m.user_id = who.user_id'
const ownPictures = `
  select p.url from (
    select u.id, u.avatar_url from users u union select m.user_id, m.avatar_url from memberships m
    union select i.user_id, '/images/' || i.image_id || '.webp' from image_uploads i
  ) p (user_id, url) where p.user_id = who.user_id`

export const personalTables: PersonalTable[] = [
  { noun: 'account', table: 'users', mine: 't.id = who.user_id' },
  {
    noun: 'pictures',
    table: 'images',
    mine: `'/images/' || t.id || '.webp' in (${ownPictures})`,
    withheld: ['content_hash'],
    readable: `jsonb_build_object(
      'id', t.id, 'created_at', t.created_at, 'webp_in_base64', replace(encode(t.content, 'base64'), E'\\n', ''))`,
  },
  { noun: 'pictureUploads', table: 'image_uploads', mine: byUser },
  { noun: 'identities', table: 'identities', mine: byUser },
  {
    noun: 'waitingIdentities',
    table: 'waiting_identities',
    mine: '(t.issuer, t.subject) in (select i.issuer, i.subject from identities i where i.user_id = who.user_id)',
    withheld: ['secret_hash'],
    erase: `delete from waiting_identities t using identities i, who
      where i.user_id = who.user_id and (t.issuer, t.subject) = (i.issuer, i.subject)`,
  },
  { noun: 'sessions', table: 'sessions', mine: byUser, withheld: ['token_hash'] },
  { noun: 'knownBrowsers', table: 'known_browsers', mine: byUser, withheld: ['browser_hash'] },
  {
    noun: 'codes',
    table: 'phone_codes',
    mine: byPhone,
    withheld: ['flow_hash', 'code_mac'],
    erase: `delete from phone_codes t using who where ${byPhone}`,
  },
  {
    noun: 'codeRequests',
    table: 'code_requests',
    mine: byPhone,
    // The IP address may be another user's: anyone can request a code for this number.
    withheld: ['address'],
    erase: `delete from code_requests t using who where ${byPhone}`,
  },
  {
    noun: 'wrongCodes',
    table: 'phone_failures',
    mine: byPhone,
    erase: `delete from phone_failures t using who where ${byPhone}`,
  },
  { noun: 'memberships', table: 'memberships', mine: byUser },
  {
    noun: 'invitationsReceived',
    table: 'invitations',
    mine: byInvitation,
    withheld: ['token_hash'],
    erase: `delete from invitations t using who where ${byInvitation}`,
  },
  {
    noun: 'invitationsMade',
    table: 'invitations',
    mine: 't.invited_by = who.user_id',
    withheld: ['token_hash', 'phone', 'email'],
  },
  {
    noun: 'events',
    table: 'events',
    mine: 't.owner_user_id = who.user_id',
    // Soft-deleted events keep their rows for feeds; clear their texts.
    erase: `update events t set title = null, location = null, venue = null, notes = null
      from who where t.owner_user_id = who.user_id`,
  },
  { noun: 'daysAway', table: 'unavailabilities', mine: byUser },
  { noun: 'songsAdded', table: 'songs', mine: `(t.band_id, t.added_by) in (${ownMemberships})` },
  { noun: 'readiness', table: 'song_readiness', mine: `(t.band_id, t.membership_id) in (${ownMemberships})` },
  { noun: 'vetos', table: 'song_vetos', mine: `(t.band_id, t.membership_id) in (${ownMemberships})` },
  {
    noun: 'spotifyConnections',
    table: 'spotify_connections',
    mine: byUser,
    withheld: ['handle_hash', 'key_id', 'sealed_tokens'],
  },
  { noun: 'spotifyJourneys', table: 'spotify_journeys', mine: byUser, withheld: ['secret_hash'] },
  {
    noun: 'messagesToThem',
    table: 'invitation_messages',
    mine: byMessage,
    // Data of the inviter.
    withheld: ['requested_by', 'address'],
    erase: `delete from invitation_messages t using who where ${byMessage}`,
  },
  {
    noun: 'messagesAskedFor',
    table: 'invitation_messages',
    mine: 't.requested_by = who.user_id',
    withheld: ['recipient'],
    // A foreign key clears requested_by.
    erase: 'update invitation_messages t set address = null from who where t.requested_by = who.user_id',
  },
  { noun: 'namesInHistory', table: 'activity_names', mine: byUser },
  {
    noun: 'history',
    table: 'activity',
    mine: byHistory,
    // The rows stay without names and subjects.
    erase: `update activity t set subject = null from who where ${byHistory}`,
  },
  {
    noun: 'repeatableRequests',
    table: 'idempotency_keys',
    mine: byUser,
    withheld: ['request_hash', 'reply'],
    // The inviter's stored response to an invitation contains the invited number or card.
    erase: `delete from idempotency_keys t using who
      where t.reply ->> 'phone' = who.phone or t.reply ->> 'id' in (select own.id::text from (${ownCards}) own)`,
  },
]

/** Tables without personal data. */
export const impersonalTables = ['migrations', 'bands', 'google_journeys', 'turns']

export async function findWho(db: Db, userId: string): Promise<Who | undefined> {
  const [row] = await db<Who[]>`select id as "userId", phone from users where id = ${userId}`
  return row
}

function run<Row extends object>(db: Db, { userId, phone }: Who, statement: string) {
  const who = 'with who as (select $1::uuid as user_id, $2::text as phone)'
  return db.query<Row[]>({ text: `${who} ${statement}`, values: [userId, phone] })
}

/** Rows of one table without withheld columns, with snake_case keys. */
export async function readPersonalData(
  db: Db,
  who: Who,
  { table, mine, withheld = [], readable }: PersonalTable,
): Promise<Record<string, unknown>[]> {
  const row = readable ?? `to_jsonb(t) - '{${withheld.join(',')}}'::text[]`
  const rows = await run<{ row: Record<string, unknown> }>(
    db,
    who,
    `select ${row} as row from ${table} t, who where ${mine}`,
  )
  return rows.map(({ row }) => row)
}

/** URLs of the user's pictures. Call it before leaving the bands. */
export async function listPictures(db: Db, who: Who): Promise<string[]> {
  const rows = await run<{ url: string }>(db, who, `select own.url from who, lateral (${ownPictures}) own`)
  return rows.map(({ url }) => url)
}

/** Runs the `erase` statements. Call it before leaving the bands, whose rows they use. */
export async function erasePersonalData(tx: Db, who: Who): Promise<void> {
  for (const { erase } of personalTables) if (erase) await run(tx, who, erase)
}

export async function deleteAccount(tx: Db, userId: string): Promise<void> {
  await tx`delete from users where id = ${userId}`
}

/**
 * Keeps pictures that another user or band uses, and those stored in the last minute: an upload in progress may be about to refer
 * to them. Retention deletes these later if they stay unused.
 */
export async function deleteUnusedPictures(tx: Db, urls: string[]): Promise<void> {
  await tx`
    delete from images where created_at < now() - interval '1 minute' and '/images/' || id || '.webp' in (
      select unnest(${urls}::text[])
      except select avatar_url from users
      except select avatar_url from memberships
      except select avatar_url from bands
      except select profile_image from bands)`
}
