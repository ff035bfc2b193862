// Prometheus metrics. Labels hold route patterns only: never an address, a phone number, a code or a name.

import { noticeDeliveryWays } from '@gaffer/domain/notices/notice'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The values that are queried at each scrape. */
export type DatabaseState = {
  /** Seconds that a query took, including the wait for a pooled connection. */
  responseSeconds: number
  /** The connections of all servers together. */
  connections: Record<string, number>
  bytes: number
  queues: { name: string; waiting: number; oldestWaitSeconds: number }[]
}

type Sender<Message> = { send(message: Message): Promise<void> }

export type SignInCodeStep = 'asked' | 'sent' | 'verified' | 'failed'

const noticeOutcomes = ['sent', 'failed', 'dropped'] as const
/** The label `way` of each way in which messages are sent. */
const noticeWays = { push: 'push', mail: 'email', text: 'sms' } as const
export type NoticeOutcome = (typeof noticeOutcomes)[number]

export type Metrics = ReturnType<typeof makeMetrics>

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const sendBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5]

export function makeMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requestDurations = new Histogram({
    name: 'gaffer_http_request_duration_seconds',
    help: 'Duration of HTTP requests. An unchanged calendar feed has status 3xx, a built one 2xx.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers,
  })
  const codes = new Counter({
    name: 'gaffer_sign_in_codes_total',
    help: 'Sign-in codes by step: asked (also for unknown numbers), sent, verified, failed (wrong or expired).',
    labelNames: ['step'],
    registers,
  })
  const sendDurations = new Histogram({
    name: 'gaffer_message_send_duration_seconds',
    help: 'Duration of each attempt to send a text, mail or push message through its provider, by outcome.',
    labelNames: ['channel', 'outcome'],
    buckets: sendBuckets,
    registers,
  })
  const notices = new Counter({
    name: 'gaffer_notices_total',
    help: 'Notices by way (push, email, sms) and outcome: sent (handed over), failed, dropped (no longer wanted, or over a limit).',
    labelNames: ['way', 'outcome'],
    registers,
  })
  const causeFailures = new Counter({
    name: 'gaffer_pending_notices_failed_total',
    help: 'Failed attempts to make the notices of a change. Each is repeated after a minute.',
    registers,
  })
  const failedJobs = new Counter({
    name: 'gaffer_jobs_failed_total',
    help: 'Failed attempts of jobs by queue; final is "true" if the job is not retried.',
    labelNames: ['job', 'final'],
    registers,
  })
  const openStreams = new Gauge({
    name: 'gaffer_open_streams',
    help: 'Open event streams of this server.',
    registers,
  })
  const lastRetention = new Gauge({
    name: 'gaffer_retention_last_success_timestamp_seconds',
    help: 'When this server last deleted expired rows from every table; its start time before the first run.',
    registers,
  })
  lastRetention.setToCurrentTime()
  const database = createDatabaseGauges(registers)
  for (const step of ['asked', 'sent', 'verified', 'failed'] as const) codes.inc({ step }, 0)
  for (const way of noticeDeliveryWays) for (const outcome of noticeOutcomes) notices.inc({ way, outcome }, 0)

  return {
    openStreams,
    /** Counts a finished message: notices by way and outcome, and sign-in codes that were sent. */
    countMessage(purpose: string, way: keyof typeof noticeWays, outcome: NoticeOutcome): void {
      if (purpose === 'notice') notices.inc({ way: noticeWays[way], outcome })
      if (purpose === 'sign-in code' && outcome === 'sent') codes.inc({ step: 'sent' })
    },
    countFailedCause: () => causeFailures.inc(),
    /** Exports the job's counters as 0 before its first failure: `increase` needs a value to start from. */
    watchJob(job: string): void {
      for (const final of ['true', 'false']) failedJobs.inc({ job, final }, 0)
    },
    countFailedJob: (job: string, isFinal: boolean) => failedJobs.inc({ job, final: String(isFinal) }),
    countCode: (step: SignInCodeStep) => codes.inc({ step }),
    /** Times every request except event streams, which stay open. */
    watchRequests(app: FastifyInstance): void {
      app.addHook('onResponse', (request, reply, done) => {
        if (!isEventStream(reply)) {
          const { url, config } = request.routeOptions
          // Pages and static files share one label, because there are too many for a label each.
          const route = url !== undefined && config.sessionFrom ? url : 'none'
          const status = `${Math.floor(reply.statusCode / 100)}xx`
          requestDurations.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
        }
        done()
      })
    },
    watchSender: <Message>(channel: 'sms' | 'mail' | 'push', sender: Sender<Message>): Sender<Message> => ({
      send: (message) => timeSending(sendDurations, channel, sender.send(message)),
    }),
    setDatabaseGauges: database.set,
    recordRetentionSuccess: () => lastRetention.setToCurrentTime(),
    async read(): Promise<{ contentType: string; text: string }> {
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}

function createDatabaseGauges(registers: Registry[]) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const up = gauge('gaffer_database_up', '1 if the database answered this scrape, otherwise 0.')
  const responseTime = gauge(
    'gaffer_database_answer_seconds',
    'Time that this scrape waited for a pooled connection and a query.',
  )
  const connections = gauge('gaffer_database_connections', 'Database connections of all servers, by state.', ['state'])
  const bytes = gauge('gaffer_database_size_bytes', 'Size of the database on disk.')
  const disk = gauge('gaffer_data_disk_free_bytes', 'Free bytes on the disk of DATA_DIR; absent with DATABASE_URL.')
  const waiting = gauge(
    'gaffer_queue_waiting',
    'Jobs that are due and not started. The queue pending-notices: changes that are due to become notices.',
    ['queue'],
  )
  const oldest = gauge('gaffer_queue_oldest_wait_seconds', 'Time since the oldest waiting job was due.', ['queue'])
  return {
    /** `state` is null when the query failed: stale values are removed. */
    set(state: DatabaseState | null, diskFreeBytes: number | null): void {
      for (const one of [connections, waiting, oldest]) one.reset()
      for (const one of [responseTime, bytes, disk]) one.remove()
      if (diskFreeBytes !== null) disk.set(diskFreeBytes)
      up.set(state ? 1 : 0)
      if (!state) return
      responseTime.set(state.responseSeconds)
      bytes.set(state.bytes)
      for (const [name, count] of Object.entries(state.connections)) connections.set({ state: name }, count)
      for (const queue of state.queues) {
        waiting.set({ queue: queue.name }, queue.waiting)
        oldest.set({ queue: queue.name }, queue.oldestWaitSeconds)
      }
    },
  }
}

function isEventStream(reply: FastifyReply): boolean {
  const type = reply.getHeader('content-type') ?? reply.raw.getHeader('content-type')
  return typeof type === 'string' && type.startsWith('text/event-stream')
}

async function timeSending(
  sends: Histogram<'channel' | 'outcome'>,
  channel: 'sms' | 'mail' | 'push',
  sending: Promise<void>,
) {
  const done = sends.startTimer({ channel })
  try {
    await sending
    done({ outcome: 'sent' })
  } catch (error) {
    done({ outcome: readFailureKind(error) })
    throw error
  }
}

/** The kind of failure that a provider's error names; `failed` for any other error. */
function readFailureKind(error: unknown): string {
  return error instanceof Error && 'failure' in error ? String(error.failure) : 'failed'
}
