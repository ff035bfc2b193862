// PostgreSQL's main process: find the one that serves a folder, start one, stop one.
// Knows nothing of connections or of who may use them.
import { execFile, spawn } from 'node:child_process'
import { copyFile, open, readFile, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { asAccount, type Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { isErrno } from './errors.ts'
import type { Places } from './places.ts'
import { commandLineOf, orphanedBackends } from './processes.ts'
import { writeSettings, type Address } from './settings.ts'

const run = promisify(execFile)

/** What a postmaster writes about itself into its data folder. */
export type Notice = { pid: number; address: Address; isReady: boolean }

/** The notice as it stands, true or left over from a crash. */
export async function readNotice(data: string): Promise<Notice | undefined> {
  const text = await readIfThere(join(data, 'postmaster.pid'))
  const [pid, , , port, socketFolder, , , status] = text.split('\n').map((line) => line.trim())
  if (!pid || !port) return undefined
  return {
    pid: Number(pid),
    address: { socketFolder: socketFolder ?? '', port: Number(port) },
    isReady: status === 'ready',
  }
}

/** The notice of a postmaster that lives. A pid that now belongs to some other process doesn't count. */
export async function findPostmaster(data: string): Promise<Notice | undefined> {
  const notice = await readNotice(data)
  return notice && (await isPostmaster(notice.pid, data)) ? notice : undefined
}

function readIfThere(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (isErrno(error, 'ENOENT')) return ''
    throw error
  })
}

async function isPostmaster(pid: number, data: string): Promise<boolean> {
  const command = await commandLineOf(pid)
  return `${command.replaceAll('\0', ' ').replaceAll('"', '')} `.includes(` -D ${data} `)
}

export type Launched = {
  pid: number | undefined
  /** What it said, once it has ended; undefined while it runs. */
  lastWords(): string | undefined
}

/** Starts a postmaster in a process group of its own: Ctrl-C in the terminal is for Gaffer, which stops this one last. */
export async function launchPostmaster(
  places: Places,
  address: Address,
  binaries: Binaries,
  account: Account | undefined,
): Promise<Launched> {
  await writeSettings(places, address)
  await clearTheWay(places.data, address)
  await boundLog(places.log)
  const output = await open(places.log, 'a', 0o600)
  const before = (await output.stat()).size
  let ended: string | undefined
  try {
    const child = spawn(binaries.postgres, ['-D', places.data, '-c', `config_file=${places.settings}`], {
      ...asAccount(account),
      detached: true,
      windowsHide: true,
      stdio: ['ignore', output.fd, output.fd],
    })
    child.unref()
    child.once('error', (error) => (ended = error.message))
    child.once('exit', () => {
      readFile(places.log).then(
        (bytes) => (ended = bytes.subarray(before).toString().trim() || 'it ended without a word'),
        (error: Error) => (ended = error.message),
      )
    })
    return { pid: child.pid, lastWords: () => ended }
  } finally {
    await output.close()
  }
}

/** Removes what a crash left in the way of the next start. Call it only when no postmaster serves the folder. */
async function clearTheWay(data: string, address: Address): Promise<void> {
  // Of a noted pid PostgreSQL asks only whether it lives, so one that was reused would keep it from starting for ever.
  const notices = [join(data, 'postmaster.pid')]
  if (address.socketFolder) notices.push(join(address.socketFolder, `.s.PGSQL.${address.port}.lock`))
  for (const notice of notices) {
    const pid = Number.parseInt(await readIfThere(notice))
    if (pid && isAlive(pid) && !(await isPostmaster(pid, data))) await rm(notice, { force: true })
  }
  // A back end outlives a killed postmaster while its statement runs, and holds the shared memory that the next one waits
  // for. Nothing that it still does can be committed.
  for (const pid of await orphanedBackends(data)) send(pid, 'SIGKILL')
}

/** Keeps the log file within a few megabytes: the older half moves to a second file. */
export async function boundLog(log: string, limit = 2_000_000): Promise<void> {
  const size = await stat(log).then(
    (found) => found.size,
    () => 0,
  )
  if (size <= limit) return
  await copyFile(log, `${log}.1`)
  await truncate(log)
}

/** Fast shutdown; when that takes too long, an immediate one; at last the kernel's. Resolves when it is gone. */
export async function stopPostmaster(data: string, binaries: Binaries, launched?: Launched): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ]
  // One that was started a moment ago has not written its notice yet.
  const unannounced = () => (launched?.lastWords() === undefined ? launched?.pid : undefined)
  const livePid = async () => (await findPostmaster(data))?.pid ?? unannounced()
  for (const [signal, patience] of steps) {
    const pid = await livePid()
    if (pid === undefined) return
    if (process.platform === 'win32') await run(binaries.pgCtl, ['kill', signal.slice(3), String(pid)])
    else send(pid, signal)
    for (const end = Date.now() + patience; Date.now() < end; await sleep(20)) {
      if ((await livePid()) === undefined) return
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !isErrno(error, 'ESRCH')
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!isErrno(error, 'ESRCH')) throw error
  }
}
