// Which operating-system user PostgreSQL runs as, and what that user can reach.
// Knows nothing of databases except that PostgreSQL refuses to run as root.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { EmbeddedPostgresError } from './errors.ts'

const run = promisify(execFile)

export type Account = { name: string; uid: number; gid: number }

/** Everything PostgreSQL gets to see of our environment: no secret of ours reaches it. */
export const bareEnvironment: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  LC_ALL: 'C',
  TZ: 'UTC',
  HOME: '/',
  ...(process.platform === 'win32' && { SystemRoot: process.env['SystemRoot'] ?? 'C:\\Windows' }),
}

/** Spawn options that make a child run as the account (or as ourselves). libuv drops the supplementary groups too. */
export const asAccount = (account: Account | undefined) => ({
  cwd: process.platform === 'win32' ? process.cwd() : '/',
  env: bareEnvironment,
  ...(account && { uid: account.uid, gid: account.gid }),
})

/** The `postgres` user when we are root, made if missing; undefined when PostgreSQL can run as ourselves. */
export async function postgresAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const name = 'postgres'
  const account = (await findAccount(name)) ?? (await createAccount(name))
  try {
    await run('/bin/sh', ['-c', ':'], asAccount(account))
  } catch (error) {
    throw new EmbeddedPostgresError(
      `Gaffer runs as root here but may not act as the user ${name}, and PostgreSQL refuses to run as root: start Gaffer as an ordinary user, or set DATABASE_URL.`,
      { cause: error },
    )
  }
  return account
}

/** Whether the account (or we) can enter a folder. Asked of the kernel, since modes alone don't tell (ACLs, mounts). */
export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  if (!account) return true
  return run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], asAccount(account)).then(
    () => true,
    () => false,
  )
}

async function findAccount(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined // `id` fails for one reason only: there is no such user
  }
}

async function createAccount(name: string): Promise<Account> {
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
  // Asked again even after a failure: another start may have made it a moment ago.
  const account = await findAccount(name)
  if (account) return account
  throw new EmbeddedPostgresError(
    `Gaffer runs as root, PostgreSQL refuses to, and a user called ${name} could not be made: make one, start Gaffer as an ordinary user, or set DATABASE_URL.`,
    { cause },
  )
}
