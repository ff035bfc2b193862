// Lists the failed tests from the reports of the two test runners, one line each, for the end of npm test: many machines
// keep only the end of a log.
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * @template Report
 * @param {string} file the JSON report; test-counts.mjs reports a missing or broken one
 * @param {(report: Report) => { test: string, error: string }[]} read
 * @returns {string[]} "test: first lines of the error"
 */
export function readFailedTests(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8'))).map(({ test, error }) => `${test}: ${firstLinesOf(error)}`)
  } catch {
    // The report is missing or broken: countTests in test-counts.mjs has printed this error.
    return []
  }
}

/** @param {string} error */
function firstLinesOf(error) {
  const lines = stripVTControlCharacters(error).split('\n')
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '' && !diffCounts.test(line))
  return filled.slice(0, 5).join(' / ').slice(0, 400)
}
/** A line above the diff of two values that only counts its lines, for example `+ Received  + 3`. */
const diffCounts = /^[-+] (Expected|Received) +[-+] \d+$/

/**
 * @param {{ testResults: { name: string, message?: string,
 *   assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] }} report
 */
export const readVitestFailures = ({ testResults }) =>
  testResults.flatMap(({ name, message = '', assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (message !== '' && failed.length === 0) return [{ test: name, error: message }]
    return failed.map(({ fullName, failureMessages = [] }) => ({ test: fullName, error: failureMessages[0] ?? '' }))
  })

/**
 * @typedef {{ title: string, specs: { title: string, line: number, tests: { projectName: string, status: string,
 *   results: { error?: { message?: string } }[] }[] }[], suites?: Suite[], file: string }} Suite
 * @param {{ suites: Suite[], errors: { message?: string }[] }} report
 * @returns {{ test: string, error: string }[]}
 */
export function readPlaywrightFailures({ suites, errors }) {
  const inSuites = suites.flatMap(({ specs, suites: inner = [], file }) => [
    ...specs.flatMap(({ title, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, results }) => ({
          test: `[${projectName}] ${file}:${line} ${title}`,
          error: results.find(({ error }) => error)?.error?.message ?? 'It passed, but test.fail() expects it to fail',
        })),
    ),
    ...readPlaywrightFailures({ suites: inner, errors: [] }),
  ])
  return [...inSuites, ...errors.map(({ message = '' }) => ({ test: 'outside of any journey', error: message }))]
}
