// Pub/sub between servers: one LISTEN connection per server, NOTIFY through the pool. Messages carry ids only, because every
// client of the database can listen. Nothing is replayed: after a lost connection the callback given to `whenMissed` is called.

import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Client } from 'pg'
import { clientConfigFor, type DatabasePool, type DatabaseAddress, type Db } from '#platform/db/connection.ts'
import { command, literal, sql } from '#platform/db/statement.ts'

export type PubSub = {
  topic<Message extends object>(name: string): Topic<Message>
  /** `handler` is called when messages may have been lost. */
  whenMissed(handler: () => void): void
  stop(): Promise<void>
}
export type Topic<Message extends object> = {
  /** Fire and forget: messages are lost while the database is unavailable. */
  publish(messages: readonly Message[]): void
  /** One handler per topic: a second call replaces the first. */
  subscribe(handler: (message: Message) => void): void
}

const channelName = 'gaffer'
const heartbeatMs = 5000
const heartbeatTimeoutMs = 1500
const reconnectMs = 250

/** Rejects when the first connection fails; later ones are tried again until `stop`. */
export async function openPubSub(
  address: DatabaseAddress,
  db: DatabasePool,
  {
    log,
    checkMs = heartbeatMs,
    timeoutMs = heartbeatTimeoutMs,
  }: { log: FastifyBaseLogger; checkMs?: number; timeoutMs?: number },
): Promise<PubSub> {
  const handlers = new Map<string, (message: never) => void>()
  const stopped = new AbortController()
  let onMissed: () => void = () => undefined
  let client = await listen()
  const send = createBatchSender((texts) => notify(db, { texts }), log)
  void sendHeartbeats()

  async function listen(): Promise<Client> {
    const next = new Client({
      ...clientConfigFor(address),
      application_name: 'gaffer listen',
      connectionTimeoutMillis: 2000,
      query_timeout: timeoutMs,
    })
    next.on('notification', ({ payload = '' }) => dispatch(payload))
    // Ignored, because the event `end` follows every error, and reconnects.
    next.on('error', () => undefined)
    try {
      await next.connect()
      await next.query(`listen ${channelName}`)
    } catch (error) {
      await next.end()
      throw error
    }
    next.once('end', () => void reconnect())
    return next
  }

  /** A connection whose other end vanished reports no error: the query timeout finds it. */
  async function sendHeartbeats(): Promise<void> {
    while (!stopped.signal.aborted) {
      await sleep(checkMs, undefined, { ref: false })
      await client.query('select 1').catch(() => client.end())
    }
  }

  async function reconnect(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        client = await listen()
        // `stop` ran during the connection attempt and ended only the earlier client.
        if (stopped.signal.aborted) return await client.end()
        return onMissed()
      } catch (err) {
        log.warn({ err }, 'LISTEN connection lost and not reopened: retrying')
        await sleep(reconnectMs, undefined, { ref: false })
      }
    }
  }

  function dispatch(payload: string): void {
    const [topic, message] = JSON.parse(payload) as [string, never]
    handlers.get(topic)?.(message)
  }

  return {
    topic: <Message extends object>(topic: string): Topic<Message> => ({
      publish: (messages) => send(messages.map((message) => JSON.stringify([topic, message]))),
      subscribe: (handler) => void handlers.set(topic, handler),
    }),
    whenMissed: (handler) => void (onMissed = handler),
    async stop() {
      stopped.abort()
      await client.end()
    },
  }
}

/**
 * Publishes for a process without a LISTEN connection, such as `npm run person`, and for a transaction of a job, at its commit.
 * Rejects when the database is unavailable. Not for transactions of requests: their commits would wait for each other.
 */
export async function publishViaDatabase(db: Db, topic: string, messages: readonly object[]): Promise<void> {
  await notify(db, { texts: messages.map((message) => JSON.stringify([topic, message])) })
}

const notify = command(sql<{ texts: readonly string[] }>`
  select pg_notify(${literal(channelName)}, text) from unnest($texts::text[]) as one (text)`)

/** Sends one statement at a time. Texts that arrive meanwhile are deduplicated and sent with the next statement. */
function createBatchSender(send: (texts: readonly string[]) => Promise<void>, log: FastifyBaseLogger) {
  const waiting = new Set<string>()
  let isSending = false
  return (texts: readonly string[]): void => {
    for (const text of texts) waiting.add(text)
    if (!isSending) void sendAll()
  }

  async function sendAll(): Promise<void> {
    isSending = true
    while (waiting.size > 0) {
      const texts = [...waiting]
      waiting.clear()
      await send(texts).catch((err: unknown) =>
        log.warn({ err }, 'NOTIFY failed: other servers did not get these messages'),
      )
    }
    isSending = false
  }
}
