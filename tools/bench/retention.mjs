// Rows that retention deletes per second, as a ratio to the rate at which 100,000 bands make them.
//
//   npm run bench retention
//
// Fills a database with bands that have a year of data, makes thousands of rows of one table after the other due, and times the real
// retention run. Bands make `rowsPerBandDay` times 100,000 rows a day, all within the four hours of an evening. The longest batch has a
// limit too: a batch is one transaction, which holds its locks until it ends.

import { shorterInCheck, startDatabase } from './benchmark-server.mjs'
import { bulkFillWithBands } from './many-bands.mjs'
import { report } from './report.mjs'

const bandCount = shorterInCheck(2000, 20)
const dueRows = shorterInCheck(5000, 3)
const minDueRows = shorterInCheck(100, 1)
const limits = { timesAsFast: 10, batchMs: 1000 }
const evening = { bands: 100_000, seconds: 4 * 60 * 60 }

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { openDatabasePool, openMaintenancePool } = await importServerModule('platform/db/connection.ts')
const { purgeExpired, purgeByDailyRules } = await importServerModule('features/operations/retention.ts')
const { dailyRetentionRules, retentionRules } = await importServerModule('features/operations/retention-store.ts')

const ageRows =
  (/** @type {string} */ assignments, where = 'true') =>
  (/** @type {string} */ table) =>
    `
  update ${table} set ${assignments} where ctid = any(array(select ctid from ${table} where ${where} limit ${dueRows}))`
/** @param {string} columns @param {string} values of row n, of user u in band b @param {number} [rows] */
const insert =
  (columns, values, rows = dueRows) =>
  (/** @type {string} */ table) =>
    `
  insert into ${table} (${columns})
  select ${values} from generate_series(1, ${rows}) n
  join (select user_id as u, band_id as b, row_number() over () as at from memberships where user_id is not null) m
    on m.at = 1 + n % (select count(*) from memberships where user_id is not null)`
const id = 'gen_random_uuid()'
const hash = `sha256(${id}::text::bytea)`
const anHourAgo = `now() - interval '1 hour'`
const twoYearsAgo = `now() - interval '2 years'`

/**
 * Rows that a band makes a day and that retention deletes later, and how the benchmark makes rows due. A band's two hundred requests a day
 * include twenty writes, each with an idempotency key; each of four members gets a notice; the app is signed in to every other day.
 * @type {Record<string, { rowsPerBandDay: number, makeDue: (table: string) => string }>}
 */
const tables = {
  idempotency_keys: { rowsPerBandDay: 20, makeDue: ageRows(`expires_at = ${twoYearsAgo}`) },
  notices: { rowsPerBandDay: 4, makeDue: ageRows(`created_at = ${twoYearsAgo}`) },
  activity: { rowsPerBandDay: 2, makeDue: ageRows(`at = ${twoYearsAgo}`) },
  events: { rowsPerBandDay: 0.2, makeDue: ageRows(`deleted_at = ${twoYearsAgo}`, 'deleted_at is null') },
  unavailabilities: { rowsPerBandDay: 0.2, makeDue: ageRows(`deleted_at = ${twoYearsAgo}`, 'deleted_at is null') },
  songs: { rowsPerBandDay: 0.1, makeDue: ageRows(`deleted_at = ${twoYearsAgo}`, 'deleted_at is null') },
  recordings: { rowsPerBandDay: 0.1, makeDue: ageRows(`deleted_at = ${twoYearsAgo}`, 'deleted_at is null') },
  charts: { rowsPerBandDay: 0.1, makeDue: ageRows(`deleted_at = ${twoYearsAgo}`, 'deleted_at is null') },
  files: {
    rowsPerBandDay: 0.1,
    makeDue: insert(
      'band_id, id, purpose, name, bytes, created_at, expires_at',
      `b, ${id}, 'chart', 'Dakota.pdf', 1, ${anHourAgo}, ${anHourAgo}`,
    ),
  },
  upload_days: {
    rowsPerBandDay: 0.2,
    makeDue: (table) => `
  insert into ${table} (band_id, day, bytes) select id, current_date - 10, 1 from bands limit ${dueRows}`,
  },
  zip_uploads: {
    rowsPerBandDay: 0.01,
    makeDue: insert(
      'user_id, id, name, bytes, created_at, expires_at',
      `u, ${id}, 'Foxes.zip', 1, ${anHourAgo}, ${anHourAgo}`,
    ),
  },
  zip_upload_days: {
    rowsPerBandDay: 0.01,
    makeDue: (table) => `
  insert into ${table} (user_id, day, bytes) select id, current_date - 10, 1 from users limit ${dueRows}`,
  },
  band_imports: {
    rowsPerBandDay: 0.01,
    makeDue: insert('user_id, id, upload_id, state, created_at', `u, ${id}, ${id}, 'done', ${twoYearsAgo}`),
  },
  reports: {
    rowsPerBandDay: 0.01,
    makeDue: insert(
      'band_id, id, kind, subject_id, reason, reported_at',
      `b, ${id}, 'note', ${id}, 'Rude', ${twoYearsAgo}`,
    ),
  },
  unconfirmed_enquiries: {
    rowsPerBandDay: 0.2,
    makeDue: insert('band_id, id, sealed, created_at', `b, ${id}, 'x', ${twoYearsAgo}`),
  },
  enquiries: {
    rowsPerBandDay: 0.1,
    makeDue: insert(
      'band_id, id, name, reply_to, occasion, dates, text, status, received_at, updated_at',
      `b, ${id}, 'Bea', 'bea@example.org', 'Wedding', '{}', 'Hello', 'new', ${twoYearsAgo}, ${twoYearsAgo}`,
    ),
  },
  public_slugs: {
    rowsPerBandDay: 0.01,
    makeDue: insert('slug, band_id, ended_at', `${id}::text, b, ${twoYearsAgo}`),
  },
  setlists: { rowsPerBandDay: 0.1, makeDue: ageRows(`deleted_at = ${twoYearsAgo}`, 'deleted_at is null') },
  busy_intervals: { rowsPerBandDay: 0.5, makeDue: ageRows('date = current_date - 20, last_day = current_date - 20') },
  free_months: { rowsPerBandDay: 0.2, makeDue: ageRows(`month = month - interval '2 years'`) },
  sessions: { rowsPerBandDay: 0.5, makeDue: ageRows(`expires_at = ${anHourAgo}`) },
  known_browsers: { rowsPerBandDay: 0.2, makeDue: ageRows(`signed_in_at = ${twoYearsAgo}`) },
  invitations: { rowsPerBandDay: 0.1, makeDue: ageRows(`expires_at = ${twoYearsAgo}`) },
  lifts: {
    rowsPerBandDay: 0.4,
    makeDue: (table) => `
  insert into ${table} (band_id, event_id, membership_id, mode, since)
  select e.band_id, e.id, m.id, 'own', ${twoYearsAgo} from events e join lateral (
    select id from memberships m where m.band_id = e.band_id limit 1) m on true
  where e.last_day < current_date - 20 limit ${dueRows}`,
  },
  dep_requests: {
    rowsPerBandDay: 0.1,
    makeDue: ageRows(
      `requested_at = ${twoYearsAgo}`,
      'exists (select from events e where e.band_id = dep_requests.band_id and e.id = event_id and last_day < current_date)',
    ),
  },
  phone_codes: {
    rowsPerBandDay: 0.5,
    makeDue: insert(
      'id, phone, flow_hash, created_at, expires_at',
      `${id}, '+44' || n, ${hash}, ${twoYearsAgo}, ${twoYearsAgo}`,
    ),
  },
  outgoing_messages: {
    rowsPerBandDay: 4,
    makeDue: insert(
      'id, way, purpose, recipient, is_requested, created_at, due_at, counted_at, outcome, finished_at',
      `${id}, 'text', 'sign-in code', '+44' || n, true, ${twoYearsAgo}, ${twoYearsAgo}, ${twoYearsAgo}, 'sent', ${twoYearsAgo}`,
    ),
  },
  notice_email_codes: {
    rowsPerBandDay: 0.1,
    makeDue: insert(
      'id, user_id, email, requested_at, expires_at',
      `${id}, u, n || '@b.example', ${twoYearsAgo}, ${twoYearsAgo}`,
    ),
  },
  memberships: {
    rowsPerBandDay: 0.1,
    makeDue: insert(
      'band_id, id, role, access, status, color, icon, created_at',
      `b, ${id}, 'Bass', 'member', 'invited', '#fff', 'music', ${twoYearsAgo}`,
    ),
  },
  activity_names: {
    rowsPerBandDay: 0.1,
    makeDue: insert('band_id, user_id, name, kept_at', `b, u, 'Dee', ${twoYearsAgo}`),
  },
  phone_failures: {
    rowsPerBandDay: 0.1,
    makeDue: insert('phone, failures, updated_at', `'+44' || n, 1, ${twoYearsAgo}`),
  },
  pending_identities: {
    rowsPerBandDay: 0.1,
    makeDue: insert('secret_hash, issuer, subject, expires_at', `${hash}, 'i', n, ${anHourAgo}`),
  },
  oauth_states: {
    rowsPerBandDay: 0.2,
    makeDue: insert('secret_hash, provider, expires_at', `${hash}, 'google', ${anHourAgo}`),
  },
  spotify_connections: {
    rowsPerBandDay: 0.1,
    makeDue: insert(
      'id, user_id, handle_hash, key_id, sealed_tokens, expires_at, created_at',
      `${id}, u, ${hash}, 'k', '', now(), ${twoYearsAgo}`,
    ),
  },
  pending_notices: {
    rowsPerBandDay: 0.1,
    makeDue: insert('id, cause, subject, actor_ids, facts, due_at', `${id}, 'test', ${id}, '{}', '{}', ${twoYearsAgo}`),
  },
  leases: { rowsPerBandDay: 0.1, makeDue: insert('name, holder, expires_at', `${id}, ${id}, ${anHourAgo}`) },
  images: {
    rowsPerBandDay: 0.1,
    makeDue: insert('id, content_hash, content, created_at', `${id}, ${hash}, ${hash}, ${twoYearsAgo}`),
  },
}

const database = await startDatabase()
const db = openDatabasePool(database.address)
const admin = openMaintenancePool(database.superuser)
try {
  await bulkFillWithBands(admin, bandCount, 1)
  await measureRetention()
} finally {
  await admin.end()
  await db.end()
  await database.stop()
}

async function measureRetention() {
  const rules = [...retentionRules, ...dailyRetentionRules]
  for (const { table } of rules) if (!tables[table]) throw new Error(`The benchmark does not measure ${table}`)
  const began = performance.now()
  await purge('')
  report('a run without rows to delete', `${((performance.now() - began) / 1000).toFixed(2)} s`)
  let busyShare = 0
  let longestMs = 0
  for (const { table } of rules) {
    const { rowsPerBandDay, makeDue } = /** @type {(typeof tables)[string]} */ (tables[table])
    await admin.query(makeDue(table))
    await admin.query(`vacuum analyze ${table}`)
    const run = await purge(table)
    const { rows } = run
    const { rows: left } = await purge(table)
    if (rows < minDueRows || left > 0) throw new Error(`${rows} rows of ${table} were deleted, and ${left} later`)
    const madePerSecond = (rowsPerBandDay * evening.bands) / evening.seconds
    const deletedPerSecond = rows / run.seconds
    busyShare += madePerSecond / deletedPerSecond
    longestMs = Math.max(longestMs, run.longestMs)
    report(
      `${table}: deleted`,
      `${Math.round(deletedPerSecond)} /s, made ${madePerSecond.toFixed(1)} /s, longest batch ${Math.round(run.longestMs)} ms`,
      {
        ratio: deletedPerSecond / madePerSecond,
        atLeast: limits.timesAsFast,
      },
    )
  }
  report('all tables together', `${(busyShare * 100).toFixed(1)} % of the time of an evening`, {
    ratio: 1 / busyShare,
    atLeast: limits.timesAsFast,
  })
  report('longest batch', `${Math.round(longestMs)} ms, limit ${limits.batchMs} ms`, {
    ratio: longestMs / limits.batchMs,
    atMost: 1,
  })
}

/** Runs all rules, the daily ones included. Returns the rows that were deleted from one table, and the time of its batches. @param {string} table */
async function purge(table) {
  /** @type {number[]} */
  const batches = []
  /** @type {unknown[]} */
  const failures = []
  let rows = 0
  const query = async (/** @type {{ text: string }} */ statement) => {
    const began = performance.now()
    const [row] = await db.query(statement)
    if (statement.text.includes(`delete from ${table}\n`)) {
      batches.push(performance.now() - began)
      rows += row.deleted
    }
    return [row]
  }
  const log = { error: (/** @type {unknown} */ failure) => failures.push(failure) }
  const services = { db: { clock: db.clock, query }, log, metrics: { recordRetentionSuccess: () => undefined } }
  await purgeExpired(services)
  await purgeByDailyRules(services)
  if (failures.length > 0) throw new Error('A rule failed', { cause: failures[0] })
  return { rows, seconds: batches.reduce((sum, one) => sum + one, 0) / 1000, longestMs: Math.max(...batches) }
}
