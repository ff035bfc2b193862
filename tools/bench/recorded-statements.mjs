// The queries of a request to a server in this process, and the pages that they touch.

import pg from 'pg'

/** @typedef {{ name?: string, text: string, values: unknown[] }} RecordedStatement */

/** Records the SELECT statements that `send` causes, except those of jobs and notifications. @template T @param {() => Promise<T>} send */
export async function recordSelectStatements(send) {
  const { query } = pg.Client.prototype
  /** @type {RecordedStatement[]} */
  const statements = []
  pg.Client.prototype.query = function record(/** @type {any[]} */ ...args) {
    const { name, text = '', values = [] } = args[0]
    if (/^\s*(select|with)/i.test(text) && !/pg_notify|\bjobs\./.test(text)) statements.push({ name, text, values })
    return /** @type {any} */ (query).apply(this, args)
  }
  try {
    return { response: await send(), statements }
  } finally {
    pg.Client.prototype.query = query
  }
}

/**
 * Median of the pages of tables and indexes that the queries of a request touch, from memory or not.
 * @param {any} db a pool on the same database @param {(() => Promise<unknown>)[]} requests
 */
export async function measureMedianPagesPerRequest(db, requests) {
  const counts = []
  for (const send of requests) {
    let pages = 0
    for (const statement of (await recordSelectStatements(send)).statements) pages += await countPages(db, statement)
    counts.push(pages)
  }
  return counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? Number.NaN
}

/** @param {any} db @param {RecordedStatement} statement */
async function countPages(db, { name, text, values }) {
  // Explains the second execution: the first one of a connection also reads the catalog.
  const explain = {
    name: name && `explain ${name}`.slice(0, 60),
    text: `explain (analyze, buffers, format json) ${text}`,
    values,
  }
  await db.query(explain)
  const [row] = await db.query(explain)
  const { Plan: plan } = row['QUERY PLAN'][0]
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
