// Starts all parts of the server in the order of their dependencies and stops them in reverse.

import { join, resolve } from 'node:path'
import type { DestinationStream } from 'pino'
import { ConfigError, type Config } from './config.ts'
import { buildApp, type GafferApp } from './app.ts'
import { openPubSub } from '#platform/pubsub.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabasePool, defaultRequestDeadlineMs, type DatabaseAddress, type Db } from '#platform/db/connection.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { openSessionLocks } from '#platform/db/session-locks.ts'
import { migrate } from '#platform/db/migrate.ts'
import type { Services } from './services.ts'
import { registerHooks } from '#features/hooks.ts'
import { registerJobs } from '#features/jobs.ts'
import { createLogger, createReadableLogStream } from '#http/pipeline/logging.ts'
import { startJobQueue } from '#platform/jobs.ts'
import { deriveKeys } from '#platform/keys.ts'
import { Links } from '#platform/links.ts'
import { openLiveUpdates } from '#http/live/live.ts'
import { makeMetrics } from '#platform/metrics.ts'
import { openFileStore } from '#providers/files/open-file-store.ts'
import { createProviders } from '#providers/create-providers.ts'
import { readOrCreateSecretKey } from '#platform/secret-key.ts'
import { vapidKeyFileName, readOrCreateVapidKeys, type VapidKeys } from '#platform/vapid-keys.ts'

export type RunningGaffer = {
  app: GafferApp
  services: Services
  /** The address of a calendar of the fake calendar service; null if the service is not running. */
  exampleCalendarUrl: string | null
  /** The server still responds, but /readyz fails and every response has `Connection: close`. */
  beginShutdown(): void
  stop(): Promise<void>
}

export type StartOptions = Partial<Pick<Db, 'clock' | 'onRows'>> & {
  database?: DatabaseAddress
  logTo?: DestinationStream
  deadlineMs?: number
  isScheduling?: boolean
}

/**
 * Starts everything but does not listen. If a part fails, the parts before it are stopped. `database`, `logTo`, `deadlineMs` and `clock`
 * replace the configured database, standard output, the default request deadline and the system's clock. `onRows` gets the rows of
 * each statement with their schema. `isScheduling` is that of `startJobQueue`.
 */
export async function startGaffer(
  config: Config,
  {
    database,
    logTo,
    deadlineMs = defaultRequestDeadlineMs,
    clock = systemClock,
    onRows,
    isScheduling = true,
  }: StartOptions = {},
): Promise<RunningGaffer> {
  const undo: (() => Promise<unknown>)[] = []
  const ending = new AbortController()
  const stop = async () => {
    ending.abort()
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const log = await createLogger(config, logTo ?? (await createReadableLogStream(config)))
    const dataDir = resolve(config.dataDir)
    const address = database ?? config.databaseUrl ?? (await startOwnDatabase(dataDir))
    const metrics = makeMetrics()
    const jobs = await startJobQueue(address, { log, metrics }, { isScheduling })
    undo.push(() => jobs.stop())
    const db = openDatabasePool(address, undefined, deadlineMs, { clock, jobs, onRows })
    undo.push(() => db.end())
    await migrate(db)
    const locks = openSessionLocks(address)
    undo.push(() => locks.stop())
    const files = await openFileStore(config, dataDir)
    undo.push(async () => files.close())
    const { calendars, google, spotify, inbox, ...providers } = await createProviders(
      config,
      await loadVapidKeys(config, dataDir),
      clock,
    )
    undo.push(providers.close)
    const pubsub = await openPubSub(address, db, { log })
    undo.push(() => pubsub.stop())
    const live = openLiveUpdates(pubsub, db, { log, metrics })
    const [sms, mail] = [metrics.watchSender('sms', providers.sms), metrics.watchSender('mail', providers.mail)]
    const push = { ...providers.push, ...metrics.watchSender('push', providers.push) }
    const secret = config.secretKey ?? (await readOrCreateSecretKey(dataDir))
    const keys = deriveKeys(secret)
    const links = new Links(secret, db, log)
    await links.load()
    const clients = { calendars, sms, mail, push, google, spotify }
    const shared = { config, clock, db, locks, files, keys, links, jobs, pubsub, live, log, metrics }
    const services: Services = { ...shared, ...clients, deadlineMs, ending: ending.signal }
    registerHooks()
    const app = await buildApp(services, inbox)
    await registerJobs(services)
    // Steps run in reverse. On a stop, this step ends the job queue before the parts that its jobs use; the same step above is for a
    // start that fails earlier.
    undo.push(() => jobs.stop())
    undo.push(() => drain(app))
    undo.push(() => live.close())
    const exampleCalendarUrl = inbox?.exampleCalendarUrl ?? null
    return { app, services, exampleCalendarUrl, beginShutdown: () => ending.abort(), stop }

    async function startOwnDatabase(folder: string): Promise<DatabaseAddress> {
      // Another process has taken over the data folder: exit instead of holding its port.
      const onLost = () => process.exit(1)
      const embedded = await startEmbeddedPostgres({ dataDir: folder, log: (line) => log.info(line), onLost })
      undo.push(() => embedded.stop())
      return embedded.connection
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Refuses a key file without a key and does not replace it: a new key would end all push subscriptions. */
async function loadVapidKeys({ vapidKeys }: Config, dataDir: string): Promise<VapidKeys> {
  const keys = vapidKeys ?? (await readOrCreateVapidKeys(dataDir))
  if (keys) return keys
  throw new ConfigError(
    `${join(dataDir, vapidKeyFileName)} does not contain a P-256 private key: put the old file back, or delete it to get a new key`,
  )
}

const drainTimeoutMs = 10_000

/** Accepts no more requests and finishes those in flight, for 10 s at most. */
async function drain(app: GafferApp): Promise<void> {
  // A connection that becomes idle after close() began would otherwise be kept alive.
  const sweepTimer = setInterval(() => app.server.closeIdleConnections(), 50)
  const giveUpTimer = setTimeout(() => app.server.closeAllConnections(), drainTimeoutMs)
  await app.close()
  clearInterval(sweepTimer)
  clearTimeout(giveUpTimer)
}
