// The connection pool (node-postgres) and transactions on it.

import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type ClientBase, type ClientConfig, type PoolClient, type PoolConfig, type QueryConfig } from 'pg'
import type { ZodMiniType } from 'zod/mini'
import { systemClock, type Clock } from '#platform/clock.ts'
import { databaseUnavailableError, isConnectionError, isRetryable, isStalePlan } from './errors.ts'
import { fragment } from './query-tag.ts'

/** Milliseconds for a request. The product promises a response within three seconds. */
export const defaultRequestDeadlineMs = 2800

type Row = Record<string, unknown>
export type Statement = Pick<QueryConfig, 'text' | 'name'> & { values?: readonly unknown[] }

/** Inserts jobs in a transaction. The name of a job kind is the name of its queue. */
export type JobInserter = {
  add<Payload extends object>(db: Db, kind: JobKind<Payload>, payload: Payload): Promise<void>
  /** Inserts several jobs with one statement. `startAfter` is when a job becomes due; it may be in the past. */
  addAll<Payload extends object>(
    db: Db,
    kind: JobKind<Payload>,
    jobs: readonly { payload: Payload; startAfter: Date }[],
  ): Promise<void>
}
type JobKind<Payload extends object> = { name: string; payload?: Payload }

type DbOptions = {
  /** The clock of Services: the value of `$now` in statements. */
  readonly clock: Clock
  /** The job queue of Services, for the jobs that a change in any transaction inserts. The operator's commands have none. */
  readonly jobs?: JobInserter | undefined
  /** Called with the rows of each statement that has a schema of its rows. Test servers check the rows. */
  readonly onRows?: ((rows: readonly object[], schema: ZodMiniType<object>, text: string) => void) | undefined
}

/** The pool, or a transaction on it. Every store function takes one. */
export type Db = DbOptions & {
  /** Runs db`select …`. Values become parameters, fragments are inlined. For tests and the CLI: features have statements (`statement.ts`). */
  // oxlint-disable-next-line typescript/no-explicit-any -- columns without a declared type
  <Rows extends readonly object[] = any[]>(texts: TemplateStringsArray, ...values: unknown[]): Promise<Rows>
  /** Runs SQL text, as a prepared statement if it has a name. Without values it may contain several statements. */
  // oxlint-disable-next-line typescript/no-explicit-any -- columns of the rows are not declared
  query<Rows extends readonly object[] = any[]>(statement: Statement | string): Promise<Rows>
}

/** A single connection: in a transaction, or with session settings. */
export type DatabaseConnection = Db & { client: ClientBase }

export type DatabasePool = Db & {
  /**
   * Commits when `work` resolves, rolls back when it rejects. A deadlock, a serialization failure or a stale plan runs `work` again, twice
   * at most, so everything that `work` does outside of `tx` must be idempotent. `mode` is a transaction mode of PostgreSQL.
   */
  transaction<T>(work: (tx: DatabaseConnection) => Promise<T>, mode?: string): Promise<T>
  /** Runs `work` on a connection of its own. `work` must reset the session settings that it changes. */
  withConnection<T>(work: (connection: DatabaseConnection) => Promise<T>): Promise<T>
  /** Closes the pool. Waits up to five seconds for running queries. */
  end(): Promise<void>
}

export type DatabaseAddress = string | { host: string; port: number; user: string; password?: string; database: string }

/** Statements are cancelled 300 ms before the request's deadline, which leaves time for the response. */
function makeRequestOptions(max: number, deadlineMs: number): PoolConfig {
  const beforeDeadlineMs = deadlineMs - 300
  return {
    application_name: 'gaffer',
    max,
    connectionTimeoutMillis: beforeDeadlineMs,
    statement_timeout: beforeDeadlineMs,
    // Ends a query when PostgreSQL or the network fails without closing the connection.
    query_timeout: deadlineMs + 2000,
    idle_in_transaction_session_timeout: 15_000,
    // Sends statements before the results of earlier ones arrive. COPY does not work on such a connection.
    pipeline: true,
  }
}

const defaultMaxConnections = 10
/** Requests that may wait for a connection. More would only time out. */
const maxWaitingRequests = 500
const maxTransactionAttempts = 3
const endTimeoutMs = 5000

/** Opens a pool. Nothing connects until the first query, and a lost connection is replaced by the next query. */
export function openDatabasePool(
  address: DatabaseAddress,
  max = defaultMaxConnections,
  deadlineMs = defaultRequestDeadlineMs,
  options: Partial<DbOptions> = {},
): DatabasePool {
  return openPool({ ...clientConfigFor(address), ...makeRequestOptions(max, deadlineMs) }, options)
}

/** A pool of one connection, without a statement timeout: for backup, restore and other long statements. */
export function openMaintenancePool(address: DatabaseAddress): DatabasePool {
  return openPool({
    ...clientConfigFor(address),
    application_name: 'gaffer maintenance',
    max: 1,
    connectionTimeoutMillis: 5000,
  })
}

export function clientConfigFor(address: DatabaseAddress): ClientConfig {
  return {
    ...(typeof address === 'string' ? { connectionString: address } : address),
    keepAlive: true,
    types: { getTypeParser },
  }
}

// Dates and times stay text: a JavaScript Date would convert them to a time zone.
const textTypes = new Set([1082, 1083, 1266]) // date, time, timetz
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return textTypes.has(oid) ? String : pg.types.getTypeParser(oid, format as 'text')
}

function openPool(config: PoolConfig, { clock = systemClock, jobs, onRows }: Partial<DbOptions> = {}): DatabasePool {
  const options = { clock, jobs, onRows }
  const pool = new pg.Pool({
    ...config,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: 30 * 60,
    // The data are in memory or on solid-state disks. The default makes PostgreSQL scan small tables instead of using an index.
    options: '-c random_page_cost=1.1',
  })
  // The pool removes a broken connection, and its statements reject. Unhandled, these events would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))

  async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    if (pool.waitingCount >= maxWaitingRequests) throw databaseUnavailableError()
    const client = await pool.connect()
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      client.release(isClientUnusable(error))
      throw error
    }
  }

  async function run(statement: Statement | string) {
    for (;;) {
      try {
        return await withClient((client) => runOn(client, statement))
      } catch (error) {
        // Terminates: each attempt closes a connection that holds the stale plan.
        if (!isStalePlan(error)) throw error
      }
    }
  }

  return Object.assign(createQueryTag(run, options), {
    transaction: async <T>(work: (tx: DatabaseConnection) => Promise<T>, mode = '') => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await withClient((client) => runTransactionOn(client, work, mode, options))
        } catch (error) {
          if (attempt === maxTransactionAttempts || !isRetryable(error)) throw error
        }
      }
    },
    withConnection: <T>(work: (connection: DatabaseConnection) => Promise<T>) =>
      withClient((client) => work(createConnection(client, options))),
    end: async () => {
      if (!pool.ending) await Promise.race([pool.end(), sleep(endTimeoutMs, undefined, { ref: false })])
    },
  })
}

/** Runs `work` in a new transaction if `db` is the pool, otherwise in the transaction that `db` is. */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return 'transaction' in db ? (db as DatabasePool).transaction(work) : work(db)
}

/** Runs the statements of a read on one connection, where they are pipelined. */
export async function onOneConnection<T>(db: Db, read: (connection: Db) => Promise<T>): Promise<T> {
  if (!('withConnection' in db)) return read(db)
  for (;;) {
    try {
      return await (db as DatabasePool).withConnection(read)
    } catch (error) {
      // Terminates: each attempt closes a connection that holds the stale plan.
      if (!isStalePlan(error)) throw error
    }
  }
}

async function runTransactionOn<T>(
  client: ClientBase,
  work: (tx: DatabaseConnection) => Promise<T>,
  mode: string,
  options: DbOptions,
): Promise<T> {
  // Not awaited: pipelined with the first statement. If it fails, the later statements fail too.
  const begun = client.query(`begin ${mode}`)
  begun.catch(() => undefined)
  try {
    const result = await work(createConnection(client, options))
    await begun
    const { command } = await client.query('commit')
    // The command tag is ROLLBACK if a statement failed and `work` swallowed its error.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a failed statement was ignored')
    return result
  } catch (error) {
    if (!isClientUnusable(error)) await client.query('rollback')
    throw error
  }
}

/** Whether the pool must close the connection instead of reusing it. */
function isClientUnusable(error: unknown): boolean {
  return isConnectionError(error) || isStalePlan(error)
}

function createConnection(client: ClientBase, options: DbOptions): DatabaseConnection {
  return Object.assign(
    createQueryTag((statement) => runOn(client, statement), options),
    { client },
  )
}

function createQueryTag(run: (statement: Statement | string) => Promise<Row[]>, options: DbOptions): Db {
  const tag = (texts: TemplateStringsArray, ...values: unknown[]) => {
    const { text, values: parameters } = fragment(texts, ...values)
    return run({ text, values: parameters, name: statementNameFor(text) })
  }
  return Object.assign(tag, { query: run, ...options }) as unknown as Db
}

/** Names a prepared statement after its text. PostgreSQL allows 63 bytes. */
export function statementNameFor(text: string): string {
  return hash('sha1', text, 'base64url')
}

async function runOn(client: ClientBase, statement: Statement | string): Promise<Row[]> {
  const config = typeof statement === 'string' ? { text: statement } : statement
  const result = await client.query<Row>({ ...config, ...(config.values && { values: [...config.values] }) })
  // A text with several statements has several results.
  const results: pg.QueryResult<Row>[] = Array.isArray(result) ? result : [result]
  return results.flatMap(({ rows }) => rows)
}
