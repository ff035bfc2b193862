// Makes a cluster once and writes its settings before each start.
// Knows nothing of processes that are already running.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  lchown,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asAccount, type Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError, isErrno } from './errors.ts'
import type { Places } from './places.ts'

const run = promisify(execFile)

/** The role that owns the cluster; the application's own role is a humbler one. */
export const superuser = 'postgres'
const majorVersion = '18'

/** Runs initdb unless a whole cluster is there. A cluster appears by one rename, so no half one is ever taken for whole. */
export async function ensureCluster(
  places: Places,
  binaries: Binaries,
  account: Account | undefined,
  log: (line: string) => void,
): Promise<void> {
  if (!(await holdsCluster(places.data))) {
    log('Making the database folder (once)')
    await makeCluster(places, binaries, account)
  }
  await handOver(places.data, account)
}

async function holdsCluster(data: string): Promise<boolean> {
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version?.trim() === majorVersion) return true
  if (version) {
    throw new EmbeddedPostgresError(
      `The database in ${data} was made by PostgreSQL ${version.trim()}; this Gaffer brings ${majorVersion}. Back it up with the Gaffer that made it, then restore it here.`,
    )
  }
  // An empty folder (a fresh mount, say) makes way; anything else is not ours to touch.
  await rmdir(data).catch((error: unknown) => {
    if (isErrno(error, 'ENOENT')) return
    throw new EmbeddedPostgresError(`${data} holds something that is not a database: move it away.`, { cause: error })
  })
  return false
}

async function makeCluster(places: Places, binaries: Binaries, account: Account | undefined): Promise<void> {
  const draft = await mkdtemp(`${places.data}.new-`)
  if (account) await chown(draft, account.uid, account.gid)
  const password = await superuserPassword(places)
  const layout = ['-D', draft, '-U', superuser, '-E', 'UTF8', '--data-checksums', '--no-instructions']
  const collation = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const access = password ? ['--auth=scram-sha-256', `--pwfile=${places.password}`] : ['--auth=trust']
  try {
    await run(binaries.initdb, [...layout, ...collation, ...access], asAccount(account))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    const said = (error as { stderr?: string }).stderr?.trim() ?? ''
    throw new EmbeddedPostgresError(`PostgreSQL could not make its data folder ${places.data}: ${lastLine(said)}`, {
      cause: error,
    })
  }
  await rename(draft, places.data).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true })
    // Another Gaffer was quicker: its cluster is the one.
    if (!isErrno(error, 'ENOTEMPTY', 'EEXIST', 'EPERM')) throw error
  })
  await syncFolder(places.home)
}

/** A restored backup or a changed image may have left the files with another owner, and PostgreSQL insists on its own. */
async function handOver(data: string, account: Account | undefined): Promise<void> {
  if (!account || (await stat(data)).uid === account.uid) return
  const entries = await readdir(data, { recursive: true, withFileTypes: true })
  for (const entry of entries) await lchown(join(entry.parentPath, entry.name), account.uid, account.gid)
  await lchown(data, account.uid, account.gid)
  await chmod(data, 0o700)
}

/** Removes what interrupted first starts left. Only old ones: a young one may belong to a start that is still busy. */
export async function removeDrafts({ home }: Places, olderThanMinutes = 10): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith('data.new-')) continue
    const draft = join(home, name)
    const { mtimeMs } = await stat(draft)
    if (Date.now() - mtimeMs > olderThanMinutes * 60_000) await rm(draft, { recursive: true, force: true })
  }
}

/** Where a platform has no Unix sockets (Windows), a random password guards the loopback port. */
export async function superuserPassword({ password }: Places): Promise<string | undefined> {
  if (process.platform !== 'win32') return undefined
  await writeFile(password, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(
    (error: unknown) => {
      if (!isErrno(error, 'EEXIST')) throw error
    },
  )
  return readFile(password, 'utf8')
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

const lastLine = (text: string): string => text.split('\n').at(-1) ?? ''
