// A server process with its own data folder, and control over it and its PostgreSQL.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Database } from '../server/src/platform/db/connection.ts'
import { findEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts'
import { TestClient } from '../server/src/testing/test-client.ts'
import { founderLink, freePort, launchMain, ready, type Process } from '../server/src/testing/process.ts'
import { signInBySms } from '../server/src/testing/sms.ts'

export type ServerUnderTest = Awaited<ReturnType<typeof startServerUnderTest>>

/** Without `dataDir` a temporary folder is created, and removed by `end`. */
export async function startServerUnderTest(dataDir?: string) {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'gaffer-chaos-')))
  const port = String(await freePort())
  const start = async () => {
    const started = await launchMain({ DATA_DIR: folder, PORT: port, RATE_LIMIT: 'off', LOG_LEVEL: 'fatal' })
    await ready(started)
    return started
  }
  const server = {
    folder,
    process: await start(),
    founder: undefined as unknown as TestClient,
    startSecond: (): Promise<Process> => launchMain({ DATA_DIR: folder }),

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

    async postmaster(): Promise<number> {
      const pidFile = await readFile(join(folder, 'postgresql', 'data', 'postmaster.pid'), 'utf8')
      return Number(pidFile.split('\n', 1)[0])
    },
    /** Process ids of the server's PostgreSQL backends. */
    async backends(): Promise<number[]> {
      const rows = await withDatabase(
        (db) => db<{ pid: number }[]>`
        select pid from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()`,
      )
      return rows.map(({ pid }) => pid)
    },
    withDatabase,

    async end(): Promise<void> {
      if (server.process.child.exitCode === null && server.process.child.signalCode === null) await server.terminate()
      if (!dataDir) await rm(folder, { recursive: true, force: true })
    },
  }
  const founder = new TestClient(server.process.url)
  await founder.post('/auth/invite', { token: founderLink(server.process) })
  await signInBySms(founder, '+447700900001')
  await founder.put('/api/me', { firstName: 'Vic', lastName: 'Tim', displayName: 'Vic' })
  server.founder = founder
  return server

  /** On a separate connection. */
  async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const db = openDatabase(await findEmbeddedPostgres(folder), 1)
    try {
      return await work(db)
    } finally {
      await db.end()
    }
  }
}

/** `status` is null if no response came. */
export async function probe(url: string, path: string, headers: Record<string, string> = {}) {
  const began = performance.now()
  const answer = await fetch(url + path, { headers, signal: AbortSignal.timeout(20_000) }).catch(() => null)
  await answer?.text()
  return {
    status: answer?.status ?? null,
    retryAfter: answer?.headers.get('retry-after') ?? null,
    ms: performance.now() - began,
  }
}

/** Milliseconds until /readyz answers 200; throws after 30 s. */
export async function untilReady(url: string): Promise<number> {
  const began = performance.now()
  while ((await probe(url, '/readyz')).status !== 200) {
    if (performance.now() - began > 30_000) throw new Error('The server was not ready again within 30 s')
    await sleep(25)
  }
  return performance.now() - began
}

/** Ignores a process that no longer exists. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
