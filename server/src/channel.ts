// What one server tells all of them, itself among them: a channel in the database that they all listen on, each over one
// connection of its own. Nothing is kept: whoever wasn't listening learns that it may have missed something. Knows nothing of
// what is told. Ids only, and nothing that is secret: whoever can listen on this database's channels reads it.

import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { openDatabase, type Database, type DatabaseAddress } from '#db/connection.ts'

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
const usualCheckMs = 5000
const usualPatienceMs = 1500

export async function openChannel(
  address: DatabaseAddress,
  db: Database,
  {
    log,
    checkMs = usualCheckMs,
    patienceMs = usualPatienceMs,
  }: { log: FastifyBaseLogger; checkMs?: number; patienceMs?: number },
): Promise<Channel> {
  const self = randomUUID()
  let isHearing = true
  let isFirst = true
  const ears = new Map<string, (news: never) => void>()
  let missed: () => void = () => undefined
  let line = openDatabase(address, 1)
  await listen()
  const send = inBatches((texts) => notify(db, texts), log)
  // A connection may die without a word, when the machine at its other end does, and the driver gives up on one that is sent
  // away: each server speaks to itself.
  let waiting: NodeJS.Timeout | undefined
  const check = setInterval(() => {
    isHearing = false
    send([self])
    waiting = setTimeout(() => {
      if (!isHearing) listenAnew().catch((err: unknown) => log.warn({ err }, 'not listening to the other servers'))
    }, patienceMs).unref()
  }, checkMs).unref()

  /** postgres.js listens again by itself when the connection closes, and says so by another "listening". */
  async function listen(): Promise<void> {
    await line.listen(name, onText, () => {
      isHearing = true
      if (!isFirst) missed()
      isFirst = false
    })
  }

  async function listenAnew(): Promise<void> {
    const deaf = line
    line = openDatabase(address, 1)
    await deaf.end({ timeout: 0 })
    await listen()
  }

  function onText(text: string): void {
    if (text === self) isHearing = true
    else if (text.startsWith('[')) {
      const [topic, news] = JSON.parse(text) as [string, never]
      ears.get(topic)?.(news)
    }
  }

  return {
    topic: <News extends object>(topic: string): Topic<News> => ({
      tell: (news) => send(news.map((one) => JSON.stringify([topic, one]))),
      hear: (ear) => void ears.set(topic, ear),
    }),
    whenMissed: (act) => void (missed = act),
    async stop() {
      clearInterval(check)
      clearTimeout(waiting)
      await line.end({ timeout: 0 })
    },
  }
}

/** For a process that listens to nothing: `npm run person` beside a server. Rejects when the database is away. */
export async function tellOnce(db: Database, topic: string, news: object): Promise<void> {
  await notify(db, [JSON.stringify([topic, news])])
}

async function notify(db: Database, texts: readonly string[]): Promise<void> {
  await db`select pg_notify(${name}, text) from jsonb_array_elements_text(${db.json(texts as string[])}) as one (text)`
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
      await send(texts).catch((err: unknown) => log.warn({ err }, 'other servers not told'))
    }
    isSending = false
  }
}
