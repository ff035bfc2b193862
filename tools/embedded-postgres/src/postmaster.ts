// Finds, starts and stops the postmaster of a data folder, which is PostgreSQL's main process.
import { spawn } from 'node:child_process'
import { copyFile, open, readFile, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnOptionsFor, type OsAccount } from './account.ts'
import type { BinaryPaths } from './binaries.ts'
import type { ClusterPaths } from './cluster-paths.ts'
import { writeConfigFiles, type UnixSocketAddress } from './config-files.ts'
import { hasErrnoCode } from './errors.ts'
import type { HostApplication } from './host-application.ts'
import { commandLineOf, isAlive, findOrphanedBackendPids, signalIfAlive } from './processes.ts'

/** The content of `postmaster.pid` in the data folder. */
export type PidFile = { pid: number; address: UnixSocketAddress; isReady: boolean }

/** Reads `postmaster.pid`, which may be left over from a crash. */
export async function readPidFile(data: string): Promise<PidFile | undefined> {
  const text = await readFileOrEmpty(join(data, 'postmaster.pid'))
  const [pid, , , port, socketFolder, , , status] = text.split('\n').map((line) => line.trim())
  if (!pid || !port) return undefined
  return {
    pid: Number(pid),
    address: { socketFolder: socketFolder ?? '', port: Number(port) },
    isReady: status === 'ready',
  }
}

/** The running postmaster; undefined if none runs, also if the pid in a left-over file belongs to another program. */
export async function findPostmaster(data: string): Promise<PidFile | undefined> {
  const pidFile = await readPidFile(data)
  return pidFile && (await isPostmaster(pidFile.pid, data)) ? pidFile : undefined
}

function readFileOrEmpty(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (hasErrnoCode(error, 'ENOENT')) return ''
    throw error
  })
}

async function isPostmaster(pid: number, data: string): Promise<boolean> {
  const command = await commandLineOf(pid)
  return `${command.replaceAll('\0', ' ').replaceAll('"', '')} `.includes(` -D ${data} `)
}

export type PostmasterProcess = {
  pid: number | undefined
  /** The postmaster's output once it has exited; undefined while it runs. */
  exitOutput(): string | undefined
}

/** Starts a postmaster in its own process group, so that Ctrl-C does not reach it: the application stops it last. */
export async function startPostmaster(
  paths: ClusterPaths,
  address: UnixSocketAddress,
  binaries: BinaryPaths,
  account: OsAccount | undefined,
  host: HostApplication,
): Promise<PostmasterProcess> {
  await writeConfigFiles(paths, address, host)
  await cleanUpAfterCrash(paths.data, address)
  await rotateLogIfTooLarge(paths.log)
  const output = await open(paths.log, 'a', 0o600)
  const before = (await output.stat()).size
  let exitOutput: string | undefined
  try {
    const child = spawn(binaries.postgres, ['-D', paths.data, '-c', `config_file=${paths.settings}`], {
      ...spawnOptionsFor(account),
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    })
    child.unref()
    child.once('error', (error) => (exitOutput = error.message))
    child.once('exit', () => {
      readFile(paths.log).then(
        (bytes) => (exitOutput = bytes.subarray(before).toString().trim() || 'it ended without a word'),
        (error: Error) => (exitOutput = error.message),
      )
    })
    return { pid: child.pid, exitOutput: () => exitOutput }
  } finally {
    await output.close()
  }
}

/** Removes stale lock files and orphaned backends. The caller makes sure that no postmaster runs on the folder. */
async function cleanUpAfterCrash(data: string, { socketFolder, port }: UnixSocketAddress): Promise<void> {
  // PostgreSQL checks only that the pid in a lock file is alive, so a reused pid would block every start.
  for (const lockFile of [join(data, 'postmaster.pid'), join(socketFolder, `.s.PGSQL.${port}.lock`)]) {
    const pid = Number.parseInt(await readFileOrEmpty(lockFile))
    if (pid && isAlive(pid) && !(await isPostmaster(pid, data))) await rm(lockFile, { force: true })
  }
  // A backend outlives a killed postmaster until its statement ends, and holds the shared memory that the next postmaster
  // waits for. It cannot commit any more.
  for (const pid of await findOrphanedBackendPids(data)) signalIfAlive(pid, 'SIGKILL')
}

const maxLogBytes = 2_000_000

/** Moves a log that exceeds its limit to a second file, whose earlier content is lost. */
export async function rotateLogIfTooLarge(log: string): Promise<void> {
  const size = await stat(log).then(
    (found) => found.size,
    () => 0,
  )
  if (size <= maxLogBytes) return
  await copyFile(log, `${log}.1`)
  await truncate(log)
}

/** Requests a fast shutdown, after 20 s an immediate shutdown, and after 5 s more sends SIGKILL. Resolves when the postmaster is gone. */
export async function stopPostmaster(data: string, started?: PostmasterProcess): Promise<void> {
  const steps: [signal: NodeJS.Signals, timeoutMs: number][] = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ]
  // A new postmaster has not written its pid file yet.
  const getStartedPid = () => (started?.exitOutput() === undefined ? started?.pid : undefined)
  const findLivePid = async () => (await findPostmaster(data))?.pid ?? getStartedPid()
  for (const [signal, timeoutMs] of steps) {
    const pid = await findLivePid()
    if (pid === undefined) return
    signalIfAlive(pid, signal)
    for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(20)) {
      if ((await findLivePid()) === undefined) return
    }
  }
}
