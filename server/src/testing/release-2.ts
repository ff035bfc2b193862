// A database of release 2.0.0 (fixtures/release-2.0.0.sql), and the sessions, links and addresses that were made in it.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openMaintenancePool, type DatabaseAddress, type Db } from '#platform/db/connection.ts'
import release from './fixtures/release-2.0.0.json' with { type: 'json' }

/** The sessions, links and addresses. The SECRET_KEY of the release was that of `testKeyEnvironment`. */
export const release2 = release

export type Row = Record<string, unknown>

/** Columns that the migrations drop, or whose values they replace. */
export const changedColumns: Record<string, string[]> = {
  answers: ['schedule_version'],
  busy_calendars: ['etag', 'last_modified'],
  dep_asks: ['texted_schedule', 'answered_schedule'],
  events: ['answers_changed_at', 'fields_json', 'schedule_version'],
  free_months: ['said_at'],
  idempotency_keys: ['created_at'],
  notice_email_codes: ['sent_at'],
  notices: ['is_urgent', 'schedule_version'],
  pending_notices: ['facts'],
  phone_codes: ['sent_at'],
  practised_songs: ['practised_at'],
  push_subscriptions: ['browser_hash'],
  songs: ['last_practised_at'],
}

const wayByOldName = { sms: 'text', email: 'mail', mail: 'mail', push: 'push' }
type OldWay = keyof typeof wayByOldName

/** The columns of `outgoing_messages` into which the migrations turn a row, by the table that they replace. */
export const messagesOfTables: Record<string, (row: Row) => Row> = {
  code_requests: ({ id, phone, requested_at }) => ({
    id,
    way: 'text',
    purpose: 'sign-in code',
    recipient: phone,
    created_at: requested_at,
  }),
  invitation_messages: ({ id, channel, invitation_id, recipient, requested_by, requested_at }) => ({
    id,
    way: wayByOldName[channel as OldWay],
    purpose: 'invitation',
    invitation_id,
    recipient,
    caused_by: requested_by,
    created_at: requested_at,
  }),
  dep_texts: ({ id, ask_id, band_id, event_id, recipient }) => ({
    id,
    way: 'text',
    purpose: 'dep text',
    ask_id,
    band_id,
    event_id,
    recipient,
  }),
  notice_deliveries: ({ notice_id, way }) => ({ notice_id, way: wayByOldName[way as OldWay], purpose: 'notice' }),
}

const dayMs = 86_400_000
const file = join(import.meta.dirname, 'fixtures/release-2.0.0.sql')

/** Loads the database as if the server of 2.0.0 had stopped at `now`. */
export async function loadRelease2(address: DatabaseAddress, now: Date): Promise<void> {
  // A connection of its own, because the dump changes the settings of its connection.
  const loader = openMaintenancePool(address)
  await loader.query(await readFile(file, 'utf8'))
  await loader.end()
  const db = openMaintenancePool(address)
  await db.transaction((tx) => moveTimes(tx, now.getTime() - new Date(release.madeAt).getTime()))
  await db.end()
}

type Column = { table: string; column: string; type: string }

async function moveTimes(db: Db, milliseconds: number): Promise<void> {
  const columns = await db<Column[]>`
    select format('%I.%I', n.nspname, c.relname) as "table", a.attname as "column", a.atttypid::regtype::text as "type"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'jobs') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('timestamptz'::regtype, 'date'::regtype) and (c.relname, a.attname) <> ('free_months', 'month')
    order by 1, 2`
  const current = 'md5(row(e.date, e.start_time, e.location, e.venue)::text)'
  const ofEvent =
    'from dep_requests r join events e on e.band_id = r.band_id and e.id = r.event_id where r.id = a.request_id'
  const asks = await db.query<{ id: string; texted: boolean; answered: boolean }[]>(`
    select a.id, a.texted_schedule = ${current} as texted, a.answered_schedule = ${current} as answered
    from dep_asks a join dep_requests r on r.id = a.request_id join events e on e.band_id = r.band_id and e.id = r.event_id`)
  for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
    const moves = own.map(
      ({ column, type }) => `"${column}" = "${column}" + ${type === 'date' ? '$2::int' : '$1::interval'}`,
    )
    const text = `update ${table} set ${moves.join(', ')} where $1::interval is not null and $2::int is not null`
    await db.query({ text, values: [`${milliseconds} milliseconds`, Math.floor(milliseconds / dayMs)] })
  }
  for (const { id, texted, answered } of asks) {
    // Both columns contain a hash of the event's date, which has changed.
    if (texted)
      await db.query({
        text: `update dep_asks a set texted_schedule = ${current} ${ofEvent} and a.id = $1`,
        values: [id],
      })
    if (answered)
      await db.query({
        text: `update dep_asks a set answered_schedule = ${current} ${ofEvent} and a.id = $1`,
        values: [id],
      })
  }
}
