import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countTests, readPlaywrightCounts } from './test-counts.mjs'
import { readPlaywrightFailures } from './test-failures.mjs'

const root = join(import.meta.dirname, '..')
// Inside the repository, where the specs find Playwright.
mkdirSync(join(root, '.cache'), { recursive: true })
const folder = mkdtempSync(join(root, '.cache/expected-failures-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** @param {string} body of a journey that `test.fail()` expects to fail */
function run(body) {
  const report = join(folder, 'report.json')
  writeFileSync(join(folder, 'playwright.config.ts'), 'export default { testDir: "." }')
  writeFileSync(
    join(folder, 'a.spec.ts'),
    `import { expect, test } from '@playwright/test'\ntest('known fault', () => {\n  test.fail()\n  ${body}\n})\n`,
  )
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--config', folder, '--reporter', 'json'],
    { cwd: root, env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
  )
  return {
    counts: countTests(report, readPlaywrightCounts, status === 0),
    failures: readPlaywrightFailures(JSON.parse(readFileSync(report, 'utf8'))),
  }
}

test('a journey that fails as expected counts as passed', () => {
  expect(run('expect(1).toBe(2)')).toEqual({ counts: { passed: 1, failed: 0, skipped: 0 }, failures: [] })
})

test('a journey that passes although it is expected to fail counts as failed, and is listed', () => {
  expect(run('expect(1).toBe(1)')).toEqual({
    counts: { passed: 0, failed: 1, skipped: 0 },
    failures: [
      { test: expect.stringContaining('known fault'), error: 'It passed, but test.fail() expects it to fail' },
    ],
  })
})
