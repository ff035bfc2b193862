// One Gaffer per cluster: a session-level advisory lock, held by a connection of its own. The kernel closes the connection of
// a killed Gaffer, so the lock never goes stale; and losing the connection is how Gaffer learns that PostgreSQL is gone.
import { connect } from 'node:net'
import { Client } from 'pg'
import { isErrno } from './errors.ts'
import { superuser } from './cluster.ts'
import type { Address } from './settings.ts'

export type Claim = {
  client: Client
  /** Resolves when the connection, and so the lock, is gone. */
  lost: Promise<void>
  release(): Promise<void>
}

/** "held": by another Gaffer. "absent": nobody listens. "busy": PostgreSQL starts, stops or recovers. */
export type Answer = Claim | 'held' | 'absent' | 'busy'

const lockKey = 0x6761_6666 // "gaff"

export async function tryClaim(address: Address, password: string | undefined): Promise<Answer> {
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  const client = new Client({
    ...hostAndPort(address),
    user: superuser,
    ...(password && { password }),
    database: 'postgres',
    connectionTimeoutMillis: 5000,
    application_name: 'gaffer lock',
  })
  // The end that follows an error says all that matters.
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
    if (isErrno(error, 'ENOENT', 'ECONNREFUSED')) return 'absent'
    if (isPassing(error)) return 'busy'
    throw error
  }
}

/** PostgreSQL starts, stops, recovers or is out of connections; or the connection broke while it was asked. */
function isPassing(error: unknown): boolean {
  const { code = '', message } = error as Error & { code?: string }
  return /^(57P0[123]|53300|ECONNRESET|EPIPE|EAGAIN)$/.test(code) || /^(Connection terminated|timeout)/.test(message)
}

/** A host that is a folder means the socket in it. */
export const hostAndPort = ({ socketFolder, port }: Address) => ({ host: socketFolder || '127.0.0.1', port })

/** Whether anything at all answers at the address. */
export function isListening(address: Address): Promise<boolean> {
  const { host, port } = hostAndPort(address)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = address.socketFolder ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
