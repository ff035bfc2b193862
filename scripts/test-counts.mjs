// Counts passed, failed and skipped tests from the reports of the two test runners. A missing or broken report counts as one
// failure.
import { readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Counts} */
const oneFailure = { passed: 0, failed: 1, skipped: 0 }

/**
 * @param {string} file the JSON report
 * @param {(report: any) => Counts} read counts the runner's report
 * @param {boolean} runnerPassed a runner can fail with no failed test (an error outside any test): that counts as one failed test
 * @returns {Counts}
 */
export function countTests(file, read, runnerPassed) {
  const counts = countTestsInReport(file, read)
  if (!runnerPassed && counts.failed === 0) return { ...counts, failed: 1 }
  return counts
}

/** @param {string} file @param {(report: any) => Counts} read */
function countTestsInReport(file, read) {
  try {
    const counts = read(JSON.parse(readFileSync(file, 'utf8')))
    return Object.values(counts).every(Number.isInteger) ? counts : oneFailure
  } catch (error) {
    console.error(`No report of the tests: ${error instanceof Error ? error.message : error}`)
    return oneFailure
  }
}

/**
 * A file that could not be loaded has no tests. It counts as one failure.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: unknown[] }[] }} report
 * @returns {Counts}
 */
export const readVitestCounts = (report) => ({
  passed: report.numPassedTests,
  failed:
    report.numFailedTests +
    report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
  skipped: report.numPendingTests + report.numTodoTests,
})

/**
 * A flaky test, which passed only on a retry, counts as failed.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} report
 * @returns {Counts}
 */
export const readPlaywrightCounts = ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
  skipped: stats.skipped,
})

/** @param {Counts[]} all @returns {Counts} */
export const sumCounts = (all) => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
  skipped: all.reduce((total, { skipped }) => total + skipped, 0),
})
