// The files and folders of one cluster, and their owners.
import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, realpath, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { canAccountEnterFolder, type OsAccount } from './account.ts'
import { EmbeddedPostgresError, hasErrnoCode, UnusableFolderError } from './errors.ts'
import type { HostApplication } from './host-application.ts'

/**
 * `home` and the files in it belong to the application's user; only `data` belongs to the account of PostgreSQL. So root
 * never writes to a file in a folder that another user controls.
 */
export type ClusterPaths = {
  home: string
  data: string
  settings: string
  access: string
  log: string
}

/** The lock file of starts on one data folder: creating the cluster and starting PostgreSQL must not run twice at once. */
export const startupLockFileName = 'starting'

export async function prepareClusterPaths(
  dataDir: string,
  account: OsAccount | undefined,
  host: HostApplication,
  log: (line: string) => void,
): Promise<ClusterPaths> {
  await prepareDataDir(dataDir, account, host)
  const home = await prepareHome(await realpath(dataDir), account, host, log)
  return {
    home,
    data: join(home, 'data'),
    settings: join(home, 'postgresql.conf'),
    access: join(home, 'pg_hba.conf'),
    log: join(home, 'postgresql.log'),
  }
}

export async function createDataDir(dataDir: string, host: HostApplication): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true })
  } catch (error) {
    throw new UnusableFolderError(dataDir, host, error)
  }
}

/** Gives an empty folder the mode that PostgreSQL's account needs (the umask may have narrowed it). A used folder keeps its mode. */
async function prepareDataDir(dataDir: string, account: OsAccount | undefined, host: HostApplication): Promise<void> {
  try {
    // Parallel starts have drafts of the lock file, and a killed one may have left its draft.
    const isEmpty = (await readdir(dataDir)).every((name) => name.split('.')[0] === startupLockFileName)
    if (account && isEmpty) await chmod(dataDir, 0o711)
  } catch (error) {
    throw new UnusableFolderError(dataDir, host, error)
  }
}

async function prepareHome(
  dataDir: string,
  account: OsAccount | undefined,
  host: HostApplication,
  log: (line: string) => void,
): Promise<string> {
  const home = join(dataDir, 'postgresql')
  if (!(await lstat(home).catch(() => undefined))) {
    if (await canAccountEnterFolder(account, dataDir)) {
      await createFolder(home, account)
    } else {
      const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
      const elsewhere = join('/var/lib', host.name, 'clusters', hash)
      log(`The user ${account?.name} cannot enter ${dataDir}: the database lives in ${elsewhere}, linked from there.`)
      await createFolder(elsewhere, account)
      await symlink(elsewhere, home).catch((error: unknown) => {
        if (!hasErrnoCode(error, 'EEXIST')) throw error
      })
    }
  }
  return resolveAndCheckHome(home, account, host)
}

async function resolveAndCheckHome(
  home: string,
  account: OsAccount | undefined,
  { title, settings }: HostApplication,
): Promise<string> {
  const real = await realpath(home).catch((error: unknown) => {
    throw new EmbeddedPostgresError(`${home} leads to a folder that is gone: bring it back, or remove the link.`, {
      cause: error,
    })
  })
  const owner = (await lstat(real)).uid
  if (process.getuid && owner !== process.getuid()) {
    throw new EmbeddedPostgresError(
      `The database in ${real} belongs to user ${owner}: start ${title} as that user, or give this one its own ${settings.dataDir}.`,
    )
  }
  if (!(await canAccountEnterFolder(account, real))) {
    throw new EmbeddedPostgresError(
      `The user ${account?.name} cannot enter ${real}: let it pass (chmod o+x on each folder above), or set another ${settings.dataDir}.`,
    )
  }
  return real
}

async function createFolder(folder: string, account: OsAccount | undefined): Promise<void> {
  const mode = account ? 0o711 : 0o700
  await mkdir(folder, { recursive: true, mode })
  await chmod(folder, mode)
}
