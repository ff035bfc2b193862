// Publish and subscribe between servers: one LISTEN connection a server, NOTIFY through the pool. Messages carry ids only, since
// everything with access to the database can listen. Nothing is replayed: after a lost connection `whenMissed` is called.

import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Client } from 'pg'
import { clientConfig, type Database, type DatabaseAddress } from '#db/connection.ts'

export type Channel = {
  /** What is told under a name, and heard under the same one. */
  topic<News extends object>(name: string): Topic<News>
  /** Called when something may have been told that was not heard. */
  whenMissed(act: () => void): void
  stop(): Promise<void>
}
export type Topic<News extends object> = {
  /** Soon, at best: nobody waits for it, and a database that is away loses it. */
  tell(news: readonly News[]): void
  hear(ear: (news: News) => void): void
}

const name = 'gaffer'
const heartbeatMs = 5000
const heartbeatTimeoutMs = 1500
const reconnectMs = 250

/** Rejects when the first connection fails; later ones are tried again until `stop`. */
export async function openChannel(
  address: DatabaseAddress,
  db: Database,
  {
    log,
    checkMs = heartbeatMs,
    patienceMs = heartbeatTimeoutMs,
  }: { log: FastifyBaseLogger; checkMs?: number; patienceMs?: number },
): Promise<Channel> {
  const handlers = new Map<string, (news: never) => void>()
  const stopped = new AbortController()
  let missed: () => void = () => undefined
  let client = await listen()
  const send = inBatches((texts) => notify(db, texts), log)
  void sendHeartbeats()

  async function listen(): Promise<Client> {
    const next = new Client({
      ...clientConfig(address, { applicationName: 'gaffer listen' }),
      query_timeout: patienceMs,
    })
    next.on('notification', ({ payload = '' }) => dispatch(payload))
    // Every error is followed by the end of the connection.
    next.on('error', () => undefined)
    try {
      await next.connect()
      await next.query(`listen ${name}`)
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
        return missed()
      } catch (err) {
        log.warn({ err }, 'LISTEN connection lost and not reopened: retrying')
        await sleep(reconnectMs, undefined, { ref: false })
      }
    }
  }

  function dispatch(payload: string): void {
    const [topic, news] = JSON.parse(payload) as [string, never]
    handlers.get(topic)?.(news)
  }

  return {
    topic: <News extends object>(topic: string): Topic<News> => ({
      tell: (news) => send(news.map((one) => JSON.stringify([topic, one]))),
      hear: (handler) => void handlers.set(topic, handler),
    }),
    whenMissed: (act) => void (missed = act),
    async stop() {
      stopped.abort()
      await client.end()
    },
  }
}

/** For a process that listens to nothing: `npm run person` beside a server. Rejects when the database is away. */
export async function tellOnce(db: Database, topic: string, news: object): Promise<void> {
  await notify(db, [JSON.stringify([topic, news])])
}

async function notify(db: Database, texts: readonly string[]): Promise<void> {
  await db`select pg_notify(${name}, text) from jsonb_array_elements_text(${JSON.stringify(texts)}) as one (text)`
}

/** One statement at a time: what comes meanwhile goes with the next one, each text once. */
function inBatches(send: (texts: readonly string[]) => Promise<void>, log: FastifyBaseLogger) {
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
      await send(texts).catch((err: unknown) => log.warn({ err }, 'NOTIFY failed: other servers missed messages'))
    }
    isSending = false
  }
}
