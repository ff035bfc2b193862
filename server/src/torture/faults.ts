// Everything that is done to a Gaffer under writes. Each says what must hold of it; what is lost, the writers find.

import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#platform/db/connection.ts'
import { findEmbedded } from '#db/embedded/embedded.ts'
import { probe, signal, untilReady, type Victim } from './victim.ts'

/** Hurts the victim and lets it recover. The result is what was measured; throws where something must not be. */
export type Fault = (victim: Victim) => Promise<string>

/** What is promised of a machine that has nothing else to do. */
export const patienceMs = { answer: 3000, recovery: 5000 }

function must(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence)
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

async function recovery(victim: Victim, limitMs = patienceMs.recovery): Promise<string> {
  const ms = await untilReady(victim.process.url)
  must(ms < limitMs, `It took ${inSeconds(ms)} to come back`)
  return `back after ${inSeconds(ms)}`
}

async function startedAgain(victim: Victim): Promise<string> {
  const began = performance.now()
  await victim.startAgain()
  return `started again in ${inSeconds(performance.now() - began)}`
}

function cookiesOf({ founder }: Victim): string {
  return [...founder.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** What callers are told while the database is away: to come back, in time, by a process that is well. */
async function mustSayAway(victim: Victim): Promise<string> {
  const { url } = victim.process
  const cookie = cookiesOf(victim)
  const calls = await Promise.all(Array.from({ length: 12 }, () => probe(url, '/api/me', { cookie })))
  for (const { status, retryAfter, ms } of calls) {
    must(status === 503 && Number(retryAfter) > 0, `It answered ${status} with Retry-After ${retryAfter}`)
    must(ms < patienceMs.answer, `It answered after ${inSeconds(ms)}`)
  }
  must((await probe(url, '/readyz')).status === 503, 'It says that it is ready')
  must((await probe(url, '/healthz')).status === 200, 'It says that it is not well')
  return `503 after ${inSeconds(Math.max(...calls.map(({ ms }) => ms)))}`
}

/** Takes every connection as soon as it is free, and sends away whoever has one; returns how to leave. */
async function takeAllConnections({ folder }: Victim): Promise<() => Promise<void>> {
  const address = await findEmbedded(folder)
  const judge = openDatabase(address, 1)
  // Before there is no place for it either.
  const [row] = await judge<{ most: number }[]>`select current_setting('max_connections')::int as most`
  const most = row?.most ?? 0
  const taken = openDatabase(address, most)
  const leaving = new AbortController()
  const take = async () => {
    while (!leaving.signal.aborted) await taken`select pg_sleep(60)`.catch(() => sleep(2))
  }
  for (let one = 0; one < most; one += 1) void take()
  for (let free = 1, tries = 0; free > 0 && tries < 300; tries += 1, await sleep(20)) {
    await judge`
      select pg_terminate_backend(pid) from pg_stat_activity
      where usename = current_user and pid <> pg_backend_pid() and query not like '%pg_sleep%'`
    const [left] = await judge<{ free: number }[]>`
      select ${most} - current_setting('superuser_reserved_connections')::int - count(*)::int as free
      from pg_stat_activity where backend_type = 'client backend'`
    free = left?.free ?? 0
  }
  return async () => {
    leaving.abort()
    await Promise.all([taken.end(), judge.end()])
  }
}

export const faults: Record<string, Fault> = {
  'the server is killed': async (victim) => {
    await victim.kill()
    return startedAgain(victim)
  },
  'PostgreSQL is killed': async (victim) => {
    signal(await victim.postmaster(), 'SIGKILL')
    await sleep(50)
    return recovery(victim)
  },
  'a back end is killed': async (victim) => {
    const [pid] = await victim.backEnds()
    must(pid !== undefined, 'It has no connection')
    signal(pid as number, 'SIGKILL')
    await sleep(50)
    return recovery(victim)
  },
  'both are killed': async (victim) => {
    const postmaster = await victim.postmaster()
    signal(postmaster, 'SIGKILL')
    await victim.kill()
    return startedAgain(victim)
  },
  'it is told to end': async (victim) => {
    const began = performance.now()
    const code = await victim.tellToEnd()
    must(code === 0, `It ended with ${code}`)
    return `ended in ${inSeconds(performance.now() - began)}, ${await startedAgain(victim)}`
  },
  'PostgreSQL stands still': async (victim) => {
    const pids = [await victim.postmaster(), ...(await victim.backEnds())]
    for (const pid of pids) signal(pid, 'SIGSTOP')
    let said: string
    try {
      said = await mustSayAway(victim)
    } finally {
      for (const pid of pids) signal(pid, 'SIGCONT')
    }
    return `${said}, ${await recovery(victim)}`
  },
  'there are no connections left': async (victim) => {
    const leave = await takeAllConnections(victim)
    let said: string
    try {
      said = await mustSayAway(victim)
    } finally {
      await leave()
    }
    return `${said}, ${await recovery(victim)}`
  },
  'connections are closed again and again': async (victim) => {
    const cookie = cookiesOf(victim)
    const answers = new Map<number | null, number>()
    const ends = Date.now() + 3000
    const read = async () => {
      while (Date.now() < ends) {
        const { status } = await probe(victim.process.url, '/api/me', { cookie })
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
    }
    const close = () =>
      victim.asking(async (db) => {
        while (Date.now() < ends) {
          await db`
            select pg_terminate_backend(pid) from pg_stat_activity
            where usename = current_user and pid <> pg_backend_pid()`
          await sleep(40)
        }
      })
    await Promise.all([close(), ...Array.from({ length: 8 }, read)])
    const said = [...answers].map(([status, times]) => `${times} times ${status}`).join(', ')
    must(
      [...answers.keys()].every((status) => status === 200 || status === 503),
      `It answered ${said}`,
    )
    return `${said}, ${await recovery(victim)}`
  },
  'a second one is started on its folder': async (victim) => {
    const second = await victim.another()
    const code = await second.ended
    must(code === 1 && /^Gaffer is already running on .*$/.test(second.said().trim()), `It ended with ${code}`)
    return `ended with 1, ${await recovery(victim)}`
  },
}
