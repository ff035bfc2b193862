// The faults that chaos injects. Each throws if the server exceeds a limit or gives a wrong response. The writers detect lost writes.

import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Fault } from '@gaffer/fakes/s3'
import { openDatabasePool } from '../../server/src/platform/db/connection.ts'
import { getEmbeddedDatabaseAddress } from '../../server/src/platform/db/embedded-postgres.ts'
import { limitsMs } from './limits.ts'
import { providerFaults, type ProviderFault } from './providers.ts'
import { probe, sendSignal, measureTimeUntilReady, type ServerUnderTest } from './server-under-test.ts'

/** Injects the fault, waits for recovery and returns the measurement. Throws if an expectation failed. */
export type FaultInjector = (server: ServerUnderTest) => Promise<string>

function assert(isTrue: boolean, message: string): void {
  if (!isTrue) throw new Error(message)
}

const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

async function waitForRecovery(server: ServerUnderTest, limitMs = limitsMs.recovery): Promise<string> {
  const ms = await measureTimeUntilReady(server.process.url)
  assert(ms < limitMs, `It took ${formatSeconds(ms)} to come back`)
  return `back after ${formatSeconds(ms)}`
}

async function restartAndTime(server: ServerUnderTest): Promise<string> {
  const began = performance.now()
  await server.restart()
  return `started again in ${formatSeconds(performance.now() - began)}`
}

function cookiesOf({ founder }: ServerUnderTest): string {
  return [...founder.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/**
 * Checks the responses while the database is unreachable: 503 with Retry-After within `limitsMs.response`; /readyz fails, /healthz does
 * not. Returns the slowest time, for the report.
 */
async function expect503(server: ServerUnderTest): Promise<string> {
  const { url } = server.process
  const cookie = cookiesOf(server)
  const calls = await Promise.all(Array.from({ length: 12 }, () => probe(url, '/api/me', { cookie })))
  for (const { status, retryAfter, ms } of calls) {
    assert(status === 503 && Number(retryAfter) > 0, `It answered ${status} with Retry-After ${retryAfter}`)
    assert(ms < limitsMs.response, `It answered after ${formatSeconds(ms)}`)
  }
  assert((await probe(url, '/readyz')).status === 503, '/readyz did not answer 503')
  assert((await probe(url, '/healthz')).status === 200, '/healthz did not answer 200')
  return `503 after ${formatSeconds(Math.max(...calls.map(({ ms }) => ms)))}`
}

// The longest time for taking all connections: on a busy machine the server may win some back again and again.
const maxTakingMs = 8000

/** Terminates all other backends and occupies every connection; returns the function that releases them. */
async function takeAllConnections({ folder }: ServerUnderTest): Promise<() => Promise<void>> {
  const address = await getEmbeddedDatabaseAddress(folder)
  const admin = openDatabasePool(address, 1)
  // Opens this connection before all other connections are taken.
  const [row] = await admin<{ most: number }[]>`select current_setting('max_connections')::int as most`
  const most = row?.most ?? 0
  const taken = openDatabasePool(address, most)
  const releasing = new AbortController()
  const holdConnection = async () => {
    while (!releasing.signal.aborted) await taken`select pg_sleep(60)`.catch(() => sleep(2))
  }
  for (let index = 0; index < most; index += 1) void holdConnection()
  const began = performance.now()
  for (let free = 1; free > 0 && performance.now() - began < maxTakingMs; await sleep(20)) {
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

/**
 * Makes the providers accept messages without a response, and waits until a push message and a mail have arrived: the server cannot record
 * their outcome.
 */
async function waitUntilHandedOver({ providers }: ServerUnderTest): Promise<void> {
  const [push, mail] = providers.counts()
  providers.fail(providerFaults.noResponse)
  for (const began = performance.now(); ; await sleep(10)) {
    const now = providers.counts()
    if (now[0]! > push! && now[1]! > mail!) return
    assert(performance.now() - began < 10_000, 'No push message and mail was handed over within 10 s')
  }
}

/** Returns an injector that makes the providers fail, and checks that the server responds to members as usual meanwhile. */
const failProviders =
  (fault: ProviderFault): FaultInjector =>
  async (server) => {
    server.providers.fail(fault)
    try {
      return await checkResponsesToMembers(server)
    } finally {
      server.providers.fail(null)
    }
  }

async function checkResponsesToMembers(server: ServerUnderTest): Promise<string> {
  const cookie = cookiesOf(server)
  let slowest = 0
  for (const ends = performance.now() + 2500; performance.now() < ends; await sleep(100)) {
    const { status, ms } = await probe(server.process.url, '/api/me', { cookie })
    assert(status === 200 && ms < limitsMs.response, `It answered ${status} after ${formatSeconds(ms)}`)
    slowest = Math.max(slowest, ms)
  }
  return `answered members within ${formatSeconds(slowest)}`
}

async function failS3(server: ServerUnderTest, fault: S3Fault): Promise<string> {
  assert(server.s3 !== null, 'It has no S3 store')
  server.s3?.fail(fault)
  try {
    return await checkResponsesToMembers(server)
  } finally {
    server.s3?.fail(null)
  }
}

export const faultInjectors: Record<string, FaultInjector> = {
  'the server is killed': async (server) => {
    await server.kill()
    return restartAndTime(server)
  },
  'PostgreSQL is killed': async (server) => {
    sendSignal(await server.readPostmasterPid(), 'SIGKILL')
    await sleep(50)
    return waitForRecovery(server)
  },
  'a backend process is killed': async (server) => {
    const [pid] = await server.listBackendPids()
    assert(pid !== undefined, 'It has no connection')
    sendSignal(pid as number, 'SIGKILL')
    await sleep(50)
    return waitForRecovery(server)
  },
  'both are killed': async (server) => {
    const postmasterPid = await server.readPostmasterPid()
    sendSignal(postmasterPid, 'SIGKILL')
    await server.kill()
    return restartAndTime(server)
  },
  'the server gets SIGTERM': async (server) => {
    const began = performance.now()
    const code = await server.terminate()
    assert(code === 0, `It exited with ${code}`)
    return `ended in ${formatSeconds(performance.now() - began)}, ${await restartAndTime(server)}`
  },
  'PostgreSQL is stopped with SIGSTOP': async (server) => {
    const pids = [await server.readPostmasterPid(), ...(await server.listBackendPids())]
    for (const pid of pids) sendSignal(pid, 'SIGSTOP')
    let measured: string
    try {
      measured = await expect503(server)
    } finally {
      for (const pid of pids) sendSignal(pid, 'SIGCONT')
    }
    return `${measured}, ${await waitForRecovery(server)}`
  },
  'all database connections are taken': async (server) => {
    const release = await takeAllConnections(server)
    let measured: string
    try {
      measured = await expect503(server)
    } finally {
      await release()
    }
    return `${measured}, ${await waitForRecovery(server)}`
  },
  'database connections are terminated repeatedly': async (server) => {
    const cookie = cookiesOf(server)
    const countsByStatus = new Map<number | null, number>()
    const ends = Date.now() + 3000
    const read = async () => {
      while (Date.now() < ends) {
        const { status } = await probe(server.process.url, '/api/me', { cookie })
        countsByStatus.set(status, (countsByStatus.get(status) ?? 0) + 1)
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
    const summary = [...countsByStatus].map(([status, times]) => `${times} times ${status}`).join(', ')
    assert(
      [...countsByStatus.keys()].every((status) => status === 200 || status === 503),
      `It answered ${summary}`,
    )
    return `${summary}, ${await waitForRecovery(server)}`
  },
  'a second server starts on the same folder': async (server) => {
    const second = await server.startSecond()
    const code = await second.ended
    assert(code === 1 && /^Gaffer is already running on .*$/.test(second.said().trim()), `It exited with ${code}`)
    return `ended with 1, ${await waitForRecovery(server)}`
  },
  'the server is killed while messages are handed over': async (server) => {
    try {
      await waitUntilHandedOver(server)
      await server.kill()
    } finally {
      server.providers.fail(null)
    }
    return restartAndTime(server)
  },
  'PostgreSQL is killed while messages are handed over': async (server) => {
    try {
      await waitUntilHandedOver(server)
      sendSignal(await server.readPostmasterPid(), 'SIGKILL')
      await sleep(50)
    } finally {
      server.providers.fail(null)
    }
    return waitForRecovery(server)
  },
  'the server is killed when the timer of a dep request is due': async (server) => {
    await server.withDatabase(async (db) => {
      const began = performance.now()
      // A dep request that has asked the next dep does not match: its next timer is minutes later.
      const isDue = async () =>
        (await db`select from dep_requests where timer_at between now() - interval '10 seconds' and now()`).length > 0
      while (!(await isDue())) {
        assert(performance.now() - began < 20_000, 'No timer was due within 20 s')
        await sleep(10)
      }
    })
    await server.kill()
    return restartAndTime(server)
  },
  'the providers hang': failProviders(providerFaults.hang),
  'the providers answer 500': failProviders(providerFaults.error),
  'the providers answer 429 with Retry-After': failProviders(providerFaults.busy),
  'the providers answer rubbish': failProviders(providerFaults.rubbish),
}

/** Faults of the store of files. The server responds to members as usual meanwhile. */
export const s3Faults: Record<string, FaultInjector> = {
  'the S3 store answers 503': (server) => failS3(server, { status: 503 }),
  'the S3 store hangs': (server) => failS3(server, { hang: true }),
}
