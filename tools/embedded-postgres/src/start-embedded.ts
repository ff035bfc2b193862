// The public interface: starts or adopts a PostgreSQL on a folder, restarts it when it dies, stops it.
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensurePostgresAccount, type OsAccount } from './account.ts'
import { prepareBinaries } from './binaries.ts'
import { createDataDir, prepareClusterPaths, startupLockFileName, type ClusterPaths } from './cluster-paths.ts'
import { ensureCluster, removeAbandonedDrafts } from './cluster.ts'
import type { UnixSocketAddress } from './config-files.ts'
import { ensureRoleAndDatabase } from './database.ts'
import { AlreadyRunningError } from './errors.ts'
import type { HostApplication } from './host-application.ts'
import { withLockFile } from './lock-file.mjs'
import { hostAndPortOf, isPostgresListening, type OwnershipLock } from './ownership-lock.ts'
import { findPostmaster, readPidFile, rotateLogIfTooLarge, stopPostmaster } from './postmaster.ts'
import { prepareSocketFolder } from './socket-folder.ts'
import { startAndLock, type EmbeddedServerContext } from './start-and-lock.ts'

export type { HostApplication } from './host-application.ts'

export type EmbeddedOptions = {
  dataDir: string
  host: HostApplication
  /** Gets one line per event: created, lost, restarted. */
  log: (line: string) => void
  /** Called when another process took the data folder while PostgreSQL was down. PostgreSQL is not restarted then. */
  onLost?: (error: Error) => void
}

/** Options for node-postgres. A host that starts with "/" is the folder of the Unix socket. */
export type EmbeddedConnectionOptions = { host: string; port: number; user: string; database: string }

export type EmbeddedPostgres = {
  connection: EmbeddedConnectionOptions
  stop(): Promise<void>
}

/** After this time a start stops renewing its lock file, so that other processes can start. */
const maxStartMs = 60_000
const logRotationIntervalMs = 600_000

/**
 * Starts PostgreSQL on the folder, or adopts the PostgreSQL of a killed process, and restarts it when it dies, until `stop`.
 * Throws AlreadyRunningError while another process uses the folder, and EmbeddedPostgresError for all other failures.
 */
export async function startEmbedded({ dataDir, host, log, onLost }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(dataDir)
  const stopping = new AbortController()
  await createDataDir(folder, host)
  const start = async () => {
    const prepared = await prepareServer(folder, host, log)
    const lock = await startAndLock(prepared, stopping.signal)
    await ensureRoleAndDatabase(lock.client, host)
    return { server: prepared, firstLock: lock }
  }
  const { server, firstLock } = await withLockFile(join(folder, startupLockFileName), start, {
    renewForMs: maxStartMs,
  })
  await removeAbandonedDrafts(server.paths)

  const watching = restartWhenLost(server, firstLock, stopping.signal).catch((error: Error) => {
    log(error.message)
    onLost?.(error)
    return undefined
  })
  const rotate = () => void rotateLogIfTooLarge(server.paths.log).catch((error: Error) => log(error.message))
  const rotation = setInterval(rotate, logRotationIntervalMs).unref()
  return {
    connection: connectionOptionsFor(server),
    async stop() {
      clearInterval(rotation)
      stopping.abort()
      const lock = await watching
      // The lock is held until PostgreSQL is gone, so that no other process adopts it. Without the lock, PostgreSQL
      // may belong to another process.
      if (lock || server.started) await stopPostmaster(server.paths.data, server.started)
      await lock?.release()
    },
  }
}

/** The connection to the PostgreSQL of another process, which must be running. */
export async function prepareConnectionOptions({
  dataDir,
  host,
}: Pick<EmbeddedOptions, 'dataDir' | 'host'>): Promise<EmbeddedConnectionOptions> {
  return connectionOptionsFor(await prepareServer(resolve(dataDir), host, () => undefined))
}

function connectionOptionsFor({ address, host }: EmbeddedServerContext): EmbeddedConnectionOptions {
  return { ...hostAndPortOf(address), user: host.role, database: host.database }
}

async function prepareServer(
  dataDir: string,
  host: HostApplication,
  log: (line: string) => void,
): Promise<EmbeddedServerContext> {
  const account = await ensurePostgresAccount(host)
  const [paths, binaries] = await Promise.all([
    prepareClusterPaths(dataDir, account, host, log),
    prepareBinaries(account, host),
  ])
  await ensureCluster(paths, binaries, account, host, log)
  const address = await chooseAddress(paths, account, host)
  return { dataDir, host, paths, account, binaries, address, started: undefined, log }
}

/** The address of the running PostgreSQL; if none runs, the address for the next start. */
async function chooseAddress(
  paths: ClusterPaths,
  account: OsAccount | undefined,
  host: HostApplication,
): Promise<UnixSocketAddress> {
  const address = (await readPidFile(paths.data))?.address
  // The postmaster of another container on the same volume is invisible here, but its socket is not.
  if (address && ((await findPostmaster(paths.data)) || (await isPostgresListening(address)))) return address
  return { socketFolder: await prepareSocketFolder(paths.home, account, host), port: 5432 }
}

/**
 * Restarts PostgreSQL when the lock is lost. Unlike an exit event, this also detects the death of an adopted postmaster.
 * After `stopping`, resolves with the lock, or undefined if the lock was lost. Throws AlreadyRunningError.
 */
async function restartWhenLost(
  server: EmbeddedServerContext,
  firstLock: OwnershipLock,
  stopping: AbortSignal,
): Promise<OwnershipLock | undefined> {
  const stopped = new Promise((done) => stopping.addEventListener('abort', done))
  for (let lock = firstLock; ;) {
    await Promise.race([lock.lost, stopped])
    if (stopping.aborted) return lock
    await lock.release()
    server.log('PostgreSQL is gone: starting it again')
    const next = await retryUntilLocked(server, stopping)
    if (!next) return undefined
    lock = next
    server.log('PostgreSQL is back')
  }
}

/** Tries again after each failure, since a failure such as a full disk may pass. */
async function retryUntilLocked(
  server: EmbeddedServerContext,
  stopping: AbortSignal,
): Promise<OwnershipLock | undefined> {
  for (let pauseMs = 250; !stopping.aborted; pauseMs = Math.min(pauseMs * 2, 5_000)) {
    try {
      return await startAndLock(server, stopping)
    } catch (error) {
      if (error instanceof AlreadyRunningError) throw error
      if (stopping.aborted) return undefined
      server.log((error as Error).message)
      await sleep(pauseMs)
    }
  }
  return undefined
}
