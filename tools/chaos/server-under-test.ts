// A server process with its own data folder, and control over it and its PostgreSQL.

import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '@gaffer/fakes/free-port'
import { startFakeS3, type FakeS3 } from '@gaffer/fakes/s3'
import { insertUser } from '../../server/src/features/sign-in/user-store.ts'
import { insertSession } from '../../server/src/features/sign-in/session-store.ts'
import { openDatabasePool, type DatabasePool } from '../../server/src/platform/db/connection.ts'
import { getEmbeddedDatabaseAddress } from '../../server/src/platform/db/embedded-postgres.ts'
import { hashSecret, newSecret } from '../../server/src/platform/keys.ts'
import { TestClient } from '../../server/src/testing/test-client.ts'
import { launchServer, waitUntilServerReady, type LaunchedProcess } from '../../server/src/testing/launch-program.ts'
import { startFakeProviders } from './providers.ts'

let phoneCount = 0

/** Returns another UK mobile number with each call. */
export function generatePhone(): string {
  phoneCount += 1
  return `+44740${String(phoneCount).padStart(7, '0')}`
}

export type ServerUnderTest = Awaited<ReturnType<typeof startServerUnderTest>>

type ServerOptions = {
  /** Without `dataDir` a temporary folder is created, and removed by `end`. */
  dataDir?: string
  /** Files are in a fake S3 store, not in the data folder. */
  isS3?: boolean
}

export async function startServerUnderTest({ dataDir, isS3 = false }: ServerOptions = {}) {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'gaffer-chaos-')))
  const port = String(await findFreePort())
  const providers = await startFakeProviders()
  const s3 = isS3 ? await startFakeS3() : null
  const start = async () => {
    const settings = { DATA_DIR: folder, PORT: port, RATE_LIMIT: 'off', LOG_LEVEL: 'fatal' }
    const started = await launchServer({ ...settings, ...providers.environment, ...(s3 && toS3Environment(s3)) })
    await waitUntilServerReady(started)
    return started
  }
  const server = {
    folder,
    providers,
    s3,
    process: await start(),
    founder: undefined as unknown as TestClient,
    /** A client with a session, an account and a complete profile. */
    createPerson,
    /** A client without a session. */
    createVisitor: () => new TestClient(server.process.url),
    startSecond: (): Promise<LaunchedProcess> => launchServer({ DATA_DIR: folder }),

    async kill(): Promise<void> {
      server.process.child.kill('SIGKILL')
      await server.process.ended
    },
    /** Resolves with the exit code. */
    async terminate(): Promise<number | null> {
      server.process.child.kill('SIGTERM')
      return server.process.ended
    },
    async restart(): Promise<void> {
      server.process = await start()
    },

    async readPostmasterPid(): Promise<number> {
      const pidFileText = await readFile(join(folder, 'postgresql', 'data', 'postmaster.pid'), 'utf8')
      return Number(pidFileText.split('\n', 1)[0])
    },
    /** Process ids of the server's PostgreSQL backends. */
    async listBackendPids(): Promise<number[]> {
      const rows = await withDatabase(
        (db) => db<{ pid: number }[]>`
        select pid from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()`,
      )
      return rows.map(({ pid }) => pid)
    },
    withDatabase,

    async end(): Promise<void> {
      if (server.process.child.exitCode === null && server.process.child.signalCode === null) await server.terminate()
      await Promise.all([providers.close(), s3?.close()])
      if (!dataDir) await rm(folder, { recursive: true, force: true })
    },
  }
  server.founder = await createPerson('Vic')
  return server

  async function createPerson(displayName: string): Promise<TestClient> {
    const token = newSecret()
    const user = await withDatabase(async (db) => {
      const added = await insertUser(db, { id: randomUUIDv7(), phone: generatePhone() })
      const session = { id: randomUUIDv7(), tokenHash: hashSecret(token), userId: added.id }
      await insertSession(db, { ...session, userAgent: null, browserHash: randomBytes(32) })
      return added
    })
    const person = new TestClient(server.process.url, { gaffer_session: token }, user)
    await person.put('/api/me', { firstName: displayName, lastName: 'Tim', displayName })
    return person
  }

  /** Runs `work` on a database connection of its own. */
  async function withDatabase<T>(work: (db: DatabasePool) => Promise<T>): Promise<T> {
    const db = openDatabasePool(await getEmbeddedDatabaseAddress(folder), 1)
    try {
      return await work(db)
    } finally {
      await db.end()
    }
  }
}

function toS3Environment({ endpoint, bucket, region, accessKeyId, secretAccessKey }: FakeS3): Record<string, string> {
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}

/** `status` is null if no response came. */
export async function probe(url: string, path: string, headers: Record<string, string> = {}) {
  const began = performance.now()
  const response = await fetch(url + path, { headers, signal: AbortSignal.timeout(20_000) }).catch(() => null)
  await response?.text()
  return {
    status: response?.status ?? null,
    retryAfter: response?.headers.get('retry-after') ?? null,
    ms: performance.now() - began,
  }
}

/** Milliseconds until the response of /readyz is 200; throws after 30 s. */
export async function measureTimeUntilReady(url: string): Promise<number> {
  const began = performance.now()
  while ((await probe(url, '/readyz')).status !== 200) {
    if (performance.now() - began > 30_000) throw new Error('The server was not ready again within 30 s')
    await sleep(25)
  }
  return performance.now() - began
}

/** Sends the signal, unless the process no longer exists. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
