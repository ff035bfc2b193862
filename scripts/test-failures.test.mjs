import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readFailedTests, readPlaywrightFailures, readVitestFailures } from './test-failures.mjs'

const folder = mkdtempSync(join(tmpdir(), 'gaffer-failures-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'report.json')

test('a failed test and a broken test file are listed with the beginning of their error', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'adds up' },
    {
      status: 'failed',
      fullName: 'rounds',
      failureMessages: ['\u001B[31mError: 1 is not 2\u001B[39m\n\n  at a\n at b\n at c\n at d\n at e'],
    },
  ]
  const diff = 'Error: not equal\n\n- Expected  - 1\n+ Received  + 3\n\n- Array []\n+ Array [\n+   "401",\n+ ]'
  assertionResults.push({ status: 'failed', fullName: 'counts', failureMessages: [diff] })
  const testResults = [
    { name: 'sums.test.ts', assertionResults },
    { name: 'broken.test.ts', message: 'Cannot find module', assertionResults: [] },
  ]
  writeFileSync(file, JSON.stringify({ testResults }))
  expect(readFailedTests(file, readVitestFailures)).toEqual([
    'rounds: Error: 1 is not 2 / at a / at b / at c / at d',
    'counts: Error: not equal / - Array [] / + Array [ / +   "401", / + ]',
    'broken.test.ts: Cannot find module',
  ])
})

test('failed and flaky journeys, also in groups, and errors outside of journeys are listed with their error', () => {
  const spec = (/** @type {string} */ title, /** @type {string} */ status) => ({
    title,
    line: 7,
    tests: [{ projectName: 'phone', status, results: [{}, { error: { message: `Error: ${title}` } }] }],
  })
  const inner = { title: 'group', file: 'a.spec.ts', specs: [spec('c', 'flaky')] }
  const suites = [
    { title: 'a', file: 'a.spec.ts', specs: [spec('a', 'expected'), spec('b', 'unexpected')], suites: [inner] },
  ]
  writeFileSync(file, JSON.stringify({ suites, errors: [{ message: 'No port' }] }))
  expect(readFailedTests(file, readPlaywrightFailures)).toEqual([
    '[phone] a.spec.ts:7 b: Error: b',
    '[phone] a.spec.ts:7 c: Error: c',
    'outside of any journey: No port',
  ])
})

test('readFailedTests returns an empty list if the report file is missing', () => {
  expect(readFailedTests(join(folder, 'none.json'), readVitestFailures)).toEqual([])
})
