// The driver: postgres.js 3.4.9, in which what it gets wrong about connections that break is put right as it is loaded.
// Everybody takes it from here. To be deleted when a release does it by itself; until then none is loaded that differs.

import { registerHooks } from 'node:module'

type Mending = { wrong: string; right: string }

const connection: Mending[] = [
  // Lives end, connections are used again: whoever had the last one has no business in this one.
  { wrong: `count: 0,\n    id\n  }`, right: `count: 0,\n    life: 0,\n    id\n  }` },
  // What was about to be written went into the next life, and nothing was ever written there (porsager/postgres#1133).
  {
    wrong: `clearImmediate(nextWriteTimer)\n    socket.removeListener`,
    right: `clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    connection.life++
    socket.removeListener`,
  },
  // After an error nobody was told who asked between it and the end; who waited for a connection that was closed again waited
  // on, while it was made anew some hundred times a second (#1193); and what the database had said last was said to the first
  // who asked in the next life.
  {
    wrong: `if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))`,
    right: `if (query || initial || sent.length)
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = null
    result = new Result()
    rows = 0
`,
  },
  // The driver's own question on each new connection: who waits behind it is told the same.
  { wrong: `return fetchArrayTypes()`, right: `return fetchArrayTypes().catch(() => undefined)` },
  // The rows of a statement that broke off stayed counted, and the next one's began behind as many holes (#1181).
  {
    wrong: `result = new Result()\n    connectTimer.cancel()`,
    right: `result = new Result()\n    rows = 0\n    connectTimer.cancel()`,
  },
]

const gone = `return q.reject(Errors.connection('CONNECTION_CLOSED', options))`
const pool: Mending[] = [
  // A transaction went on in the connection's next life, alone or within somebody else's (#1216), or waited for ever (#1186).
  { wrong: `, connection\n      , prepare = null`, right: `, connection\n      , life\n      , prepare = null` },
  {
    wrong: `connection = c\n      move(c, reserved)`,
    right: `connection = c\n      life = c.life\n      move(c, reserved)`,
  },
  {
    wrong: `q.catch(e => uncaughtError || (uncaughtError = e))\n`,
    right: `q.catch(e => uncaughtError || (uncaughtError = e))\n        if (c.life !== life) ${gone}\n`,
  },
  {
    wrong: `new Promise((_, reject) => connection.onclose = reject)`,
    right: `new Promise((_, reject) => connection.onclose = error => {
          while (queries.length) queries.shift().reject(error)
          reject(error)
        })`,
  },
  // The same of a connection that somebody keeps for themselves.
  {
    wrong: `const sql = Sql(handler)\n    sql.release = () => {\n`,
    right: `const life = c.life
    c.onclose = error => {
      while (queue.length) queue.shift().reject(error)
    }
    const sql = Sql(handler)
    sql.release = () => {
      if (c.life !== life) return
`,
  },
  {
    wrong: `function handler(q) {\n      c.queue === full\n        ? queue.push(q)`,
    right: `function handler(q) {\n      if (c.life !== life) ${gone}\n      c.queue === full\n        ? queue.push(q)`,
  },
  { wrong: `export default Postgres\n`, right: `export default Postgres\nexport const isMended = true\n` },
]

const mendings = new Map([
  ['connection.js', connection],
  ['index.js', pool],
])

function mend(source: string, all: readonly Mending[]): string {
  return all.reduce((text, { wrong, right }) => {
    const [before, after, ...more] = text.split(wrong)
    if (after === undefined || more.length > 0)
      throw new Error(`This is not the postgres.js that is mended here: ${wrong}`)
    return `${before}${right}${after}`
  }, source)
}

const hooks = registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const all = mendings.get(/\/postgres\/src\/(\w+\.js)$/.exec(url)?.[1] ?? '')
    return all ? { ...loaded, source: mend(String(loaded.source), all) } : loaded
  },
})
const driver = await import('postgres')
hooks.deregister()
if (!Object.hasOwn(driver, 'isMended')) throw new Error('Somebody loaded postgres.js before it was mended')

export const postgres = driver.default
