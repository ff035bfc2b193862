// One Gaffer per cluster: a session-level advisory lock, held by a connection of its own. The kernel closes the connection of
// a killed Gaffer, so the lock never goes stale; and losing the connection is how Gaffer learns that PostgreSQL is gone.
import { connect } from 'node:net'
import type { Sql } from 'postgres'
import { postgres } from '#db/driver.ts'
import { isErrno } from './errors.ts'
import { superuser } from './cluster.ts'
import type { Address } from './settings.ts'

export type Claim = {
  sql: Sql
  /** Resolves when the connection, and so the lock, is gone. */
  lost: Promise<void>
  release(): Promise<void>
}

/** "held": by another Gaffer. "absent": nobody listens. "busy": PostgreSQL starts, stops or recovers. */
export type Answer = Claim | 'held' | 'absent' | 'busy'

const lockKey = 0x6761_6666 // "gaff"

export async function tryClaim(address: Address, password: string | undefined): Promise<Answer> {
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  const sql = postgres({
    ...hostAndPort(address),
    user: superuser,
    ...(password && { password }),
    database: 'postgres',
    max: 1,
    max_lifetime: null,
    connect_timeout: 5,
    fetch_types: false,
    connection: { application_name: 'gaffer lock' },
    onnotice: () => undefined,
    onclose: () => resolve(),
  })
  try {
    const [row] = await sql`select pg_try_advisory_lock(${lockKey}) as "isOurs"`
    if (row?.['isOurs']) return { sql, lost, release: () => sql.end({ timeout: 1 }) }
    await sql.end({ timeout: 1 })
    return 'held'
  } catch (error) {
    await sql.end({ timeout: 0 })
    if (isErrno(error, 'ENOENT', 'ECONNREFUSED')) return 'absent'
    if (passing.test((error as { code?: string }).code ?? '')) return 'busy'
    throw error
  }
}

/** Starting, stopping, recovering, or out of connections; or the connection broke while we asked. */
const passing = /^(57P0[123]|53300|08006|CONNECT.*|ECONNRESET|EPIPE|EAGAIN)$/

/** For postgres.js and for node-postgres alike: a host that is a folder means the socket in it. */
export const hostAndPort = ({ socketFolder, port }: Address) => ({ host: socketFolder || '127.0.0.1', port })

/** Whether anything at all answers at the address. */
export function isListening(address: Address): Promise<boolean> {
  const { host, port } = hostAndPort(address)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = address.socketFolder ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
