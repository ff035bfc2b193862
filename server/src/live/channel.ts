// What one server tells all of them, itself among them: a channel in the database that they all listen on, each over one
// connection of its own. Nothing is kept: whoever wasn't listening learns that it may have missed something.

import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { ChangeKind } from '@gaffer/domain/live'
import { openDatabase, type Database, type DatabaseAddress } from '#db/connection.ts'

/** Ids only: whoever can listen on this database's channels reads them. */
export type Announcement = {
  what: ChangeKind | 'session'
  /** Null for a session, which belongs to no band. */
  bandId: string | null
  /** Whose bands and sessions may be others now. */
  userId: string | null
  /** The page that did it, which knows. */
  page: string | null
}

export type Channel = {
  /** Soon, at best: nobody waits for it, and a database that is away loses it. */
  announce(announcements: readonly Announcement[]): void
  stop(): Promise<void>
}

type Ears = { heard: (announcement: Announcement) => void; missed: () => void }

const name = 'gaffer_live'
const usualCheckMs = 5000
const usualPatienceMs = 1500

export async function openChannel(
  address: DatabaseAddress,
  db: Database,
  {
    log,
    heard,
    missed,
    checkMs = usualCheckMs,
    patienceMs = usualPatienceMs,
  }: Ears & { log: FastifyBaseLogger; checkMs?: number; patienceMs?: number },
): Promise<Channel> {
  const self = randomUUID()
  let isHearing = true
  let isFirst = true
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
      if (!isHearing) listenAnew().catch((err: unknown) => log.warn({ err }, 'not listening for changes'))
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
    else if (text.startsWith('{')) heard(JSON.parse(text) as Announcement)
  }

  return {
    announce: (announcements) => send(announcements.map((one) => JSON.stringify(one))),
    async stop() {
      clearInterval(check)
      clearTimeout(waiting)
      await line.end({ timeout: 0 })
    },
  }
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
      await send(texts).catch((err: unknown) => log.warn({ err }, 'changes not announced'))
    }
    isSending = false
  }
}
