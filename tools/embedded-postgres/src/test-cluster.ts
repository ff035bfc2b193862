// A cluster in a temporary folder for each test; `close` stops everything that the test started.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { startEmbedded, type EmbeddedPostgres, type HostApplication } from './start-embedded.ts'

export const testApplication: HostApplication = {
  title: 'Choir',
  name: 'embedded-postgres-test',
  database: 'choir_data',
  role: 'choir_app',
  settings: { dataDir: 'CHOIR_FOLDER', databaseUrl: 'CHOIR_DATABASE' },
}

export type TestCluster = Awaited<ReturnType<typeof createTestCluster>>

/** Makes an empty data folder; `start` starts PostgreSQL in it. */
export async function createTestCluster() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'embedded-postgres-')))
  await chmod(folder, 0o711)
  const closeSteps: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const cluster = {
    folder,
    dataDir: folder,
    logged: [] as string[],
    /** Milliseconds of the first start, which also creates the cluster; 0 before. */
    firstStartMs: 0,
    data: () => join(cluster.dataDir, 'postgresql', 'data'),
    onClose: (step: () => Promise<unknown>) => void closeSteps.push(step),

    async start(): Promise<EmbeddedPostgres> {
      const began = Date.now()
      const log = (line: string) => cluster.logged.push(line)
      const embedded = await startEmbedded({ dataDir: cluster.dataDir, host: testApplication, log })
      cluster.firstStartMs ||= Date.now() - began
      cluster.onClose(() => embedded.stop())
      return embedded
    },

    connect(embedded: EmbeddedPostgres): Pool {
      const pool = new Pool({ ...embedded.connection, max: 2 })
      pool.on('error', () => undefined)
      cluster.onClose(() => pool.end())
      return pool
    },

    /** Starts PostgreSQL in a process of its own; resolves once it has printed a line that starts with `line`. */
    async startOwnerProcess(line = 'owner started'): Promise<ChildProcess> {
      const script = join(import.meta.dirname, 'owner-process.ts')
      const child = spawn(process.execPath, [script, cluster.dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
      cluster.onClose(() => killProcess(child))
      for await (const printed of createInterface({ input: child.stdout })) if (printed.startsWith(line)) break
      return child
    },

    async postmasterPid(): Promise<number> {
      const pidFile = await readFile(join(cluster.data(), 'postmaster.pid'), 'utf8')
      return Number(pidFile.split('\n')[0])
    },

    /** Kills the postmaster and waits for its restart; resolves with the milliseconds that it took. */
    async killPostmaster(): Promise<number> {
      const began = Date.now()
      const countRestarts = () => cluster.logged.filter((line) => line === 'PostgreSQL is back').length
      const before = countRestarts()
      process.kill(await cluster.postmasterPid(), 'SIGKILL')
      while (countRestarts() === before && Date.now() - began < 30_000) await sleep(10)
      return Date.now() - began
    },

    async close(): Promise<void> {
      for (const step of closeSteps.reverse()) await step()
    },
  }
  return cluster
}

export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

export async function insertNote(pool: Pool, text: string): Promise<void> {
  await pool.query('create table if not exists notes (text text)')
  await pool.query('insert into notes values ($1)', [text])
}

export const readNotes = async (pool: Pool): Promise<string[]> =>
  (await pool.query<{ text: string }>('select text from notes')).rows.map((row) => row.text)
