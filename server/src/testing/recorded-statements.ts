// Records the SQL statements of the server.

import { Client, type QueryConfig } from 'pg'
import { vi } from 'vitest'

export type RecordedStatement = { text: string; values: unknown[] }

/** Returns the statements sent while `work` runs, except those of the job queue and of pub/sub. */
export async function recordStatements(work: () => Promise<unknown>): Promise<RecordedStatement[]> {
  const query = vi.spyOn(Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls
      .map(([config]) => config as unknown as QueryConfig | string)
      .map((config) => (typeof config === 'string' ? { text: config, values: [] } : toRecorded(config)))
      .filter(({ text }) => !/pg_notify|\bjobs\.|^select 1$|from pending_notices\s+where due_at|\bleases\b/.test(text))
  } finally {
    query.mockRestore()
  }
}

function toRecorded({ text, values = [] }: QueryConfig): RecordedStatement {
  return { text, values: [...values] }
}
