// Process information from the operating system: command line, parent, liveness.
import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import { hasErrnoCode } from './errors.ts'

const run = promisify(execFile)

/** The command line of a process. Empty if there is no such process, if it is a zombie, and if its command line is hidden. */
export async function commandLineOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  )
}

/**
 * Backends that outlived the postmaster of a data folder: their working directory is the folder, their parent's is not.
 * On Linux only; elsewhere the list is empty.
 */
export async function findOrphanedBackendPids(data: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const workingDirectories = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  const pidsInDataFolder = pids.filter((_, at) => workingDirectories[at] === data).map(Number)
  const backends = await Promise.all(
    pidsInDataFolder.map(async (pid) => ({ pid, parent: await parentPidOf(pid), title: await commandLineOf(pid) })),
  )
  return backends
    .filter(({ parent, title }) => title.startsWith('postgres:') && !pidsInDataFolder.includes(parent))
    .map(({ pid }) => pid)
}

/** Reads the fourth field of /proc/pid/stat. The second field is a name in brackets that may contain anything. */
async function parentPidOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !hasErrnoCode(error, 'ESRCH')
  }
}

/** Sends the signal, unless the process no longer exists. */
export function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!hasErrnoCode(error, 'ESRCH')) throw error
  }
}
