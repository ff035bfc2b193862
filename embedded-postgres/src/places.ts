// Where everything of one embedded cluster lives, and who owns which part.
// Knows nothing of what PostgreSQL does with it.
import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, realpath, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { canEnter, type Account } from './account.ts'
import { EmbeddedPostgresError, isErrno, UnusableFolder } from './errors.ts'
import { lockFile } from './startup-lock.ts'

/**
 * `home` and all that lies in it directly is Gaffer's; only `data` belongs to the account that PostgreSQL runs as. So root
 * never writes to a file in a folder that somebody else controls.
 */
export type Places = {
  home: string
  data: string
  settings: string
  access: string
  password: string
  log: string
}

/** Where clusters go whose DATA_DIR the account cannot enter; DATA_DIR keeps a link to it. */
const reachableFolder = '/var/lib/gaffer/clusters'

export async function preparePlaces(
  dataDir: string,
  account: Account | undefined,
  log: (line: string) => void,
): Promise<Places> {
  await makeDataDir(dataDir, account)
  const home = await makeHome(await realpath(dataDir), account, log)
  return {
    home,
    data: join(home, 'data'),
    settings: join(home, 'postgresql.conf'),
    access: join(home, 'pg_hba.conf'),
    password: join(home, 'password'),
    log: join(home, 'postgresql.log'),
  }
}

async function makeDataDir(dataDir: string, account: Account | undefined): Promise<void> {
  const mode = account ? 0o711 : 0o700
  try {
    await mkdir(dataDir, { recursive: true, mode })
    // An empty folder is ours to prepare (the umask may have narrowed it); one with content keeps its mode.
    const isEmpty = (await readdir(dataDir)).every((name) => name === lockFile)
    if (account && isEmpty) await chmod(dataDir, mode)
  } catch (error) {
    throw new UnusableFolder(dataDir, error)
  }
}

async function makeHome(dataDir: string, account: Account | undefined, log: (line: string) => void): Promise<string> {
  const home = join(dataDir, 'postgresql')
  if (!(await lstat(home).catch(() => undefined))) {
    if (await canEnter(account, dataDir)) {
      await makeFolder(home, account)
    } else {
      const elsewhere = join(reachableFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 12))
      log(`The user ${account?.name} cannot enter ${dataDir}: the database lives in ${elsewhere}, linked from there.`)
      await makeFolder(elsewhere, account)
      await symlink(elsewhere, home).catch(unless('EEXIST'))
    }
  }
  return checkHome(home, account)
}

async function checkHome(home: string, account: Account | undefined): Promise<string> {
  const real = await realpath(home).catch((error: unknown) => {
    throw new EmbeddedPostgresError(`${home} leads to a folder that is gone: bring it back, or remove the link.`, {
      cause: error,
    })
  })
  const owner = (await lstat(real)).uid
  if (process.getuid && owner !== process.getuid()) {
    throw new EmbeddedPostgresError(
      `The database in ${real} belongs to user ${owner}: start Gaffer as that user, or give this one its own DATA_DIR.`,
    )
  }
  if (!(await canEnter(account, real))) {
    throw new EmbeddedPostgresError(
      `The user ${account?.name} cannot enter ${real}: let it pass (chmod o+x on each folder above), or set another DATA_DIR.`,
    )
  }
  return real
}

async function makeFolder(folder: string, account: Account | undefined): Promise<void> {
  const mode = account ? 0o711 : 0o700
  await mkdir(folder, { recursive: true, mode })
  await chmod(folder, mode)
}

const unless =
  (...codes: string[]) =>
  (error: unknown): void => {
    if (!isErrno(error, ...codes)) throw error
  }
