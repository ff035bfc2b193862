// The database and the server of a benchmark. In a check (`npm run bench -- --check`) every benchmark runs in its shortest form, on a database
// of a PostgreSQL that all of them share.

import { randomBytes } from 'node:crypto'

const { createTemporaryFolder } = await import('../../scripts/setup/temporary-folder.mjs')

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { readConfig } = await importServerModule('config.ts')
const { startGaffer } = await importServerModule('start.ts')
const { openDatabasePool, openMaintenancePool } = await importServerModule('platform/db/connection.ts')
const { migrate } = await importServerModule('platform/db/migrate.ts')
const { createJobTables } = await importServerModule('platform/jobs.ts')
const { startEmbeddedPostgres } = await importServerModule('platform/db/embedded-postgres.ts')
const { startTestPostgres } = await importServerModule('testing/test-postgres.ts')
const { seedJourneyBand } = await importServerModule('testing/journey-band.ts')
const { testKeyEnvironment } = await importServerModule('testing/test-keys.ts')
const { superuserRole } = await import('@gaffer/embedded-postgres/cluster')
const { minimalEnvironment } = await import('@gaffer/embedded-postgres/account')
const { fakedClock } = await import('@gaffer/fakes/faked-clock')

// Under `faketime`, PostgreSQL has the faked clock too, but not in tests: they pass the time to each statement, and libfaketime stops the
// timer by which PostgreSQL finds deadlocks. `FAKETIME_SHARED` is left out: the user that runs PostgreSQL may not open that shared memory.
const { FAKETIME_SHARED: _, ...postgresClock } = fakedClock
Object.assign(minimalEnvironment, postgresClock)

/** @typedef {{ host: string, port: number, user: string, database: string }} Address */
/** `superuser` is the address with the role that may change settings. @typedef {{ address: Address, superuser: Address, stop: () => Promise<void> }} BenchmarkDatabase */

/** The address of the shared PostgreSQL in a check. @type {Address | null} */
const sharedAddress = JSON.parse(process.env['BENCH_CHECK'] ?? 'null')
export const isCheck = sharedAddress !== null

/** @template T @param {T} normal @param {T} short in a check @returns {T} */
export const shorterInCheck = (normal, short) => (isCheck ? short : normal)

const migratedTemplate = 'bench_migrated'
/** The template database with the band of the journeys. */
const journeyTemplate = 'bench_seeded'

/** A migrated database without rows. @returns {Promise<BenchmarkDatabase>} */
export async function startDatabase() {
  return sharedAddress ? cloneShared(sharedAddress, migratedTemplate) : startPostgres()
}

/** A migrated database; in a check it has the band of the journeys already. @returns {Promise<BenchmarkDatabase>} */
export async function startJourneyDatabase() {
  return sharedAddress ? cloneShared(sharedAddress, journeyTemplate) : startPostgres()
}

/** Starts a server with its database. It does not listen: the caller calls `gaffer.app.listen`. @param {Record<string, string>} [environment] */
export async function startServer(environment = {}) {
  const database = await startDatabase()
  const gaffer = await startGaffer(readBenchmarkConfig(environment), { database: database.address })
  const stop = async () => {
    await gaffer.stop()
    await database.stop()
  }
  return { ...database, gaffer, stop }
}

/** @param {Record<string, string>} [environment] */
export function readBenchmarkConfig(environment = {}) {
  return readConfig({ ...testKeyEnvironment, RATE_LIMIT: 'off', LOG_LEVEL: 'silent', ...environment })
}

/** The address as a URL, for processes. @param {Address} address */
export function databaseUrlOf({ host, port, user, database }) {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** Starts the PostgreSQL of a check, with the two template databases that benchmarks copy. @returns {Promise<BenchmarkDatabase>} */
export async function startSharedPostgres() {
  const { connection, stop } = await startTestPostgres(createTemporaryFolder('gaffer-bench-'))
  const admin = openMaintenancePool(connection)
  await admin.query(`create database ${migratedTemplate}`)
  await createTables({ ...connection, database: migratedTemplate })
  await admin.query(`create database ${journeyTemplate} template ${migratedTemplate}`)
  const gaffer = await startGaffer(readBenchmarkConfig(), { database: { ...connection, database: journeyTemplate } })
  await seedJourneyBand(gaffer)
  await gaffer.stop()
  await admin.end()
  return { address: connection, superuser: { ...connection, user: superuserRole }, stop }
}

/** @returns {Promise<BenchmarkDatabase>} */
async function startPostgres() {
  const { connection, stop } = await startEmbedded()
  await createTables(connection)
  return { address: connection, superuser: { ...connection, user: superuserRole }, stop }
}

function startEmbedded() {
  return startEmbeddedPostgres({
    dataDir: createTemporaryFolder('gaffer-bench-'),
    log: () => undefined,
    onLost: () => process.exit(1),
  })
}

/** @param {Address} address @param {string} template @returns {Promise<BenchmarkDatabase>} */
async function cloneShared(address, template) {
  const name = `bench_${randomBytes(6).toString('hex')}`
  const admin = openMaintenancePool({ ...address, user: superuserRole })
  await admin.query(`create database ${name} template ${template} owner ${address.user} strategy file_copy`)
  await admin.end()
  const clone = { ...address, database: name }
  return { address: clone, superuser: { ...clone, user: superuserRole }, stop: async () => undefined }
}

/** @param {Address} address */
async function createTables(address) {
  const db = openDatabasePool(address, 1)
  await migrate(db)
  await addTimeDefaults(db)
  await db.end()
  await createJobTables(address)
}

/** Gives required timestamp columns the default `now()`, so that inserts of benchmarks can leave them out. @param {any} db */
export async function addTimeDefaults(db) {
  const columns = await db`
    select format('alter table %I alter column %I set default now()', table_name, column_name) as statement
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
      and is_nullable = 'NO' and column_default is null`
  for (const { statement } of columns) await db.query(statement)
}
