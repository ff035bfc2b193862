// The private folder of the Unix socket. PostgreSQL trusts every process that can enter it.
import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OsAccount } from './account.ts'
import { EmbeddedPostgresError, hasErrnoCode } from './errors.ts'
import type { HostApplication } from './host-application.ts'

/** Bytes of a socket path that the kernel accepts: 107 on Linux, 103 on macOS and the BSDs. */
const maxPathBytes = 103
const socketName = '/.s.PGSQL.5432'

/** Excludes names that need quoting in a PostgreSQL setting, or that drivers read as a list of hosts. */
const isUsableSocketFolder = (folder: string): boolean =>
  Buffer.byteLength(folder + socketName) <= maxPathBytes && /^[\w./+-]+$/.test(folder)

/** Returns a folder in the cluster's folder if the path is short enough, otherwise under /run or the temporary folder. */
export async function prepareSocketFolder(
  home: string,
  account: OsAccount | undefined,
  host: HostApplication,
): Promise<string> {
  const folderInHome = join(home, 'socket')
  if (isUsableSocketFolder(folderInHome)) return ensurePrivateFolder(folderInHome, account)

  // The same name at each start, so that crashes leave one folder and not one each.
  const name = `${host.name}-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`
  const bases = [...(account ? ['/run'] : []), tmpdir(), '/tmp']
  for (const base of bases) {
    const folder = join(base, name)
    if (!isUsableSocketFolder(folder) || !(await lstat(base).catch(() => undefined))) continue
    return ensurePrivateFolder(folder, account).catch((error: unknown) => {
      if (!(error instanceof NotPrivateFolderError)) throw error
      return mkdtemp(`${folder}-`).then((fresh) => ensurePrivateFolder(fresh, account))
    })
  }
  throw new EmbeddedPostgresError(`No folder is short enough for PostgreSQL's socket (tried ${bases.join(', ')}).`)
}

class NotPrivateFolderError extends EmbeddedPostgresError {
  override name = 'NotPrivate'
}

/** Creates the folder if it is missing. Throws unless it is private to the account: another user may have created it in /tmp. */
export async function ensurePrivateFolder(folder: string, account: OsAccount | undefined): Promise<string> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasErrnoCode(error, 'EEXIST')) throw error
  })
  const found = await lstat(folder)
  const ownUid = process.getuid?.() ?? found.uid
  const expectedUid = account?.uid ?? ownUid
  const isOurs = found.uid === expectedUid || found.uid === ownUid
  if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0) {
    throw new NotPrivateFolderError(`${folder} should be a private folder of user ${expectedUid}, and is not.`)
  }
  if (account && found.uid !== account.uid) await chown(folder, account.uid, account.gid)
  return folder
}
