import { execFile } from 'node:child_process'
import { chmod, chown, lchown, mkdtemp, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { spawnOptionsFor, type OsAccount } from './account.ts'
import type { BinaryPaths } from './binaries.ts'
import type { ClusterPaths } from './cluster-paths.ts'
import { EmbeddedPostgresError, hasErrnoCode } from './errors.ts'
import type { HostApplication } from './host-application.ts'

const run = promisify(execFile)

/** The role that owns the cluster. The application connects as a role without its permissions. */
export const superuserRole = 'postgres'
const majorVersion = '18'
const abandonedAfterMs = 10 * 60_000

/** Runs initdb unless there is a cluster. The cluster is created beside its folder and renamed: an interrupted initdb leaves none. */
export async function ensureCluster(
  paths: ClusterPaths,
  binaries: BinaryPaths,
  account: OsAccount | undefined,
  host: HostApplication,
  log: (line: string) => void,
): Promise<void> {
  if (!(await hasCluster(paths.data, host))) {
    log('Making the database folder (once)')
    await createCluster(paths, binaries, account)
  }
  await chownCluster(paths.data, account)
}

async function hasCluster(data: string, { title }: HostApplication): Promise<boolean> {
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version?.trim() === majorVersion) return true
  if (version) {
    throw new EmbeddedPostgresError(
      `The database in ${data} was made by PostgreSQL ${version.trim()}; this ${title} brings ${majorVersion}. Back it up with the ${title} that made it, then restore it here.`,
    )
  }
  // An empty folder (a new mount, say) is replaced. Other content is not touched.
  await rmdir(data).catch((error: unknown) => {
    if (hasErrnoCode(error, 'ENOENT')) return
    throw new EmbeddedPostgresError(`${data} holds something that is not a database: move it away.`, { cause: error })
  })
  return false
}

async function createCluster(
  paths: ClusterPaths,
  binaries: BinaryPaths,
  account: OsAccount | undefined,
): Promise<void> {
  const draft = await mkdtemp(`${paths.data}.new-`)
  if (account) await chown(draft, account.uid, account.gid)
  const layout = [
    '-D',
    draft,
    '-U',
    superuserRole,
    '-E',
    'UTF8',
    '--data-checksums',
    '--no-instructions',
    '--auth=trust',
  ]
  const collation = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  try {
    await run(binaries.initdb, [...layout, ...collation], spawnOptionsFor(account))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    const stderr = (error as { stderr?: string }).stderr?.trim() ?? ''
    throw new EmbeddedPostgresError(`PostgreSQL could not make its data folder ${paths.data}: ${lastLineOf(stderr)}`, {
      cause: error,
    })
  }
  await rename(draft, paths.data).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true })
    // A parallel start has created the cluster meanwhile: this start uses that one.
    if (!hasErrnoCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM')) throw error
  })
  await fsyncFolder(paths.home)
}

/** PostgreSQL refuses files of another owner, which a restored backup or a changed container image may have left. */
async function chownCluster(data: string, account: OsAccount | undefined): Promise<void> {
  if (!account || (await stat(data)).uid === account.uid) return
  const entries = await readdir(data, { recursive: true, withFileTypes: true })
  for (const entry of entries) await lchown(join(entry.parentPath, entry.name), account.uid, account.gid)
  await lchown(data, account.uid, account.gid)
  await chmod(data, 0o700)
}

/** Removes the drafts of interrupted first starts. A recent draft may belong to a start in progress. */
export async function removeAbandonedDrafts({ home }: ClusterPaths): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith('data.new-')) continue
    const draft = join(home, name)
    const { mtimeMs } = await stat(draft)
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(draft, { recursive: true, force: true })
  }
}

async function fsyncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

const lastLineOf = (text: string): string => text.split('\n').at(-1) ?? ''
