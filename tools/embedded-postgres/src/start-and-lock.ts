// Starts PostgreSQL if none runs, and gets its ownership lock.
import { setTimeout as sleep } from 'node:timers/promises'
import type { OsAccount } from './account.ts'
import type { BinaryPaths } from './binaries.ts'
import type { ClusterPaths } from './cluster-paths.ts'
import type { UnixSocketAddress } from './config-files.ts'
import { AlreadyRunningError, EmbeddedPostgresError } from './errors.ts'
import type { HostApplication } from './host-application.ts'
import { tryAcquireOwnershipLock, type OwnershipLock } from './ownership-lock.ts'
import { findPostmaster, startPostmaster, stopPostmaster, type PostmasterProcess } from './postmaster.ts'
import { ensurePrivateFolder } from './socket-folder.ts'

export type EmbeddedServerContext = {
  dataDir: string
  host: HostApplication
  paths: ClusterPaths
  account: OsAccount | undefined
  binaries: BinaryPaths
  address: UnixSocketAddress
  /** The postmaster of a start that has not got the lock yet. */
  started: PostmasterProcess | undefined
  log: (line: string) => void
}

/** A start waits this long for the kernel to close the connection of a killed owner. */
const ownerTimeoutMs = 2_000
/** A start waits this long for processes and locks of a killed PostgreSQL to disappear. */
const leftoversTimeoutMs = 30_000
const unreachableTimeoutMs = 3_000

/** Resolves with the lock once PostgreSQL accepts connections. Throws AlreadyRunningError, or the reason why PostgreSQL does not start. */
export async function startAndLock(server: EmbeddedServerContext, signal: AbortSignal): Promise<OwnershipLock> {
  const began = Date.now()
  let heldSince: number | undefined
  let absentSince: number | undefined
  let nextLogAt = began + 5_000
  for (;;) {
    signal.throwIfAborted()
    const attempt = await tryAcquireOwnershipLock(server.address, server.host)
    if (typeof attempt === 'object') {
      server.started = undefined
      return attempt
    }
    const now = Date.now()
    heldSince = attempt === 'held' ? (heldSince ?? now) : undefined
    absentSince = attempt === 'absent' ? (absentSince ?? now) : undefined
    if (heldSince && now - heldSince >= ownerTimeoutMs) throw new AlreadyRunningError(server.dataDir, server.host)
    if (absentSince) await ensureStarting(server, now - absentSince)
    if (now >= nextLogAt) {
      server.log(`Waiting for PostgreSQL (${attempt}), ${Math.round((now - began) / 1000)} s so far`)
      nextLogAt = now + 10_000
    }
    await sleep(attempt === 'held' ? 100 : 15)
  }
}

/** Starts a postmaster if none is starting. `absentMs`: how long nothing has listened at the address. */
async function ensureStarting(server: EmbeddedServerContext, absentMs: number): Promise<void> {
  const { data } = server.paths
  const found = await findPostmaster(data)
  if (found) {
    // The socket appears before the postmaster is ready. A ready postmaster without a socket has lost it (an emptied /tmp).
    if (!found.isReady || absentMs < unreachableTimeoutMs) return
    server.log('PostgreSQL runs but cannot be reached: starting it again')
    return stopPostmaster(data)
  }
  const exitOutput = server.started?.exitOutput()
  if (server.started && exitOutput === undefined) return
  if (exitOutput !== undefined) {
    const isTransient = /shared memory|lock file|Address already in use/i.test(exitOutput)
    if (!isTransient || absentMs > leftoversTimeoutMs) {
      server.started = undefined
      throw new EmbeddedPostgresError(`PostgreSQL does not start (${server.paths.log}): ${exitOutput}`)
    }
    server.log('PostgreSQL did not start: retrying while processes or locks of an earlier PostgreSQL remain')
    await sleep(250)
  }
  await ensurePrivateFolder(server.address.socketFolder, server.account)
  server.started = await startPostmaster(server.paths, server.address, server.binaries, server.account, server.host)
}
