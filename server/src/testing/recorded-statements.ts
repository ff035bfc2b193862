// Records the SQL statements of requests.

import { AsyncLocalStorage } from 'node:async_hooks'
import { Client, type QueryConfig } from 'pg'
import { vi } from 'vitest'
import type { TestServer } from './test-server.ts'

export type RecordedStatement = { text: string; values: unknown[] }

/** Set while a request or a task of the test runs. Statements outside of it are not recorded: the server's own jobs run at any time. */
const requestScope = new AsyncLocalStorage<true>()

/** The statements of the requests that `work` sends to the server, except those of the job queue, pub/sub and the cached link keys. */
export async function recordRequestStatements(
  { app }: TestServer,
  work: () => Promise<unknown>,
): Promise<RecordedStatement[]> {
  const enterRequest = () => requestScope.enterWith(true)
  app.server.prependListener('request', enterRequest)
  try {
    return await recordStatements(work)
  } finally {
    app.server.off('request', enterRequest)
  }
}

/** The statements that `work` itself runs, with the exceptions of `recordRequestStatements`. */
export function recordTaskStatements(work: () => Promise<unknown>): Promise<RecordedStatement[]> {
  return recordStatements(() => requestScope.run(true, work))
}

async function recordStatements(work: () => Promise<unknown>): Promise<RecordedStatement[]> {
  const statements: RecordedStatement[] = []
  const originalQuery = Client.prototype.query as (...config: unknown[]) => unknown
  const query = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...config: unknown[]) {
    if (requestScope.getStore()) statements.push(toRecorded(config[0] as QueryConfig | string))
    return originalQuery.apply(this, config)
  } as typeof Client.prototype.query)
  try {
    await work()
    return statements.filter(({ text }) => !/pg_notify|\bjobs\.|\blink_keys\b/.test(text))
  } finally {
    query.mockRestore()
  }
}

function toRecorded(config: QueryConfig | string): RecordedStatement {
  return typeof config === 'string'
    ? { text: config, values: [] }
    : { text: config.text, values: [...(config.values ?? [])] }
}
