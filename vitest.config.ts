// The unit and API tests. A zone far from London with an odd offset makes a forgotten time zone fail.

import { defineConfig } from 'vitest/config'

process.env['TZ'] = 'Asia/Kathmandu'

// Properties try hundreds of cases, and machines are busy: only what hangs should run out of time.
const testTimeout = 60_000

export default defineConfig({
  test: {
    // Much of the time is waiting, for a process to start or a limit to pass; with no more workers than cores these are idle.
    maxWorkers: 3,
    projects: [
      { test: { name: 'domain', root: 'domain', testTimeout, include: ['src/**/*.test.ts'] } },
      { test: { name: 'pretend', root: 'pretend', testTimeout, include: ['src/**/*.test.ts'] } },
      { test: { name: 'web', root: 'web', testTimeout, include: ['{src,build}/**/*.test.{ts,tsx}'] } },
      { test: { name: 'scripts', root: 'scripts', include: ['**/*.test.mjs'], testTimeout } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: ['src/testing/test-database.ts'],
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
    ],
  },
})
