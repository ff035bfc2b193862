// The operating-system user that PostgreSQL runs as: PostgreSQL refuses to run as root.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { EmbeddedPostgresError } from './errors.ts'
import type { HostApplication } from './host-application.ts'

const run = promisify(execFile)

export type OsAccount = { name: string; uid: number; gid: number }

/** The environment of PostgreSQL's processes: it contains none of the application's secrets. */
export const minimalEnvironment: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  LC_ALL: 'C',
  TZ: 'UTC',
  HOME: '/',
}

/**
 * Spawn options for a child of this account, or of the current user, in `/` and with a minimal environment. libuv drops the supplementary
 * groups too.
 */
export const spawnOptionsFor = (account: OsAccount | undefined) => ({
  cwd: '/',
  env: minimalEnvironment,
  ...(account && { uid: account.uid, gid: account.gid }),
})

/** The user that PostgreSQL runs as: for root the user `postgres`, created if missing; undefined if it can run as the current user. */
export async function ensurePostgresAccount(host: HostApplication): Promise<OsAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const name = 'postgres'
  const account = (await findAccount(name)) ?? (await createAccount(name, host))
  try {
    await run('/bin/sh', ['-c', ':'], spawnOptionsFor(account))
  } catch (error) {
    throw new EmbeddedPostgresError(
      `${host.title} runs as root here but may not act as the user ${name}, and PostgreSQL refuses to run as root: start ${host.title} as an ordinary user, or set ${host.settings.databaseUrl}.`,
      { cause: error },
    )
  }
  return account
}

/** Whether the account can enter a folder. Tries it as that account: besides the mode, ACLs and mounts decide. */
export async function canAccountEnterFolder(account: OsAccount | undefined, folder: string): Promise<boolean> {
  if (!account) return true
  return run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], spawnOptionsFor(account)).then(
    () => true,
    () => false,
  )
}

async function findAccount(name: string): Promise<OsAccount | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined // `id` fails only when there is no such user
  }
}

async function createAccount(name: string, host: HostApplication): Promise<OsAccount> {
  const cause = await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    name,
  ]).then(
    () => undefined,
    (error: unknown) => error,
  )
  // Looks for the user also after a failure, because a parallel start may have created it.
  const account = await findAccount(name)
  if (account) return account
  throw new EmbeddedPostgresError(
    `${host.title} runs as root, PostgreSQL refuses to, and a user called ${name} could not be made: make one, start ${host.title} as an ordinary user, or set ${host.settings.databaseUrl}.`,
    { cause },
  )
}
