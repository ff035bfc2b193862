// Dependencies that are injected into the features: database, providers, configuration, logger.

import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Clock } from '#platform/clock.ts'
import type { LiveUpdates } from '#http/live/live.ts'
import type { DatabasePool } from '#platform/db/connection.ts'
import type { JobQueue } from '#platform/jobs.ts'
import type { Keys } from '#platform/keys.ts'
import type { Links } from '#platform/links.ts'
import type { Metrics } from '#platform/metrics.ts'
import type { PubSub } from '#platform/pubsub.ts'
import type { SessionLocks } from '#platform/db/session-locks.ts'
import type { FileStore } from '#providers/files/file-store.ts'
import type { Providers } from '#providers/providers.ts'

export type Services = Providers & {
  config: Config
  clock: Clock
  db: DatabasePool
  locks: SessionLocks
  files: FileStore
  keys: Keys
  links: Links
  jobs: JobQueue
  pubsub: PubSub
  live: LiveUpdates
  log: FastifyBaseLogger
  metrics: Metrics
  /** Milliseconds until a request fails with 503, unless its endpoint has its own deadline. */
  deadlineMs: number
  /** Aborted when the shutdown begins: /readyz fails from then on. */
  ending: AbortSignal
}
