// npm test: installs, then runs every stage, even if an earlier one failed. The last line has the totals.
import './setup/require-node.mjs'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePagesBuilt } from './setup/build-pages.mjs'
import { findOrInstallBrowser, findOrInstallHeadlessShell } from './setup/find-browser.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { continueInPinnedNode, exitOnSignal, isRunningPinnedNode } from './setup/pinned-node.mjs'
import { repositoryPath } from './setup/repository.mjs'
import { createTemporaryFolder } from './setup/temporary-folder.mjs'
import { runFunctionAsStage, runStage, staticStages } from './stages.mjs'
import { countTests, readPlaywrightCounts, readVitestCounts, sumCounts } from './test-counts.mjs'
import { readFailedTests, readPlaywrightFailures, readVitestFailures } from './test-failures.mjs'

await ensureInstalled()
// This process then only waits: continueInPinnedNode never resolves.
if (!isRunningPinnedNode()) await continueInPinnedNode()
exitOnSignal()

// Settings of a real server in this shell must not reach the servers under test.
for (const name of ['NODE_ENV', 'DATABASE_URL', 'DATA_DIR', 'PORT', 'HOST', 'PUBLIC_URL', 'SECRET_KEY']) {
  delete process.env[name]
}
// A time zone far from London with an odd offset: a test that relies on the local zone fails.
process.env['TZ'] = 'Asia/Kathmandu'

// All temporary files of the tests. The last stage fails if tests left any of Gaffer's folders; the whole folder is then deleted.
const temporaryFolder = createTemporaryFolder('gaffer-test-')
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = temporaryFolder
// Compiled code is shared by the hundreds of processes that the tests start.
process.env['NODE_COMPILE_CACHE'] = repositoryPath('.cache', 'compiled')
process.env['PWTEST_CACHE_DIR'] = repositoryPath('.cache', 'playwright')

const startedAt = Date.now()
const reports = repositoryPath('.cache', 'reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

/** @param {import('./stages.mjs').Outcome} outcome */
const countStage = ({ passed }) => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 })

/** @type {import('./stages.mjs').Outcome[]} */
const staticOutcomes = []
// The build and the static stages run at the same time, because each uses one core for most of its time.
const [pagesOutcome] = await Promise.all([
  runFunctionAsStage('build pages', ensurePagesBuilt),
  (async () => {
    for (const stage of staticStages) staticOutcomes.push(await runStage(stage))
  })(),
])

const vitestOutcome = await runStage({
  name: 'unit and API tests',
  command: 'vitest',
  args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  // Only a stage that hangs reaches this limit, also on a busy machine. The journeys below have the same limit.
  minutes: 40,
})

const weightOutcome = await runStage({ name: 'page weight', command: 'node', args: ['scripts/check-page-weight.mjs'] })

/** @type {string | undefined} */
let browser
/** @type {string | undefined} */
let headlessShell
const browserOutcome = await runFunctionAsStage('find browser', async () => {
  browser = await findOrInstallBrowser()
  headlessShell = await findOrInstallHeadlessShell()
})
/** @type {Record<string, string>} */
const browserEnvironment =
  browser === undefined ? {} : { CHROMIUM_PATH: browser, HEADLESS_SHELL_PATH: headlessShell ?? browser }
const playwrightOutcome =
  browser === undefined
    ? browserOutcome
    : await runStage({
        name: 'browser journeys',
        command: 'playwright',
        args: ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
        env: { ...browserEnvironment, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
        minutes: 40,
      })

// Last, because the benchmarks need the built pages and the browser.
const benchmarksOutcome = await runStage({
  name: 'benchmarks in their shortest form',
  command: 'node',
  args: ['scripts/bench.mjs', '--check'],
  env: browserEnvironment,
})

const leftoversOutcome = await runFunctionAsStage('nothing left behind', async () => {
  const left = readdirSync(temporaryFolder).filter((name) => /^(gaffer|embedded-postgres)/.test(name))
  if (left.length > 0) throw new Error(`Left in the temporary folder: ${left.join(', ')}`)
})

console.log('')
const allOutcomes = [
  ...staticOutcomes,
  vitestOutcome,
  pagesOutcome,
  weightOutcome,
  playwrightOutcome,
  benchmarksOutcome,
  leftoversOutcome,
]
for (const { name, passed, lastLines } of allOutcomes) {
  if (!passed) console.log([`── end of what ${name} printed`, ...lastLines, ''].join('\n'))
}
for (const { name, passed, seconds } of allOutcomes)
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`)
for (const failure of [
  ...readFailedTests(vitestReport, readVitestFailures),
  ...readFailedTests(playwrightReport, readPlaywrightFailures),
]) {
  console.log(failure)
}
console.log(`npm test took ${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes`)
const total = sumCounts([
  ...staticOutcomes.map(countStage),
  countStage(pagesOutcome),
  countStage(weightOutcome),
  countTests(vitestReport, readVitestCounts, vitestOutcome.passed),
  browser === undefined
    ? countStage(browserOutcome)
    : countTests(playwrightReport, readPlaywrightCounts, playwrightOutcome.passed),
  countStage(benchmarksOutcome),
  countStage(leftoversOutcome),
])
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
if (total.failed > 0) process.exitCode = 1
