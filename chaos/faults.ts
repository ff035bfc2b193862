// The faults. Each throws if the server exceeds a limit or gives a wrong response. writers.ts detects lost writes.

import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../server/src/platform/db/connection.ts'
import { findEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts'
import { probe, signal, untilReady, type ServerUnderTest } from './server-under-test.ts'

/** Injects the fault, waits for recovery and returns the measurement. Throws if an expectation failed. */
export type Fault = (server: ServerUnderTest) => Promise<string>

/** Limits in milliseconds on an otherwise idle machine: for one response, and for the recovery. */
export const limitsMs = { answer: 3000, recovery: 5000 }

function assert(isTrue: boolean, message: string): void {
  if (!isTrue) throw new Error(message)
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

async function recovery(server: ServerUnderTest, limitMs = limitsMs.recovery): Promise<string> {
  const ms = await untilReady(server.process.url)
  assert(ms < limitMs, `It took ${inSeconds(ms)} to come back`)
  return `back after ${inSeconds(ms)}`
}

async function restarted(server: ServerUnderTest): Promise<string> {
  const began = performance.now()
  await server.restart()
  return `started again in ${inSeconds(performance.now() - began)}`
}

function cookiesOf({ founder }: ServerUnderTest): string {
  return [...founder.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/**
 * Checks the answers without a database: 503 with Retry-After within `limitsMs.answer`; /readyz fails, /healthz does not. Returns the
 * slowest time, for the report.
 */
async function expect503(server: ServerUnderTest): Promise<string> {
  const { url } = server.process
  const cookie = cookiesOf(server)
  const calls = await Promise.all(Array.from({ length: 12 }, () => probe(url, '/api/me', { cookie })))
  for (const { status, retryAfter, ms } of calls) {
    assert(status === 503 && Number(retryAfter) > 0, `It answered ${status} with Retry-After ${retryAfter}`)
    assert(ms < limitsMs.answer, `It answered after ${inSeconds(ms)}`)
  }
  assert((await probe(url, '/readyz')).status === 503, '/readyz did not answer 503')
  assert((await probe(url, '/healthz')).status === 200, '/healthz did not answer 200')
  return `503 after ${inSeconds(Math.max(...calls.map(({ ms }) => ms)))}`
}

/** Terminates all other backends and occupies every connection; returns the function that releases them. */
async function takeAllConnections({ folder }: ServerUnderTest): Promise<() => Promise<void>> {
  const address = await findEmbeddedPostgres(folder)
  const admin = openDatabase(address, 1)
  // Opens this connection before all others are taken.
  const [row] = await admin<{ most: number }[]>`select current_setting('max_connections')::int as most`
  const most = row?.most ?? 0
  const taken = openDatabase(address, most)
  const releasing = new AbortController()
  const take = async () => {
    while (!releasing.signal.aborted) await taken`select pg_sleep(60)`.catch(() => sleep(2))
  }
  for (let one = 0; one < most; one += 1) void take()
  for (let free = 1, tries = 0; free > 0 && tries < 300; tries += 1, await sleep(20)) {
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where usename = current_user and pid <> pg_backend_pid() and query not like '%pg_sleep%'`
    const [left] = await admin<{ free: number }[]>`
      select ${most} - current_setting('superuser_reserved_connections')::int - count(*)::int as free
      from pg_stat_activity where backend_type = 'client backend'`
    free = left?.free ?? 0
  }
  return async () => {
    releasing.abort()
    await Promise.all([taken.end(), admin.end()])
  }
}

export const faults: Record<string, Fault> = {
  'the server is killed': async (server) => {
    await server.kill()
    return restarted(server)
  },
  'PostgreSQL is killed': async (server) => {
    signal(await server.postmaster(), 'SIGKILL')
    await sleep(50)
    return recovery(server)
  },
  'a backend process is killed': async (server) => {
    const [pid] = await server.backends()
    assert(pid !== undefined, 'It has no connection')
    signal(pid as number, 'SIGKILL')
    await sleep(50)
    return recovery(server)
  },
  'both are killed': async (server) => {
    const postmaster = await server.postmaster()
    signal(postmaster, 'SIGKILL')
    await server.kill()
    return restarted(server)
  },
  'the server gets SIGTERM': async (server) => {
    const began = performance.now()
    const code = await server.terminate()
    assert(code === 0, `It exited with ${code}`)
    return `ended in ${inSeconds(performance.now() - began)}, ${await restarted(server)}`
  },
  'PostgreSQL is stopped with SIGSTOP': async (server) => {
    const pids = [await server.postmaster(), ...(await server.backends())]
    for (const pid of pids) signal(pid, 'SIGSTOP')
    let measured: string
    try {
      measured = await expect503(server)
    } finally {
      for (const pid of pids) signal(pid, 'SIGCONT')
    }
    return `${measured}, ${await recovery(server)}`
  },
  'all database connections are taken': async (server) => {
    const release = await takeAllConnections(server)
    let measured: string
    try {
      measured = await expect503(server)
    } finally {
      await release()
    }
    return `${measured}, ${await recovery(server)}`
  },
  'database connections are terminated repeatedly': async (server) => {
    const cookie = cookiesOf(server)
    const answers = new Map<number | null, number>()
    const ends = Date.now() + 3000
    const read = async () => {
      while (Date.now() < ends) {
        const { status } = await probe(server.process.url, '/api/me', { cookie })
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
    }
    const close = () =>
      server.withDatabase(async (db) => {
        while (Date.now() < ends) {
          await db`
            select pg_terminate_backend(pid) from pg_stat_activity
            where usename = current_user and pid <> pg_backend_pid()`
          await sleep(40)
        }
      })
    await Promise.all([close(), ...Array.from({ length: 8 }, read)])
    const said = [...answers].map(([status, times]) => `${times} times ${status}`).join(', ')
    assert(
      [...answers.keys()].every((status) => status === 200 || status === 503),
      `It answered ${said}`,
    )
    return `${said}, ${await recovery(server)}`
  },
  'a second server starts on the same folder': async (server) => {
    const second = await server.startSecond()
    const code = await second.ended
    assert(code === 1 && /^Gaffer is already running on .*$/.test(second.said().trim()), `It exited with ${code}`)
    return `ended with 1, ${await recovery(server)}`
  },
}
