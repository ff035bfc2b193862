import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { countTests, readPlaywrightCounts, readVitestCounts, sumCounts } from './test-counts.mjs'

const folder = mkdtempSync(join(tmpdir(), 'gaffer-report-'))
afterAll(() => rmSync(folder, { recursive: true }))
let reports = 0

/** @param {unknown} content */
function writeReport(content) {
  const file = join(folder, `${(reports += 1)}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults: [] }
const playwright = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 1 }, errors: [] }

test('countTests reads the counts of both test runners, with a flaky journey as failed, and sumCounts adds them', () => {
  const counts = [
    countTests(writeReport(vitest), readVitestCounts, false),
    countTests(writeReport(playwright), readPlaywrightCounts, false),
  ]
  expect(counts).toEqual([
    { passed: 5, failed: 1, skipped: 3 },
    { passed: 3, failed: 2, skipped: 1 },
  ])
  expect(sumCounts(counts)).toEqual({ passed: 8, failed: 3, skipped: 4 })
})

test('a test file that could not be loaded counts as one failure', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'passed', assertionResults: [] },
  ]
  const counts = countTests(writeReport({ ...vitest, numFailedTests: 0, testResults }), readVitestCounts, false)
  expect(counts.failed).toBe(1)
})

test('a test runner that failed without a failed test counts as one failure', () => {
  expect(countTests(writeReport({ ...vitest, numFailedTests: 0 }), readVitestCounts, false).failed).toBe(1)
  expect(countTests(writeReport({ ...vitest, numFailedTests: 0 }), readVitestCounts, true).failed).toBe(0)
})

test.each([
  ['an empty report', ''],
  ['half a report', '{"stats":'],
  ['a report without counts', '{"stats":{},"errors":[]}'],
])('%s counts as one failure', (_, content) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(countTests(writeReport(content), readPlaywrightCounts, true)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})
