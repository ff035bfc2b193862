// Dependencies that are injected into the features: database, providers, configuration, logger.

import type { PubSub } from '#platform/pubsub.ts'
import type { Config } from '#config.ts'
import type { Database } from '#platform/db/connection.ts'
import type { Keys } from '#platform/keys.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { Live } from '#live/live.ts'
import type { Metrics } from '#platform/metrics.ts'
import type { Calendars } from '#providers/calendars/calendars.ts'
import type { Google } from '#providers/google.ts'
import type { MailSender } from '#providers/mail.ts'
import type { PushSender } from '#providers/push.ts'
import type { SmsSender } from '#providers/sms.ts'
import type { Spotify } from '#providers/spotify.ts'
import type { FastifyBaseLogger } from 'fastify'

export type Deps = {
  config: Config
  db: Database
  keys: Keys
  jobs: Jobs
  pubsub: PubSub
  live: Live
  calendars: Calendars
  sms: SmsSender
  mail: MailSender
  push: PushSender
  /** Null if not configured. */
  google: Google | null
  /** Null if not configured. */
  spotify: Spotify | null
  log: FastifyBaseLogger
  metrics: Metrics
  /** Milliseconds until a request fails with 503, unless its endpoint has its own deadline. */
  deadlineMs: number
  /** Aborted when the shutdown begins: /readyz fails from then on. */
  ending: AbortSignal
}
