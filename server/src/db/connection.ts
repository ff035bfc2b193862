// The one way to PostgreSQL: a pool of postgres.js connections, and transactions on it.
// Dates and times arrive as the plain text the product uses, never as a JavaScript Date in some zone.

import type { ISql, Sql } from 'postgres'
import { postgres } from './driver.ts'
import { Refusal } from '@gaffer/domain/refusal'
import { messages } from '@gaffer/domain/messages'
import { hostsOf, socketToPrimary } from './hosts.ts'

/** What store functions take: the pool, or a transaction on it. */
export type Db = ISql<Types>
/** The pool itself. */
export type Database = Sql<Types>
type Types = { plainText: string; boolean: boolean; bytea: Buffer; json: unknown }

export type DatabaseAddress = string | { host: string; port: number; user: string; password?: string; database: string }

const plainText = {
  to: 25,
  // date, time, timetz: kept as PostgreSQL writes them
  from: [1082, 1083, 1266],
  serialize: (value: string) => value,
  parse: (value: string) => value,
}

/**
 * postgres.js 3.4.9 writes parameters as text in place, and again when it repeats a statement because a table changed
 * under it: true becomes false, bytes become other bytes. Here what is text already stays as it is.
 */
const writtenOnce = {
  boolean: {
    to: 16,
    from: [16],
    serialize: (value: boolean | string) => (value === true || value === 't' ? 't' : 'f'),
    parse: (text: string) => text === 't',
  },
  bytea: {
    to: 17,
    from: [17],
    serialize: (value: Uint8Array | string) =>
      typeof value === 'string' ? value : `\\x${Buffer.from(value).toString('hex')}`,
    parse: (text: string): Buffer => Buffer.from(text.slice(2), 'hex'),
  },
  json: {
    to: 114,
    from: [114, 3802],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string) => JSON.parse(text) as unknown,
  },
}

const types = { plainText, ...writtenOnce }

/** One connection for an errand that may take as long as it takes. */
export function openPatiently(address: DatabaseAddress): Database {
  const connection = { application_name: 'gaffer errand', statement_timeout: 0, idle_in_transaction_session_timeout: 0 }
  return open(address, { max: 1, max_lifetime: null, connection })
}

/** Opens a pool. Nothing connects until the first query; a lost connection is made again by the next one. */
export function openDatabase(address: DatabaseAddress, max = 10): Database {
  const connection = {
    application_name: 'gaffer',
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    // Data lie in memory or on a disk without a moving head. The default has small tables read whole, each time.
    random_page_cost: 1.1,
  }
  return open(address, { max, max_lifetime: 60 * 30, connection })
}

type Manner = { max: number; max_lifetime: number | null; connection: Record<string, string | number> }

function open(address: DatabaseAddress, manner: Manner): Database {
  const options = {
    connect_timeout: 2,
    // The default backs off to 20 s; a database that returns must be used again within 5 s.
    backoff: () => 0.25,
    types,
    onnotice: () => undefined,
    ...manner,
  }
  if (typeof address === 'string') {
    const hosts = hostsOf(address)
    const [first] = hosts
    if (!first || hosts.length === 1) return postgres(address, options)
    return postgres(first.url, { ...options, socket: socketToPrimary(hosts) } as typeof options)
  }
  const { host, ...rest } = address
  return host.startsWith('/')
    ? postgres({ ...options, ...rest, path: `${host}/.s.PGSQL.${address.port}` })
    : postgres({ ...options, ...rest, host })
}

/** Runs `work` in a transaction, or in the one that `db` already is. */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if ('savepoint' in db) return work(db)
  return (db as Database).begin((tx) => work(tx)) as Promise<T>
}

const connectionFailures = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '40P01', // two waited for each other, and this one was stopped: nothing of it is stored
  '53100', // the disk is full
  '53200', // out of memory
  '53300', // too many connections
  '57014', // cancelled by the statement timeout
  '57P01', // shut down by the administrator
  '57P02', // crashed
  '57P03', // starting up
  '25006', // a standby that took over reading only
])

/** Whether the database could not be asked at all, as against having refused a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return connectionFailures.has(String(error.code)) || isPoolerAlone(error)
}

/** Whether the database had no room for what a statement writes. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '53100'
}

/** What PgBouncer ends a connection with when it has no PostgreSQL to pass it to; of a single statement it means something else. */
function isPoolerAlone(error: Error): boolean {
  return error instanceof postgres.PostgresError && error.code === '08P01' && error.severity_local === 'FATAL'
}

/** Whether the database let nobody in: no such role, password or database. */
export function isLockedOut(error: unknown): boolean {
  return error instanceof postgres.PostgresError && /^(28|3D)/.test(error.code)
}

export function databaseAway(): Refusal {
  return new Refusal('unavailable', messages.unavailable, { retryAfterSeconds: 2 })
}

/** Whether what a new row belongs to, such as an account that is being erased, had gone by the time it was written. */
export function isOrphan(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '23503'
}

/** Whether a statement broke the named unique constraint or index. */
export function breaksUnique(error: unknown, constraint: string): boolean {
  return error instanceof postgres.PostgresError && error.code === '23505' && error.constraint_name === constraint
}
