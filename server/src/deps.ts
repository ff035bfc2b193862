// What the features are handed instead of importing it: the world outside the code.

import type { PubSub } from '#platform/pubsub.ts'
import type { Config } from '#config.ts'
import type { Database } from '#platform/db/connection.ts'
import type { Keys } from '#platform/keys.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { Live } from '#live/live.ts'
import type { Metrics } from '#platform/metrics.ts'
import type { Google } from '#providers/google.ts'
import type { MailSender } from '#providers/mail.ts'
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
  sms: SmsSender
  mail: MailSender
  /** Null where the operator has set up none. */
  google: Google | null
  /** Null where the operator has set up none. */
  spotify: Spotify | null
  log: FastifyBaseLogger
  metrics: Metrics
  /** Milliseconds until a caller is told to come back, where a call has no time of its own. */
  deadlineMs: number
  /** Aborted when this server has been told to end: it is not ready any more, and what it holds open should close. */
  ending: AbortSignal
}
