// Advisory locks that are held for longer than a transaction, such as while an upload arrives. One connection per server holds all of
// these locks, so that they occupy no connection of the pool. PostgreSQL frees them when the connection ends.

import { Client } from 'pg'
import { clientConfigFor, type DatabaseAddress } from '#platform/db/connection.ts'
import { databaseUnavailableError } from './errors.ts'

export type HeldLock = { release(): Promise<void> }

export type SessionLocks = {
  /** Null while this server or another one holds the key. `onLost` is called when the connection ends before the release. */
  tryAcquire(key: string, onLost: () => void): Promise<HeldLock | null>
  stop(): Promise<void>
}

const lockTimeoutMs = 2000

/** Connects with the first lock, and again after a lost connection. */
export function openSessionLocks(address: DatabaseAddress): SessionLocks {
  /** `onLost` of each held key. Checked first, because PostgreSQL grants a lock again to the session that has it. */
  const onLostByKey = new Map<string, () => void>()
  let connecting: Promise<Client> | null = null
  /** The next query waits for this one, because a client of pg runs one query at a time. */
  let lastQuery: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<Client> {
    const client = new Client({
      ...clientConfigFor(address),
      application_name: 'gaffer locks',
      connectionTimeoutMillis: lockTimeoutMs,
      query_timeout: lockTimeoutMs,
    })
    // Ignored, because the event `end` follows every error.
    client.on('error', () => undefined)
    client.once('end', () => {
      connecting = null
      const lost = [...onLostByKey.values()]
      onLostByKey.clear()
      for (const onLost of lost) onLost()
    })
    await client.connect()
    return client
  }

  async function runLockQuery(sql: string, key: string): Promise<boolean> {
    connecting ??= connect()
    const opened = connecting
    try {
      const client = await opened
      const result = lastQuery.then(() => client.query<{ granted: boolean }>({ name: sql, text: sql, values: [key] }))
      lastQuery = result.catch(() => undefined)
      const { rows } = await result
      return rows[0]?.granted === true
    } catch (error) {
      if (connecting === opened) connecting = null
      // Without a result the lock may be held. The end of the session releases it.
      void opened.then((client) => client.end()).catch(() => undefined)
      throw Object.assign(databaseUnavailableError(), { cause: error })
    }
  }

  return {
    async tryAcquire(key, onLost) {
      if (onLostByKey.has(key)) return null
      onLostByKey.set(key, onLost)
      try {
        if (!(await runLockQuery('select pg_try_advisory_lock(hashtextextended($1, 0)) as granted', key))) {
          onLostByKey.delete(key)
          return null
        }
      } catch (error) {
        onLostByKey.delete(key)
        throw error
      }
      return {
        async release() {
          if (onLostByKey.get(key) !== onLost) return
          try {
            await runLockQuery('select pg_advisory_unlock(hashtextextended($1, 0)) as granted', key)
          } finally {
            onLostByKey.delete(key)
          }
        },
      }
    },
    async stop() {
      await connecting?.then((client) => client.end()).catch(() => undefined)
    },
  }
}
