// The unit and API tests. A zone far from London with an odd offset makes a forgotten time zone fail.

import { defineConfig } from 'vitest/config'

process.env['TZ'] = 'Asia/Kathmandu'

// Properties try hundreds of cases, and machines are busy: only what hangs should run out of time.
const testTimeout = 60_000
// So it is with what a test waits for: it goes on as soon as that is there.
const expectation = { poll: { timeout: 20_000 } }

export default defineConfig({
  test: {
    // Much of the time is waiting, for a process to start or a limit to pass; with no more workers than cores these are idle.
    maxWorkers: 3,
    projects: [
      { test: { name: 'domain', root: 'domain', testTimeout, expect: expectation, include: ['src/**/*.test.ts'] } },
      { test: { name: 'fakes', root: 'fakes', testTimeout, expect: expectation, include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'web',
          root: 'web',
          testTimeout,
          expect: expectation,
          include: ['{src,build}/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'embedded-postgres',
          root: 'embedded-postgres',
          include: ['src/**/*.test.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          expect: expectation,
        },
      },
      {
        test: {
          name: 'chaos',
          root: 'chaos',
          include: ['*.test.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          expect: expectation,
        },
      },
      { test: { name: 'scripts', root: 'scripts', include: ['**/*.test.mjs'], testTimeout, expect: expectation } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: ['src/testing/test-database.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          expect: expectation,
        },
      },
    ],
  },
})
