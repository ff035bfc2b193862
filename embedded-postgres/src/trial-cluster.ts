// What the tests of the embedded PostgreSQL share: a folder of their own, and everything that they start ended afterwards.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { startEmbedded, type EmbeddedPostgres } from './embedded.ts'

export type Trial = Awaited<ReturnType<typeof openTrial>>

export async function openTrial() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'gaffer-embedded-')))
  await chmod(folder, 0o711)
  const endings: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const trial = {
    folder,
    dataDir: folder,
    /** What the module logged. */
    said: [] as string[],
    data: () => join(trial.dataDir, 'postgresql', 'data'),
    atEnd: (step: () => Promise<unknown>) => void endings.push(step),

    async start(): Promise<EmbeddedPostgres> {
      const embedded = await startEmbedded({ dataDir: trial.dataDir, log: (line) => trial.said.push(line) })
      trial.atEnd(() => embedded.stop())
      return embedded
    },

    connect(embedded: EmbeddedPostgres): Pool {
      const pool = new Pool({ ...embedded.connection, max: 2 })
      pool.on('error', () => undefined)
      trial.atEnd(() => pool.end())
      return pool
    },

    /** Another Gaffer, in a process of its own, once it has printed the line. */
    async hold(until = 'holding'): Promise<ChildProcess> {
      const script = join(import.meta.dirname, 'hold-for-tests.ts')
      const child = spawn(process.execPath, [script, trial.dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
      trial.atEnd(() => kill(child))
      for await (const line of createInterface({ input: child.stdout })) if (line.startsWith(until)) break
      return child
    },

    async postmasterPid(): Promise<number> {
      const notice = await readFile(join(trial.data(), 'postmaster.pid'), 'utf8')
      return Number(notice.split('\n')[0])
    },

    /** Kills PostgreSQL under a running Gaffer and waits until another serves; resolves with the milliseconds it took. */
    async killPostmaster(): Promise<number> {
      const began = Date.now()
      const isBack = () => trial.said.filter((line) => line === 'PostgreSQL is back').length
      const before = isBack()
      process.kill(await trial.postmasterPid(), 'SIGKILL')
      while (isBack() === before && Date.now() - began < 10_000) await sleep(10)
      return Date.now() - began
    },

    async close(): Promise<void> {
      for (const end of endings.reverse()) await end()
    },
  }
  return trial
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

export async function note(pool: Pool, text: string): Promise<void> {
  await pool.query('create table if not exists notes (text text)')
  await pool.query('insert into notes values ($1)', [text])
}

export const notes = async (pool: Pool): Promise<string[]> =>
  (await pool.query<{ text: string }>('select text from notes')).rows.map((row) => row.text)
