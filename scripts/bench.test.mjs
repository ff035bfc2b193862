import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkBenchmarks, runBenchmarks, selectBenchmarks } from './benchmarks.mjs'
import { repositoryPath } from './setup/repository.mjs'

const reporter = pathToFileURL(repositoryPath('tools', 'bench', 'report.mjs')).href
let folder = ''
/** @type {string[]} */
let printed = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gaffer-bench-test-'))
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

/** @param {string} name @param {string} code */
function addBenchmark(name, code) {
  const header = `// Measures ${name}. Takes a moment.\n//\n//   npm run bench ${name}\n`
  writeFileSync(join(folder, `${name}.mjs`), `${header}\nimport { report } from '${reporter}'\n${code}\n`)
}

/** The lines of the table at the end, without the spaces between columns. */
const readTable = () => printed.slice(printed.indexOf('') + 1).map((line) => line.split(/ {2,}/))

test('all benchmarks run, also after one that failed and one beyond its limit, and the table has every figure', async () => {
  addBenchmark('failing', `report('first', '1 s')\nthrow new Error('broken')`)
  addBenchmark('over', `report('slow', '5 s, limit 4 s', { ratio: 1.25, atMost: 1 })`)
  addBenchmark('within', `report('fast', '9/s', { ratio: 0.9, atLeast: 0.5 })`)
  const names = selectBenchmarks(folder, undefined)
  expect(names).toEqual(['failing', 'over', 'within'])
  expect(await runBenchmarks(folder, names, [])).toBe(false)
  expect(readTable()).toEqual([
    ['benchmark', 'figure', 'value', 'ratio', 'limit', 'result'],
    ['failing', 'first', '1 s', 'none', 'ok'],
    ['failing', 'exit code 1', 'failed'],
    ['over', 'slow', '5 s, limit 4 s', '1.25', '≤ 1', 'over'],
    ['within', 'fast', '9/s', '0.90', '≥ 0.5', 'ok'],
  ])
})

test('a named benchmark runs alone with its own options, and ends with its table', async () => {
  addBenchmark('other', 'process.exit(3)')
  addBenchmark('within', `report('options', process.argv.slice(2).join(' '), { ratio: 1, atMost: 1 })`)
  const names = selectBenchmarks(folder, 'within')
  expect(names).toEqual(['within'])
  expect(await runBenchmarks(folder, names, ['--bands', '10'])).toBe(true)
  expect(readTable()).toEqual([
    ['benchmark', 'figure', 'value', 'ratio', 'limit', 'result'],
    ['within', 'options', '--bands 10', '1', '≤ 1', 'ok'],
  ])
})

test.each([
  ['is under its lower limit', `report('slow', '1/s', { ratio: 0.4, atLeast: 0.5 })`, 'under'],
  ['has no number', `report('broken', 'NaN', { ratio: Number.NaN, atMost: 1 })`, 'over'],
  ['fails after a figure beyond its limit', `report('x', '2', { ratio: 2, atMost: 1 })\nprocess.exit(1)`, 'failed'],
  ['ends by a signal', `report('x', '1')\nprocess.kill(process.pid, 'SIGKILL')`, 'failed'],
  ['reports no figure', '', 'failed'],
])('a benchmark that %s does not pass', async (_, code, result) => {
  addBenchmark('one', code)
  expect(await runBenchmarks(folder, ['one'], [])).toBe(false)
  expect(readTable().at(-1)?.at(-1)).toBe(result)
})

const startSharedPostgres = async () => ({ address: { host: '/shared' }, stop: async () => undefined })

test('checkBenchmarks gives each benchmark the shared PostgreSQL, and passes although a figure is beyond its limit', async () => {
  addBenchmark('slow', `report(process.env.BENCH_CHECK, '5 s', { ratio: 5, atMost: 1 })`)
  addBenchmark(
    'strict',
    `if (process.env.BENCH_CHECK !== '{"host":"/shared"}') throw new Error('no check')\nreport('x', '1')`,
  )
  expect(await checkBenchmarks(folder, ['slow', 'strict'], startSharedPostgres)).toBe(true)
})

test.each([
  ['throws', `report('x', '1')\nthrow new Error('broken')`],
  ['reports no figure', ''],
])('checkBenchmarks fails when a benchmark %s', async (_, code) => {
  addBenchmark('broken', code)
  addBenchmark('fine', `report('x', '1')`)
  expect(await checkBenchmarks(folder, ['broken', 'fine'], startSharedPostgres)).toBe(false)
})

test('without a name every benchmark of the repository is selected, and no other file', () => {
  expect(selectBenchmarks(repositoryPath('tools', 'bench'), undefined)).toEqual([
    'api',
    'charts',
    'cluster',
    'enumeration',
    'event-series',
    'feed',
    'files',
    'free-dates',
    'growth',
    'heavy-reads',
    'interactions',
    'large-bodies',
    'live',
    'memory',
    'notes',
    'notices',
    'object-store',
    'offline',
    'pages',
    'practice-list',
    'public-page',
    'recordings',
    'reminders',
    'retention',
  ])
})

test('npm run bench with an unknown name exits with 2 and lists every benchmark with its name and description', () => {
  const { status, stderr } = spawnSync(process.execPath, [repositoryPath('scripts', 'bench.mjs'), '../scripts/bench'], {
    encoding: 'utf8',
  })
  expect(status).toBe(2)
  const [first, ...lines] = stderr.trim().split('\n')
  expect(first).toContain('There is no benchmark "../scripts/bench"')
  const list = lines.map((line) => /^(\S+) +[A-Z].+\.$/.exec(line)?.[1])
  expect(list).toEqual(selectBenchmarks(repositoryPath('tools', 'bench'), undefined))
})
