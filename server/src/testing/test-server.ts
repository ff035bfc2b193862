// A complete server for a test file, with its own database.

import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DestinationStream } from 'pino'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { readConfig } from '#config.ts'
import type { DatabaseAddress } from '#platform/db/connection.ts'
import { insertSession } from '#features/sign-in/session-store.ts'
import { insertUser } from '#features/sign-in/user-store.ts'
import { refuseWrongRows } from '#platform/db/statement.ts'
import { hashSecret, newSecret } from '#platform/keys.ts'
import { startGaffer, type RunningGaffer } from '#start.ts'
import { createInProcessSetUp } from './set-up.ts'
import { testClock } from './test-clock.ts'
import { TestClient } from './test-client.ts'
import { cloneDatabase } from './clone-database.ts'
import { testKeyEnvironment } from './test-keys.ts'
import { takeUndeclaredErrors, watchForUndeclaredErrors } from './declared-errors.ts'

export type TestServer = RunningGaffer & {
  url: string
  database: DatabaseAddress
  /** A second server on the same database. */
  startAnother(environment?: Record<string, string>): Promise<TestServer>
  /** A client without a session. */
  newClient(): TestClient
  /** A client with a session, an account and a complete profile. */
  createUser(names?: { firstName?: string; lastName?: string; displayName?: string }): Promise<TestClient>
}

watchForUndeclaredErrors()

let phoneCount = 0

/** A phone number from Ofcom's range for fiction. The numbers repeat after 1,000 calls. */
export function nextTestPhone(): string {
  phoneCount += 1
  return `+447700900${String(phoneCount % 1000).padStart(3, '0')}`
}

export async function startTestServer(
  environment: Record<string, string> = {},
  logTo?: DestinationStream,
): Promise<TestServer> {
  const database = await cloneDatabase(inject('database'))
  const dataDir = await mkdtemp(join(tmpdir(), 'gaffer-test-data-'))
  const testServer = await startOnDatabase(database.address, { DATA_DIR: dataDir, ...environment }, logTo)
  return {
    ...testServer,
    stop: async () => {
      await testServer.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      expect(takeUndeclaredErrors(), 'error codes that the endpoint table lacks').toEqual([])
    },
  }
}

async function startOnDatabase(
  database: DatabaseAddress,
  environment: Record<string, string>,
  logTo?: DestinationStream,
): Promise<TestServer> {
  const config = readConfig({
    ...testKeyEnvironment,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    // Fakes listen on loopback. Production refuses the setting.
    ...(environment['NODE_ENV'] === 'production' ? {} : { ALLOW_PRIVATE_FETCH: '1' }),
    ...environment,
  })
  // Longer than in production: on a busy machine fifty parallel requests can exceed the default. outage.test.ts tests the default.
  const gaffer = await startGaffer(config, {
    database,
    deadlineMs: 30_000,
    clock: testClock,
    onRows: refuseWrongRows,
    // Retention and readings of calendars would change what a test has arranged.
    isScheduling: false,
    ...(logTo && { logTo }),
  })
  await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = gaffer.app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    ...gaffer,
    url,
    database,
    startAnother: (more = {}) => startOnDatabase(database, { ...environment, ...more }),
    newClient: () => new TestClient(url),
    async createUser(names = {}) {
      const { db } = gaffer.services
      const user = await insertUser(db, { id: randomUUIDv7(), phone: nextTestPhone() })
      const token = newSecret()
      await insertSession(db, {
        id: randomUUIDv7(),
        tokenHash: hashSecret(token),
        userId: user.id,
        userAgent: null,
        browserHash: randomBytes(32),
      })
      const caller = new TestClient(url, { gaffer_session: token }, user, (cookies) =>
        createInProcessSetUp(gaffer.services, cookies),
      )
      const { firstName = 'Dee', lastName = 'Marsh', displayName = firstName } = names
      await caller.setUp?.saveProfile({ firstName, lastName, displayName })
      return caller
    },
  }
}

/** Starts a server before the first test of the file and stops it after the last. */
export function useTestServer(environment: Record<string, string> = {}): () => TestServer {
  let testServer: TestServer
  beforeAll(async () => {
    testServer = await startTestServer(environment)
  })
  afterAll(async () => {
    await testServer?.stop()
  })
  return () => testServer
}
