// The Gaffer that is tortured: the real process on a folder of its own, and the ways in which it and its PostgreSQL are hurt.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Database } from '#db/connection.ts'
import { findEmbedded } from '#db/embedded/embedded.ts'
import { Caller } from '#testing/caller.ts'
import { founderLink, freePort, launchMain, ready, type Process } from '#testing/process.ts'
import { signInBySms } from '#testing/sms.ts'

export type Victim = Awaited<ReturnType<typeof aVictim>>

/** `dataDir` is made, and removed in the end, unless one is given. */
export async function aVictim(dataDir?: string) {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'gaffer-torture-')))
  const port = String(await freePort())
  const start = async () => {
    const started = await launchMain({ DATA_DIR: folder, PORT: port, RATE_LIMIT: 'off', LOG_LEVEL: 'fatal' })
    await ready(started)
    return started
  }
  const victim = {
    folder,
    process: await start(),
    founder: undefined as unknown as Caller,
    another: (): Promise<Process> => launchMain({ DATA_DIR: folder }),

    async kill(): Promise<void> {
      victim.process.child.kill('SIGKILL')
      await victim.process.ended
    },
    /** Resolves with how it ended. */
    async tellToEnd(): Promise<number | null> {
      victim.process.child.kill('SIGTERM')
      return victim.process.ended
    },
    async startAgain(): Promise<void> {
      victim.process = await start()
    },

    async postmaster(): Promise<number> {
      const notice = await readFile(join(folder, 'postgresql', 'data', 'postmaster.pid'), 'utf8')
      return Number(notice.split('\n', 1)[0])
    },
    /** The processes that serve Gaffer's connections. */
    async backEnds(): Promise<number[]> {
      const rows = await asking(
        (db) => db<{ pid: number }[]>`
        select pid from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()`,
      )
      return rows.map(({ pid }) => pid)
    },
    asking,

    async end(): Promise<void> {
      if (victim.process.child.exitCode === null && victim.process.child.signalCode === null) await victim.tellToEnd()
      if (!dataDir) await rm(folder, { recursive: true, force: true })
    },
  }
  const founder = new Caller(victim.process.url)
  await founder.post('/auth/invite', { token: founderLink(victim.process) })
  await signInBySms(founder, '+447700900001')
  await founder.put('/api/me', { firstName: 'Vic', lastName: 'Tim', displayName: 'Vic' })
  victim.founder = founder
  return victim

  /** Over a connection of our own, which Gaffer knows nothing of. */
  async function asking<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const db = openDatabase(await findEmbedded(folder), 1)
    try {
      return await work(db)
    } finally {
      await db.end()
    }
  }
}

/** The status of a call, or null where nobody answered, and the milliseconds that it took. */
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

/** Milliseconds until it is ready again; throws after 30 s. */
export async function untilReady(url: string): Promise<number> {
  const began = performance.now()
  while ((await probe(url, '/readyz')).status !== 200) {
    if (performance.now() - began > 30_000) throw new Error('The server was not ready again within 30 s')
    await sleep(25)
  }
  return performance.now() - began
}

/** One that has ended meanwhile needs no signal. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
