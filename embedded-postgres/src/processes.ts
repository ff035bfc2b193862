// Asks the operating system about processes: what one was started as, and which work in a folder.
import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The command line of a live process; empty for none, for a zombie, and for a process that hides it from us. */
export async function commandLineOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const [program, ...args] =
    process.platform === 'win32'
      ? [
          'powershell',
          '-NoProfile',
          '-Command',
          `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`,
        ]
      : ['ps', '-ww', '-o', 'command=', '-p', String(pid)]
  return run(program as string, args).then(
    ({ stdout }) => stdout,
    () => '',
  )
}

/**
 * Back ends that outlived the postmaster of a data folder: they work in it, and their parent doesn't.
 * Only Linux tells cheaply; elsewhere the list is empty.
 */
export async function orphanedBackends(data: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  const inData = pids.filter((_, at) => folders[at] === data).map(Number)
  const family = await Promise.all(
    inData.map(async (pid) => ({ pid, parent: await parentOf(pid), title: await commandLineOf(pid) })),
  )
  return family
    .filter(({ parent, title }) => title.startsWith('postgres:') && !inData.includes(parent))
    .map(({ pid }) => pid)
}

/** The fourth field of /proc/pid/stat; the second is a name in brackets that may hold anything. */
async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}
