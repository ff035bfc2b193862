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
 * Without a name all benchmarks. For an unknown name none: it prints those that exist.
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
 * Prints a table of all figures at the end. Resolves with whether every benchmark ran to its end within its limits.
 * @param {string} folder @param {string[]} names @param {string[]} options of the benchmark itself @returns {Promise<boolean>}
 */
export async function runBenchmarks(folder, names, options) {
  const outcomes = []
  for (const name of names) outcomes.push(await runBenchmark(folder, name, options))
  printTable(outcomes)
  return outcomes.every(({ rows, error }) => error === null && rows.every(({ result }) => result === 'ok'))
}

/**
 * Resolves also when the benchmark fails, so that the next one runs.
 * @param {string} folder @param {string} name @param {string[]} options @returns {Promise<Outcome>}
 */
function runBenchmark(folder, name, options) {
  console.log(`\n── ${name}`)
  const began = Date.now()
  /** @type {Row[]} */
  const rows = []
  // A process of its own: memory and compiled code of one benchmark must not change the figures of the next.
  const child = fork(repositoryPath('scripts', 'benchmark-process.mjs'), [join(folder, `${name}.mjs`), ...options], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const endChild = () => child.kill('SIGTERM')
  process.once('exit', endChild)
  let isComplete = false
  child.on('message', (/** @type {{ benchmarkRow?: Row, isComplete?: boolean }} */ message) => {
    if (message.benchmarkRow) rows.push(message.benchmarkRow)
    isComplete ||= message.isComplete === true
  })
  return new Promise((resolve) => {
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
