// Finds and runs the benchmarks of a folder, each in its own process, and prints the table of their figures.
import { fork } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { printTable } from './benchmark-table.mjs'
import { repositoryPath, readFileOrEmpty } from './setup/repository.mjs'

/** @typedef {import('../tools/bench/report.mjs').Row} Row */
/** @typedef {import('./benchmark-table.mjs').Outcome} Outcome */

/**
 * A benchmark is a file whose opening comment says how to run it. Returns the comment's first sentence by name.
 * @param {string} folder @returns {Map<string, string>}
 */
function findBenchmarks(folder) {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => file.slice(0, -'.mjs'.length))
    .toSorted()
  return new Map(
    names.flatMap((name) => {
      const header = /^(?:\/\/.*\n)+/.exec(readFileOrEmpty(join(folder, `${name}.mjs`)))?.[0] ?? ''
      if (!header.includes(`npm run bench ${name}`)) return []
      const text = header.replaceAll(/^\/\/ ?/gm, '').replaceAll('\n', ' ')
      return [[name, /^.*?\.(?= )/.exec(text)?.[0] ?? text]]
    }),
  )
}

/**
 * Returns the names of all benchmarks if `name` is undefined. For an unknown name, prints the existing benchmarks and returns none.
 * @param {string} folder @param {string | undefined} name @returns {string[]}
 */
export function selectBenchmarks(folder, name) {
  const benchmarks = findBenchmarks(folder)
  if (name === undefined) return [...benchmarks.keys()]
  if (benchmarks.has(name)) return [name]
  console.error(`There is no benchmark "${name}". There are:`)
  for (const [each, sentence] of benchmarks) console.error(`${each.padEnd(14)} ${sentence}`)
  return []
}

/**
 * Runs the benchmarks one after the other and prints a table of all figures. Resolves with whether each ran to its end within its limits.
 * @param {string} folder @param {string[]} names @param {string[]} options of the benchmark itself @returns {Promise<boolean>}
 */
export async function runBenchmarks(folder, names, options) {
  const outcomes = []
  for (const name of names) outcomes.push(await runBenchmark(folder, name, options))
  printTable(outcomes)
  return outcomes.every(({ rows, error }) => error === null && rows.every(({ result }) => result === 'ok'))
}

/** The longest that a benchmark may take in its shortest form, on a busy machine. */
const checkTimeoutMs = 240_000

/**
 * Runs each benchmark in its shortest form, three at a time on one PostgreSQL. Resolves with whether every one ran to its end.
 * @param {string} folder @param {string[]} names @param {typeof startCheckPostgres} [startPostgres] @returns {Promise<boolean>}
 */
export async function checkBenchmarks(folder, names, startPostgres = startCheckPostgres) {
  const postgres = await startPostgres()
  try {
    const env = {
      ...process.env,
      BENCH_CHECK: JSON.stringify(postgres.address),
      // The forty processes that a check starts share compiled code.
      NODE_COMPILE_CACHE: repositoryPath('.cache', 'compiled'),
    }
    const waiting = [...names]
    /** @type {Outcome[]} */
    const outcomes = []
    const runWaiting = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        outcomes.push(await runBenchmark(folder, name, [], { env, signal: AbortSignal.timeout(checkTimeoutMs) }))
      }
    }
    await Promise.all([runWaiting(), runWaiting(), runWaiting()])
    return outcomes.every(({ error }) => error === null)
  } finally {
    await postgres.stop()
  }
}

/** @returns {Promise<{ address: object, stop: () => Promise<void> }>} */
async function startCheckPostgres() {
  const { startSharedPostgres } = await import('../tools/bench/benchmark-server.mjs')
  return startSharedPostgres()
}

/**
 * Resolves also when the benchmark fails, so that the next one runs.
 * @param {string} folder @param {string} name @param {string[]} options
 * @param {{ env?: NodeJS.ProcessEnv, signal?: AbortSignal }} [settings] @returns {Promise<Outcome>}
 */
function runBenchmark(folder, name, options, settings = {}) {
  console.log(`\n── ${name}`)
  const began = Date.now()
  /** @type {Row[]} */
  const rows = []
  // A process of its own: memory and compiled code of one benchmark must not change the figures of the next.
  const child = fork(repositoryPath('scripts', 'benchmark-process.mjs'), [join(folder, `${name}.mjs`), ...options], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    ...settings,
  })
  const endChild = () => child.kill('SIGTERM')
  process.once('exit', endChild)
  let isComplete = false
  child.on('message', (/** @type {{ benchmarkRow?: Row, isComplete?: boolean }} */ message) => {
    if (message.benchmarkRow) rows.push(message.benchmarkRow)
    isComplete ||= message.isComplete === true
  })
  return new Promise((resolve) => {
    // After an error, such as a time limit that killed the process, 'close' follows and resolves.
    child.once('error', (error) => console.error(`${name}: ${error.message}`))
    child.once('close', (code, signal) => {
      process.off('exit', endChild)
      const error = isComplete && rows.length > 0 ? null : describeFailure(code, signal)
      const seconds = ((Date.now() - began) / 1_000).toFixed(0)
      console.log(`── ${name}: ${error === null ? 'complete' : `FAILED (${error})`} after ${seconds} s`)
      resolve({ name, rows, error })
    })
  })
}

/** @param {number | null} code @param {NodeJS.Signals | null} signal */
function describeFailure(code, signal) {
  if (signal) return `ended by ${signal}`
  return code === 0 ? 'reported no figure' : `exit code ${code}`
}
