// One application process per cluster: a session-level advisory lock on a connection of its own. The kernel closes the
// connection of a killed process, so the lock never goes stale. A lost connection also means that PostgreSQL is gone.
import { connect } from 'node:net'
import { Client } from 'pg'
import { superuserRole } from './cluster.ts'
import type { UnixSocketAddress } from './config-files.ts'
import { hasErrnoCode } from './errors.ts'
import type { HostApplication } from './host-application.ts'

export type OwnershipLock = {
  client: Client
  /** Resolves when the connection, and so the lock, is gone. */
  lost: Promise<void>
  release(): Promise<void>
}

/** The lock, or why there is none. "held": by another process. "absent": nothing listens. "busy": PostgreSQL starts, stops or recovers. */
export type LockAttempt = OwnershipLock | 'held' | 'absent' | 'busy'

const lockKey = 0x656d_7067 // "empg"

export async function tryAcquireOwnershipLock(
  address: UnixSocketAddress,
  { name }: HostApplication,
): Promise<LockAttempt> {
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  const client = new Client({
    ...hostAndPortOf(address),
    user: superuserRole,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
    application_name: `${name} lock`,
  })
  // An 'end' event follows each error.
  client.on('error', () => undefined)
  client.once('end', () => resolve())
  try {
    await client.connect()
    const { rows } = await client.query(`select pg_try_advisory_lock(${lockKey}) as "isOurs"`)
    if (rows[0]?.isOurs) return { client, lost, release: () => client.end() }
    await client.end()
    return 'held'
  } catch (error) {
    await client.end()
    if (hasErrnoCode(error, 'ENOENT', 'ECONNREFUSED')) return 'absent'
    if (isTransient(error)) return 'busy'
    throw error
  }
}

/** Whether PostgreSQL starts, stops, recovers or is out of connections, or the connection broke during the query. */
function isTransient(error: unknown): boolean {
  const { code = '', message } = error as Error & { code?: string }
  return /^(57P0[123]|53300|ECONNRESET|EPIPE|EAGAIN)$/.test(code) || /^(Connection terminated|timeout)/.test(message)
}

/** node-postgres takes a host that starts with "/" for the folder of the socket. */
export const hostAndPortOf = ({ socketFolder, port }: UnixSocketAddress) => ({ host: socketFolder, port })

export function isPostgresListening({ socketFolder, port }: UnixSocketAddress): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(`${socketFolder}/.s.PGSQL.${port}`)
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
