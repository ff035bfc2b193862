// A whole Gaffer for one test file, on its own database, spoken to over real HTTP.

import { randomUUIDv7 } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { DestinationStream } from 'pino'
import { afterAll, beforeAll, inject } from 'vitest'
import { readConfig } from '#config.ts'
import type { DatabaseAddress } from '#platform/db/connection.ts'
import { insertSession } from '#features/auth/session-store.ts'
import { insertUser } from '#features/me/store.ts'
import { hashSecret, newSecret } from '#platform/keys.ts'
import { startGaffer, type RunningGaffer } from '#start.ts'
import { Caller } from './caller.ts'
import { cloneDatabase } from './clone.ts'

export type World = RunningGaffer & {
  url: string
  database: DatabaseAddress
  /** A second server on the same database. */
  another(): Promise<World>
  /** A browser that nobody has signed in. */
  stranger(): Caller
  /** Somebody with an account, a complete profile and a session. */
  person(names?: { firstName?: string; lastName?: string; displayName?: string }): Promise<Caller>
}

let people = 0

/** Phone numbers nobody has: Ofcom's drama range. */
export function aPhone(): string {
  people += 1
  return `+447700900${String(people % 1000).padStart(3, '0')}`
}

export async function startWorld(environment: Record<string, string> = {}, logTo?: DestinationStream): Promise<World> {
  const database = await cloneDatabase(inject('database'))
  const world = await startOn(database.address, environment, logTo)
  return {
    ...world,
    stop: async () => {
      await world.stop()
      await database.drop()
    },
  }
}

async function startOn(
  database: DatabaseAddress,
  environment: Record<string, string>,
  logTo?: DestinationStream,
): Promise<World> {
  const config = readConfig({
    SECRET_KEY: 'a secret key that is only for tests, long enough',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    ...environment,
  })
  // Fifty at once on a busy machine take longer than a member is asked to wait; how long that is, platform/db/outage.test.ts tests.
  const gaffer = await startGaffer(config, { database, deadlineMs: 30_000, ...(logTo && { logTo }) })
  await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = gaffer.app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    ...gaffer,
    url,
    database,
    another: () => startOn(database, environment),
    stranger: () => new Caller(url),
    async person(names = {}) {
      const { db } = gaffer.deps
      const user = await insertUser(db, { id: randomUUIDv7(), phone: aPhone() })
      const token = newSecret()
      await insertSession(db, { id: randomUUIDv7(), tokenHash: hashSecret(token), userId: user.id, userAgent: null })
      const caller = new Caller(url, { gaffer_session: token }, user)
      const { firstName = 'Dee', lastName = 'Marsh', displayName = firstName } = names
      await caller.put('/api/me', { firstName, lastName, displayName })
      return caller
    },
  }
}

/** The world of a test file: started before its first test, taken down after its last. */
export function useWorld(environment: Record<string, string> = {}): () => World {
  let world: World
  beforeAll(async () => {
    world = await startWorld(environment)
  })
  afterAll(async () => {
    await world?.stop()
  })
  return () => world
}
